import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { startTestServer, type TestServer } from '#test/database.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import { requireProgram } from '#test/requirements.js';
import { sql } from '#test/sql.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { focusByTab, findViolations } from './page-checks.js';

const HOSTILE = `<img src=x onerror="document.title='broken'"> ‮backwards ${'long '.repeat(150)}`;
const NO_TIME = '2026-99-99T99:99Z';

requireProgram('chromium', 'apt-get install chromium')('the console in error conditions', () => {
  let server: TestServer;
  let folder: TestFolder;
  let fixture: ConsoleUnderTest;
  let context: BrowserContext;
  let page: Page;
  let key: string;

  beforeAll(async () => {
    [server, folder] = await Promise.all([startTestServer(), createTestFolder('spool')]);
    fixture = await ConsoleUnderTest.start(async () => ({ SPOOL_DIR: folder.path }), {
      url: server.url,
      drop: () => server.close(),
    });
    key = await fixture.createKey('ADMIN', 'ann');
    context = await fixture.newContext();
    page = await fixture.openPage(context);
  });
  afterAll(async () => {
    await fixture?.close();
    await folder?.remove();
  });

  const openScreen = (to: string) => page.goto(`${fixture.url}/console/#/${to}`);
  const alertTexts = (on = page) => on.getByRole('alert').allTextContents();
  const saysAlert = (text: string, on = page) =>
    expect
      .poll(() => alertTexts(on), { timeout: TIMEOUT_MS })
      .toEqual(expect.arrayContaining([expect.stringContaining(text)]));
  const unavailable = { status: 503, json: { status: 503, code: 'ERROR_UNAVAILABLE', detail: 'made up' } };

  it('signs in by keyboard, and opens Now for an address that cannot be parsed', async () => {
    await openScreen('%');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findViolations(page)).toEqual([]);
    await focusByTab(page, /API key/);
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Now' }).waitFor();
  });

  it('shows hostile content of a sender as text, on the page of the alert and in a search', async () => {
    const resource = { name: NO_TIME, resource_id: HOSTILE };
    await fixture.postAlarm('hostile', {
      ...{ title: HOSTILE, description: HOSTILE, resource, additional_info: { seen_at: NO_TIME } },
      labels: { [HOSTILE]: HOSTILE },
      links: [{ name: HOSTILE, url: 'https://e.example.com' }],
    });
    await page.getByRole('article').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: '<img src=x onerror=' }).waitFor();
    expect(await page.title()).toMatch(/^(\(\d+\) )?<img src=x .* · Tocsin$/);
    await expect
      .poll(() => page.locator(':focus').textContent(), { timeout: TIMEOUT_MS })
      .toContain('<img src=x onerror=');
    await page.getByText('Payload', { exact: true }).click();
    await page.getByRole('region', { name: 'Payload' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await openScreen('search?of=events&columns=created_at,title,resource.name,additional_info.seen_at');
    await expect
      .poll(() => page.getByRole('cell').allTextContents(), { timeout: TIMEOUT_MS })
      .toContain(NO_TIME);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  });

  it('lists open alerts only after the stream is open, and shows that a change was rejected', async () => {
    const other = await fixture.newContext();
    const second = await fixture.openPage(other);
    let isFollowing = false;
    await second.route('**/monitoring/v1/alerts/stream*', async (route) => {
      await second.waitForTimeout(1_000);
      isFollowing = true;
      await route.continue();
    });
    const listed: boolean[] = [];
    second.on('request', (request) => {
      if (request.url().endsWith('/alerts/search')) listed.push(isFollowing);
    });
    // The page believes that the user is an ADMIN; the service does not.
    await second.route('**/identity/v1/session', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), role: 'ADMIN' } });
    });
    await fixture.signIn(second, await fixture.createKey('VIEWER', 'vic'));
    await second.getByRole('button', { name: /^Acknowledge/ }).click();
    await second.getByRole('status', { name: 'Messages' }).getByText('may not').waitFor();
    // The list, and then the rows in sight again.
    expect(new Set(listed)).toEqual(new Set([true]));
    // The page asks again at any time; a request that is being answered would reject after the end of the test.
    await second.unrouteAll({ behavior: 'ignoreErrors' });
    await other.close();
  });

  it('shows that the service is unavailable, and retries by itself', async () => {
    await page.route('**/monitoring/v1/**', (route) => route.fulfill(unavailable));
    await openScreen('sources');
    await saysAlert('Trying again');
    await page.unroute('**/monitoring/v1/**');
    await page.getByRole('list', { name: 'Sources' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByText('1 found').waitFor();
    await page.route('**/monitoring/v1/**', (route) => route.fulfill(unavailable));
    await page.getByLabel('Words').fill('img');
    await page.getByRole('button', { name: 'Search' }).click();
    await saysAlert('Trying again');
    await page.unroute('**/monitoring/v1/**');
    await page.getByText('1 found').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('keeps the navigation if a screen cannot be displayed', async () => {
    const broken = { status: 200, json: { results: [{}], total_count: 1 } };
    await page.route('**/monitoring/v1/webhooks/search', (route) => route.fulfill(broken));
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await saysAlert('This screen cannot be displayed');
    await page.unroute('**/monitoring/v1/webhooks/search');
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByText('1 found').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('does not show the sign-in while the session cannot be loaded', async () => {
    await page.route('**/identity/v1/session', (route) => route.fulfill(unavailable));
    await page.reload();
    await saysAlert('Your session could not be loaded');
    expect(await page.getByLabel('API key').count()).toBe(0);
    await page.unroute('**/identity/v1/session');
    await page.getByRole('heading', { name: 'Search' }).waitFor();
  });

  it('keeps the session if the user signs out while offline, and says so', async () => {
    await context.setOffline(true);
    await page.getByText('The service cannot be reached.').waitFor();
    await fixture.signOut(page);
    await saysAlert('You are still signed in');
    expect(await page.getByLabel('API key').count()).toBe(0);
    await context.setOffline(false);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
  });

  it('stays paused when the connection comes back', async () => {
    await page.getByRole('link', { name: 'Now' }).click();
    await page.getByRole('article').first().waitFor();
    expect(await page.title()).toMatch(/^(\(\d+\) )?Now · Tocsin$/);
    await page.getByRole('button', { name: 'Pause' }).click();
    fixture.prefix.cut();
    await fixture.postAlarm('meanwhile');
    const other = await fixture.openPage(context);
    await other.goto(`${fixture.url}/console/#/now`);
    await other.getByRole('link', { name: 'meanwhile' }).waitFor();
    await other.close();
    await page.waitForTimeout(1_000);
    expect(await page.getByRole('link', { name: 'meanwhile' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Pause', pressed: true }).click();
    await page.getByRole('link', { name: 'meanwhile' }).waitFor();
  });

  it('asks before a sign-in link replaces the session', async () => {
    const link = async () => {
      const body = { domain_id: 'elsewhere' };
      const answer = await call<{ token: string }>(
        'POST',
        `${fixture.api.url}/identity/v1/sign-in-token`,
        body,
      );
      return `${fixture.url}/console/#sign-in=${answer.body.token}`;
    };
    await page.goto(await link());
    await page.getByRole('button', { name: 'Keep this session' }).waitFor();
    expect(page.url()).not.toContain('sign-in=');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep this session' }).click();
    await page.getByText('ann in demo').waitFor();
    await page.goto(await link());
    await page.getByRole('button', { name: 'Sign in with the link' }).click();
    await page.getByText('in elsewhere', { exact: true }).waitFor();
    // No data of the previous domain remains.
    await page.getByText('The domain elsewhere is empty and new').waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
  });

  it('shows every screen of an empty domain', async () => {
    for (const [screen, text] of [
      ['Search', 'Nothing was found.'],
      ['Now', 'Three steps to your first alert'],
      ['Sources', 'No sources yet'],
      ['Who is told', 'Nothing is silenced.'],
    ] as const) {
      await page.getByRole('link', { name: screen, exact: true }).click();
      await page.locator('h1:focus').waitFor();
      await page.getByText(text).first().waitFor();
      expect(await findViolations(page), screen).toEqual([]);
    }
    expect(await alertTexts()).toEqual([]);
  });

  it('asks for a sign-in when the session has expired', async () => {
    await fixture.signOut(page);
    await page.getByLabel('API key').waitFor();
    const headers = { 'x-requested-with': 'test', origin: new URL(fixture.url).origin };
    await context.request.post(`${fixture.url}/identity/v1/session`, { data: { api_key: key }, headers });
    await page.reload();
    await page.getByText('ann in demo').waitFor();
    // The change makes the service read the session again.
    await sql(
      server.url,
      `with over as (update session set expires_at = statement_timestamp() where ended_at is null
           and session_id = (select session_id from session order by created_at desc limit 1) returning session_id),
         bumped as (update change_counter set revision = revision + 1 returning revision)
       insert into change_log (revision, topic, record_id) select revision, 'session', session_id from bumped, over`,
    );
    await page.getByText('The session has ended').waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
  });

  it('does not say all quiet while the database is down, and shows missed alerts afterwards', async () => {
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Now' }).click();
    for (const event_key of ['hostile', 'meanwhile'])
      await fixture.postAlarm(event_key, { event_type: 'RECOVERY' });
    await page.getByText('All quiet. The last delivery was').waitFor();
    await server.postgres.kill();
    await page.getByText('The service cannot reach its database').waitFor();
    await saysAlert('has been unknown since');
    expect(await page.getByText('All quiet').count()).toBe(0);
    expect((await fixture.postAlarm('in the outage')).status).toBe(202);
    await server.postgres.start();
    await page.getByRole('link', { name: 'in the outage' }).waitFor();
    await page.getByText('What you see is').waitFor({ state: 'detached' });
    expect(fixture.browserErrors).toEqual([]);
  });
});
