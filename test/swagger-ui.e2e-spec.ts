import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_FLAGS } from './chromium.js';
import { call } from './client.js';
import { listOperations, type ApiDocument } from './conformance/description.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startPrefixProxy, type PrefixProxy } from './prefix-proxy.js';
import { rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';
import { findProgram, requireProgram } from './requirements.js';

/** Long enough for a busy machine. */
const TIMEOUT_MS = { timeout: 60_000 };

interface Answer {
  readonly status: number;
  readonly body: Record<string, string>;
}

requireProgram('chromium', 'apt-get install chromium')('Swagger UI in a browser', () => {
  let database: TestDatabase;
  let folder: TestFolder;
  let prefix: PrefixProxy;
  let api: AppUnderTest;
  let worker: AppUnderTest;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const browserErrors: string[] = [];
  const requested: string[] = [];
  /** The tags of operations, by the ids of these. */
  let tags: ReadonlyMap<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await createTestFolder('browser');
    prefix = await startPrefixProxy('/monitoring/tocsin', () => api.url);
    const env = { PUBLIC_URL: prefix.url, DOCS_ACCESS: 'key' };
    [api, worker] = await Promise.all([
      startApi({ databaseUrl: database.url, env }),
      startWorker({ databaseUrl: database.url }),
    ]);
    const { body: document } = await call<ApiDocument>('GET', `${api.url}/docs/openapi.json`);
    tags = new Map(
      listOperations(document).map(({ operationId, tags: [tag = ''] = [] }) => [operationId, tag]),
    );
    browser = await chromium.launch({ executablePath: findProgram('chromium') ?? '', args: CHROMIUM_FLAGS });
    context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      httpCredentials: { username: 'any', password: rootApiKey },
    });
    page = await watch(await context.newPage());
    page.setDefaultTimeout(30_000);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([api?.kill(), worker?.kill()]);
    prefix?.close();
    await folder?.remove();
    await database?.drop();
  });

  async function watch(opened: Page): Promise<Page> {
    opened.on('console', (message) => {
      // The browser reports every status from 400 on: the 401 that requests the password, and the 403 that a test provokes.
      const expected = /^Failed to load resource.* status of (401|403) |^Deprecated: escaping deep link/.test(
        message.text(),
      );
      if (message.type() === 'error' && !expected)
        browserErrors.push(`${message.text()} ${message.location().url}`);
    });
    opened.on('pageerror', (error) => browserErrors.push(error.message));
    opened.on('request', (request) => requested.push(request.url()));
    return opened;
  }

  const operation = (id: string): Locator => page.locator(`[id$="-${id}"].opblock`);

  /** Opens an operation. Swagger UI renders only what is near the viewport, so it is found by its link. */
  async function opened(id: string): Promise<Locator> {
    const link = `#/${encodeURIComponent(tags.get(id) ?? '')}/${id}`;
    await page.evaluate(`window.ui.layoutActions.parseDeepLinkHash(decodeURIComponent('${link}'))`);
    const block = operation(id);
    await block.locator('.btn.execute').waitFor();
    return block;
  }

  /** Scrolls through the page, and returns the attributes of the elements in their order. */
  async function readAlong(selector: string, attribute: string): Promise<readonly string[]> {
    const found = new Set<string>();
    await page.evaluate('window.scrollTo(0, 0)');
    for (let isEnd = false; !isEnd;) {
      const there = page.locator(selector);
      for (const name of await there.evaluateAll(
        (all, at) => all.map((each) => each.getAttribute(at)),
        attribute,
      ))
        found.add(name ?? '');
      isEnd = await page.evaluate<boolean>(
        'window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2',
      );
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(50);
    }
    return [...found];
  }

  async function execute(id: string, parameters: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const block = await opened(id);
    for (const [name, value] of Object.entries(parameters)) {
      await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
    }
    const answered = page.waitForResponse((response) => /\/(identity|monitoring)\/v1\//.test(response.url()));
    await block.locator('.btn.execute').click();
    const response = await answered;
    const shown = block.locator('.live-responses-table tbody .response-col_status');
    await shown
      .filter({ hasText: String(response.status()) })
      .first()
      .waitFor();
    return { status: response.status(), body: (await response.json()) as Answer['body'] };
  }

  it('shows the start page, and resources and operations in order', async () => {
    const answer = await page.goto(`${prefix.url}/docs/`);
    expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
    await page.locator('.opblock').first().waitFor();
    expect((await readAlong('.opblock-tag', 'data-tag')).slice(0, 4)).toEqual([
      'Webhook',
      'Event',
      'Alert',
      'Heartbeat',
    ]);
    expect(await page.locator('.information-container').innerText()).toContain('What to do first');
    const keys = await readAlong('[id^="operations-API_key-"]', 'id');
    expect(keys.map((id) => id.split('-').at(-1))).toEqual([
      'createApiKey',
      'enableApiKey',
      'disableApiKey',
      'rotateApiKey',
      'deleteApiKey',
      'getApiKey',
      'getCaller',
      'listApiKeys',
      'searchApiKeys',
      'statApiKeys',
    ]);
  });

  it('accepts a key by keyboard alone and keeps it after a reload', async () => {
    const authorize = page.locator('.auth-wrapper .btn.authorize');
    await authorize.focus();
    await page.keyboard.press('Enter');
    await page.locator('#auth-bearer-value:focus').waitFor();
    await page.keyboard.type(rootApiKey);
    await page.keyboard.press('Enter');
    await page.locator('.modal-ux .btn.modal-btn.auth:has-text("Logout")').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.auth-wrapper .btn.authorize:focus').waitFor();
    await page.reload();
    await page.locator('.auth-wrapper .btn.authorize.locked').waitFor();
  });

  it('executes the operations from creating a webhook to the 403 of a disabled one', async () => {
    const created = await execute('createWebhook');
    expect(created.status).toBe(201);
    const { webhook_id = '', access_key = '', webhook_url = '' } = created.body;
    expect(webhook_url).toBe(`${prefix.url}/monitoring/v1/webhook/${webhook_id}/${access_key}/events`);

    const sent = await execute('createEvent', { webhook_id, access_key, Prefer: 'wait=20' });
    expect(sent).toMatchObject({ status: 200, body: { status: 'PROCESSED' } });

    const found = await execute('searchEvents');
    expect(found.status).toBe(200);
    expect(JSON.stringify(found.body)).toContain('Disk of db-3 is 91 % full');
    await operation('searchEvents').locator('.live-responses-table').scrollIntoViewIfNeeded();

    expect((await execute('disableWebhook', { webhook_id })).body).toMatchObject({ state: 'DISABLED' });
    const refused = await execute('createEvent', { webhook_id, access_key });
    expect(refused).toMatchObject({ status: 403, body: { code: 'ERROR_WEBHOOK_DISABLED', status: 403 } });
    await operation('createEvent')
      .locator('.live-responses-table', { hasText: 'ERROR_WEBHOOK_DISABLED' })
      .waitFor();
  }, 240_000);

  it('offers example payloads of senders', async () => {
    const choices = (await opened('createEvent')).locator('select.examples-select-element option');
    const values = await choices.evaluateAll((all) => all.map((each) => each.getAttribute('value')));
    expect(values.slice(0, 2)).toEqual(['prometheus', 'direct']);
    expect(values).toEqual(expect.arrayContaining(['grafana', 'datadog', 'zabbix', 'pagerduty']));
  });

  it('opens an operation by its link and filters operations', async () => {
    await page.goto(`${prefix.url}/docs/#/Quota/consumeQuota`);
    await operation('consumeQuota').locator('.btn.execute').waitFor();
    await page.locator('input.operation-filter-input').fill('Quota');
    await expect.poll(() => page.locator('.opblock-tag').count(), TIMEOUT_MS).toBe(1);
  });

  it('leads from the start page to operations and guides', async () => {
    await page.goto(`${prefix.url}/docs`);
    const opened = context.pages().length;
    await page.locator('.information-container a', { hasText: 'Search events' }).click();
    await operation('searchEvents').locator('.btn.execute').waitFor();
    expect(page.url()).toBe(`${prefix.url}/docs/#/Event/searchEvents`);
    expect(context.pages()).toHaveLength(opened);
    const guide = page.locator('.information-container a', { hasText: 'the query language' });
    await page.goto(new URL((await guide.getAttribute('href')) ?? '', page.url()).href);
    await page.locator('main.guide h1', { hasText: 'Searching and counting' }).waitFor();
    expect(await page.locator('main.guide table').count()).toBeGreaterThan(0);
  });

  it('shows each error in one line that can be expanded', async () => {
    await page.goto(`${prefix.url}/docs/#/Webhook/createWebhook`);
    const block = operation('createWebhook');
    await block.locator('.btn.execute').waitFor();
    const { height = Infinity } = (await block.boundingBox()) ?? {};
    expect(height).toBeLessThan(2500);
    const conflict = block.locator('tr[data-code="409"]');
    expect(await conflict.innerText()).toContain('Another webhook of the project has this name');
    expect(await conflict.locator('.highlight-code').count()).toBe(0);
    const fold = conflict.locator('button[aria-expanded="false"]');
    await fold.focus();
    await page.keyboard.press('Enter');
    await conflict.locator('.highlight-code', { hasText: 'ERROR_NOT_UNIQUE' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => conflict.locator('.highlight-code').count(), TIMEOUT_MS).toBe(0);
  });

  describe('with a key of another domain', { timeout: 240_000 }, () => {
    const readDomain = async () =>
      (await opened('listEvents')).locator('tr[data-param-name="domain_id"] input').inputValue();
    const authorize = async (key: string | undefined) => {
      await page.locator('.auth-wrapper .btn.authorize').click();
      const log = page.locator('.auth-container', { has: page.locator('text=bearer') });
      await log.locator('button:has-text("Logout")').click();
      if (key !== undefined) {
        await page.locator('#auth-bearer-value').fill(key);
        await log.locator('button[type="submit"]').click();
      }
      await page.locator('.modal-ux .close-modal').click();
    };

    it('fills the domain into examples, even open ones, and they work', async () => {
      const { body } = await call<{ api_key: string }>('POST', `${api.url}/identity/v1/api-keys`, {
        user_id: 'u',
        domain_id: 'shop',
      });
      await page.goto(`${prefix.url}/docs/`);
      await page.locator('.opblock').first().waitFor();
      expect(await readDomain()).toBe('demo');
      await authorize(body.api_key);
      await expect.poll(readDomain, TIMEOUT_MS).toBe('shop');
      const example = (await opened('createWebhook')).locator('textarea.body-param__text');
      await expect.poll(() => example.inputValue(), TIMEOUT_MS).toContain('"domain_id": "shop"');
      expect(await execute('createWebhook')).toMatchObject({ status: 201, body: { domain_id: 'shop' } });
      for (const id of [
        'listEvents',
        'searchEvents',
        'statEvents',
        'listWebhooks',
        'searchAlerts',
        'listPlugins',
        'previewPlugin',
        'listEndpoints',
      ])
        expect([id, (await execute(id)).status]).toEqual([id, 200]);
    }, 240_000);

    it('keeps the domain after a reload and resets it with the key', async () => {
      await page.reload();
      await page.locator('.opblock').first().waitFor();
      await expect.poll(readDomain, TIMEOUT_MS).toBe('shop');
      await authorize(undefined);
      await expect.poll(readDomain, TIMEOUT_MS).toBe('demo');
    });
  });

  it('uses the dark theme if the browser prefers it', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${prefix.url}/docs/`);
    await page.locator('.opblock').first().waitFor();
    const brightness = await page.evaluate(
      'getComputedStyle(document.documentElement).backgroundColor.match(/[0-9]+/g).slice(0, 3).reduce((sum, each) => sum + Number(each), 0)',
    );
    expect(brightness).toBeLessThan(200);
  });

  it('causes no browser errors and no requests to other servers', () => {
    expect(browserErrors).toEqual([]);
    const { origin } = new URL(prefix.url);
    expect(requested.filter((url) => !url.startsWith(prefix.url) && !url.startsWith('data:'))).toEqual([]);
    expect(requested.length).toBeGreaterThan(10);
    expect(origin).toBe(new URL(requested[0] ?? '').origin);
  });
});
