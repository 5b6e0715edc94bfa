import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { CHROMIUM_FLAGS } from '#test/chromium.js';
import { call, createWebhook, type CreatedWebhook } from '#test/client.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { startPrefixProxy, type PrefixProxy } from '#test/prefix-proxy.js';
import { startApi, startWorker, type AppUnderTest } from '#test/processes.js';
import { findProgram } from '#test/requirements.js';

/** Timeout in milliseconds for what appears soon, even on a busy machine. */
export const TIMEOUT_MS = 20_000;

/** The console behind a path prefix, with API and worker, and a browser. */
export class ConsoleUnderTest {
  /** Errors in the console of the browser. */
  readonly browserErrors: string[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly api: AppUnderTest,
    readonly worker: AppUnderTest,
    /** The proxy between browsers and API. */
    readonly prefix: PrefixProxy,
    private readonly browser: Browser,
    /** A webhook with the plugin `direct`. */
    readonly webhook: CreatedWebhook,
  ) {}

  /** @param settings returns environment variables for the URL that browsers use */
  static async start(
    settings: (url: string) => Promise<Record<string, string>> = async () => ({}),
    existingDatabase?: TestDatabase,
  ): Promise<ConsoleUnderTest> {
    const database = existingDatabase ?? (await createTestDatabase());
    const running: { api?: AppUnderTest } = {};
    const prefix = await startPrefixProxy('/below/tocsin', () => running.api?.url ?? '');
    const options = { databaseUrl: database.url, env: await settings(prefix.url) };
    const [api, worker] = await Promise.all([startApi(options), startWorker(options)]);
    running.api = api;
    const executablePath = findProgram('chromium') ?? '';
    const browser = await chromium.launch({
      executablePath,
      args: [...CHROMIUM_FLAGS, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
    });
    return new ConsoleUnderTest(
      database,
      api,
      worker,
      prefix,
      browser,
      await createWebhook(api.url, 'direct'),
    );
  }

  async close(): Promise<void> {
    await this.browser.close();
    await Promise.all([this.api.kill(), this.worker.kill()]);
    this.prefix.close();
    await this.database.drop();
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  /** The URL of the service for browsers. */
  get url(): string {
    return this.prefix.url;
  }

  newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  }

  async openPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('pageerror', (error) => this.browserErrors.push(String(error)));
    page.on('console', (message) => {
      // The browser also logs expected statuses: the page asks whether somebody is signed in, and shows refusals itself. 429 is
      // one of them where the service was stopped: requests have then waited too long for their turn, and are repeated.
      if (
        message.type() === 'error' &&
        !/status of (?:400|401|403|429|503)|ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE/.test(
          message.text(),
        )
      )
        this.browserErrors.push(message.text());
    });
    return page;
  }

  async signIn(page: Page, apiKey: string, domain?: string): Promise<void> {
    await page.goto(`${this.url}/console/`);
    await page.getByLabel('API key').fill(apiKey);
    if (domain !== undefined) await page.getByLabel('Domain').fill(domain);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Now' }).waitFor();
  }

  async signOut(page: Page): Promise<void> {
    await page.locator('.nav-foot summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
  }

  async createKey(role: string, user_id: string, domain_id = 'demo'): Promise<string> {
    const body = { domain_id, user_id, role };
    return (await call<{ api_key: string }>('POST', `${this.api.url}/identity/v1/api-keys`, body)).body
      .api_key;
  }

  postAlarm(event_key: string, part: object = {}) {
    const alarm = { event_key, event_type: 'ALERT', title: event_key, severity: 'ERROR', ...part };
    return call('POST', this.api.url + this.webhook.path, alarm);
  }
}

/** Opens the palette, and types into it. */
export async function typeIntoPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('.palette input:focus').waitFor();
  await page.keyboard.type(text);
}
