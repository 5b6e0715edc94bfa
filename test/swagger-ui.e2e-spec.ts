import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM_FLAGS } from './chromium.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startPathPrefix, type PathPrefix } from './path-prefix.js';
import { rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';
import { findProgram, requireProgram } from './requirements.js';

/** Where to keep pictures of the page; without it none are made. */
const PICTURES = process.env['TEST_PICTURES'];

interface Answer {
  readonly status: number;
  readonly body: Record<string, string>;
}

requireProgram('chromium', 'apt-get install chromium')('Swagger UI in a browser', () => {
  let database: TestDatabase;
  let folder: TestFolder;
  let prefix: PathPrefix;
  let api: AppUnderTest;
  let worker: AppUnderTest;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];
  const requested: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await createTestFolder('browser');
    prefix = await startPathPrefix('/monitoring/tocsin', () => api.url);
    const env = { PUBLIC_URL: prefix.url, DOCS_ACCESS: 'key' };
    [api, worker] = await Promise.all([
      startApi({ databaseUrl: database.url, env }),
      startWorker({ databaseUrl: database.url }),
    ]);
    browser = await chromium.launch({ executablePath: findProgram('chromium') ?? '', args: CHROMIUM_FLAGS });
    context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      httpCredentials: { username: 'any', password: rootApiKey },
    });
    page = await watch(await context.newPage());
    page.setDefaultTimeout(15_000);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([api?.stop(), worker?.stop()]);
    prefix?.close();
    await folder?.remove();
    await database?.drop();
  });

  async function watch(opened: Page): Promise<Page> {
    opened.on('console', (message) => {
      // The browser tells of every answer from 400 on: the one that asks for the password, the one asked for below.
      const expected = /^Failed to load resource.* status of (401|403) |^Deprecated: escaping deep link/.test(
        message.text(),
      );
      if (message.type() === 'error' && !expected) complaints.push(message.text());
    });
    opened.on('pageerror', (error) => complaints.push(error.message));
    opened.on('request', (request) => requested.push(request.url()));
    return opened;
  }

  const operation = (id: string): Locator => page.locator(`[id$="-${id}"].opblock`);

  async function execute(id: string, parameters: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const block = operation(id);
    if (!/is-open/.test((await block.getAttribute('class')) ?? '')) {
      await block.locator('.opblock-summary-control').click();
    }
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

  const picture = async (name: string) => {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  };

  it('shows the start page, the resources in order, and what there is to do', async () => {
    const answer = await page.goto(`${prefix.url}/docs`);
    expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
    await page.locator('.opblock').first().waitFor();
    const tags = await page
      .locator('.opblock-tag')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-tag')));
    expect(tags.slice(0, 4)).toEqual(['API key', 'Endpoint', 'Webhook', 'Event']);
    expect(await page.locator('.information-container').innerText()).toContain('What to do first');
    const verbs = await page
      .locator('[id^="operations-API_key-"]')
      .evaluateAll((all) => all.map((each) => each.id.split('_').at(-1)));
    expect(verbs).toEqual([
      'create',
      'enable',
      'disable',
      'rotate',
      'delete',
      'get',
      'list',
      'search',
      'stat',
    ]);
    await picture('docs-light');
  });

  it('takes a key by keyboard alone, and keeps it', async () => {
    const authorize = page.locator('.auth-wrapper .btn.authorize');
    await authorize.focus();
    await page.keyboard.press('Enter');
    await page.locator('#auth-bearer-value:focus').waitFor();
    await page.keyboard.type(rootApiKey);
    await page.keyboard.press('Enter');
    await page.locator('.modal-ux .btn.modal-btn.auth:has-text("Logout")').first().waitFor();
    await picture('docs-authorize');
    await page.keyboard.press('Escape');
    await page.locator('.auth-wrapper .btn.authorize:focus').waitFor();
    await page.reload();
    await page.locator('.auth-wrapper .btn.authorize.locked').waitFor();
  });

  it('leads from a webhook over an alarm to its event, and to the 403 of a disabled webhook', async () => {
    const created = await execute('Webhook_create');
    expect(created.status).toBe(201);
    const { webhook_id = '', access_key = '', webhook_url = '' } = created.body;
    expect(webhook_url).toBe(`${prefix.url}/monitoring/v1/webhook/${webhook_id}/${access_key}/events`);

    const sent = await execute('Event_create', { webhook_id, access_key, Prefer: 'wait=20' });
    expect(sent).toMatchObject({ status: 200, body: { status: 'PROCESSED' } });

    const found = await execute('Event_search');
    expect(found.status).toBe(200);
    expect(JSON.stringify(found.body)).toContain('Disk of db-3 is 91 % full');
    await operation('Event_search').locator('.live-responses-table').scrollIntoViewIfNeeded();
    await picture('docs-search');

    expect((await execute('Webhook_disable', { webhook_id })).body).toMatchObject({ state: 'DISABLED' });
    const refused = await execute('Event_create', { webhook_id, access_key });
    expect(refused).toMatchObject({ status: 403, body: { code: 'ERROR_WEBHOOK_DISABLED', status: 403 } });
    await operation('Event_create')
      .locator('.live-responses-table', { hasText: 'ERROR_WEBHOOK_DISABLED' })
      .waitFor();
  });

  it('offers a payload of every sender', async () => {
    const choices = operation('Event_create').locator('select.examples-select-element option');
    const values = await choices.evaluateAll((all) => all.map((each) => each.getAttribute('value')));
    expect(values.slice(0, 2)).toEqual(['prometheus', 'direct']);
    expect(values).toEqual(expect.arrayContaining(['grafana', 'datadog', 'zabbix', 'pagerduty']));
  });

  it('opens by link, and finds by its filter', async () => {
    await page.goto(`${prefix.url}/docs/#/Quota/Quota_consume`);
    await operation('Quota_consume').locator('.btn.execute').waitFor();
    await page.locator('input.operation-filter-input').fill('Quota');
    await expect.poll(() => page.locator('.opblock-tag').count(), { timeout: 10_000 }).toBe(1);
  });

  it('is dark where the user has it so', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${prefix.url}/docs/`);
    await page.locator('.opblock').first().waitFor();
    const brightness = await page.evaluate(
      'getComputedStyle(document.documentElement).backgroundColor.match(/[0-9]+/g).slice(0, 3).reduce((sum, each) => sum + Number(each), 0)',
    );
    expect(brightness).toBeLessThan(200);
    await picture('docs-dark');
  });

  it('has complained of nothing, and asked nobody else', () => {
    expect(complaints).toEqual([]);
    const { origin } = new URL(prefix.url);
    expect(requested.filter((url) => !url.startsWith(prefix.url) && !url.startsWith('data:'))).toEqual([]);
    expect(requested.length).toBeGreaterThan(10);
    expect(origin).toBe(new URL(requested[0] ?? '').origin);
  });
});
