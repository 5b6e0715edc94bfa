import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { rootApiKey } from '#test/processes.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations } from './page-checks.js';

const HOSTILE = `<img src=x onerror="document.title='broken'"> ‮backwards ${'long '.repeat(2_000)}`;

requireProgram('chromium', 'apt-get install chromium')('the console in a browser', () => {
  let fixture: ConsoleUnderTest;
  let context: BrowserContext;
  let page: Page;
  let key: string;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    key = await fixture.createKey('ADMIN', 'ann');
    context = await fixture.newContext({ acceptDownloads: true });
    page = await fixture.openPage(context);
  });
  afterAll(() => fixture?.close());

  it('redirects / to the sign-in, and shows why a key is rejected', async () => {
    await page.goto(`${fixture.url}/`);
    expect(new URL(page.url()).pathname).toBe('/below/tocsin/console/');
    await page.getByLabel('API key').fill('no key');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect
      .poll(() => page.getByRole('alert').textContent(), { timeout: TIMEOUT_MS })
      .toContain('not valid');
    expect(await findViolations(page)).toEqual([]);
  });

  it('says all quiet only after a source has sent something, and stores nothing in the browser', async () => {
    await fixture.signIn(page, key);
    await page.getByText('Nothing has arrived yet').waitFor();
    await fixture.postAlarm('first', { event_type: 'RECOVERY' });
    await page.getByText('All quiet. The last delivery was').waitFor();
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
      0,
      0,
      '',
    ]);
  });

  it('shows a new alarm at once, and a hostile title as text', async () => {
    await Promise.all([
      fixture.postAlarm('disk', { severity: 'WARNING' }),
      fixture.postAlarm('db', { severity: 'CRITICAL', title: HOSTILE }),
    ]);
    await page.getByRole('link', { name: 'disk' }).waitFor();
    const rows = page.getByRole('region', { name: 'Open alerts' }).getByRole('article');
    await expect.poll(() => rows.count(), { timeout: TIMEOUT_MS }).toBe(2);
    expect(await rows.first().textContent()).toContain('<img src=x onerror=');
    expect(await page.title()).toMatch(/^(\(\d+\) )?Now · Tocsin$/);
    expect(await findViolations(page)).toEqual([]);
  });

  it('shows an acknowledgement in both open browsers', async () => {
    const other = await fixture.newContext({ colorScheme: 'dark', viewport: { width: 380, height: 800 } });
    const second = await fixture.openPage(other);
    await fixture.signIn(second, rootApiKey, 'demo');
    await second.getByRole('button', { name: 'Acknowledge disk' }).click();
    await page.getByRole('img', { name: 'Acknowledged by root' }).waitFor();
    await second.getByRole('button', { name: 'Unacknowledge disk' }).waitFor();
    expect(await findViolations(second)).toEqual([]);
    expect(await second.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(380);
    await other.close();
  });

  it('offers no acknowledgement to a VIEWER', async () => {
    const other = await fixture.newContext();
    const second = await fixture.openPage(other);
    await fixture.signIn(second, await fixture.createKey('VIEWER', 'vic'));
    await second.getByRole('link', { name: 'disk' }).waitFor();
    expect(await second.getByRole('button', { name: /^(un)?acknowledge /i }).count()).toBe(0);
    await other.close();
  });

  it('shows the payload of a delivery, and the events of the alert', async () => {
    await page.getByRole('link', { name: 'disk' }).click();
    await page.getByRole('heading', { name: 'disk' }).waitFor();
    await page.getByText('Payload').click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Payload' }).textContent(), { timeout: TIMEOUT_MS })
      .toContain('"event_key": "disk"');
    await fixture.postAlarm('disk', { severity: 'CRITICAL', title: 'disk again' });
    await page.getByText('Severity rose from WARNING to CRITICAL').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('acknowledges an alert with a comment, and shows it as text', async () => {
    await page.getByRole('button', { name: 'Unacknowledge' }).click();
    await page.locator('summary[aria-label^="Acknowledge for a time"]').click();
    await page.getByRole('button', { name: 'With a comment' }).click();
    await page.getByLabel('Comment', { exact: true }).fill('<b>replacing</b> the disk');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Unacknowledge' }).waitFor();
    await page.getByText('Acknowledged by ann: <b>replacing</b> the disk').waitFor();
    expect(await page.getByLabel('Comment', { exact: true }).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  });

  it('can be navigated by keyboard, from the skip link to an alert', async () => {
    await page.goto(`${fixture.url}/console/#/now`);
    await page.reload();
    await page.getByRole('link', { name: 'disk again' }).waitFor();
    const focused = () => page.locator(':focus').textContent();
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('main');
    for (let presses = 0; presses < 40 && (await focused()) !== 'disk again'; presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'disk again' }).waitFor();
  });

  it('shows that the service does not respond, and continues by itself when it is back', async () => {
    await page.goto(`${fixture.url}/console/#/now`);
    await page.getByRole('link', { name: 'disk again' }).waitFor();
    process.kill(fixture.api.pid, 'SIGSTOP');
    await page.getByText('What you see is').waitFor();
    process.kill(fixture.api.pid, 'SIGCONT');
    await page.getByText('What you see is').waitFor({ state: 'detached' });
    await fixture.postAlarm('back');
    await page.getByRole('link', { name: 'back' }).waitFor();
  });

  it('signs in by a link only once, and signs out', async () => {
    const { body } = await call<{ token: string }>('POST', `${fixture.api.url}/identity/v1/sign-in-token`, {
      domain_id: 'demo',
    });
    const link = `${fixture.url}/console/#sign-in=${body.token}`;
    const other = await fixture.newContext();
    const second = await fixture.openPage(other);
    await second.goto(link);
    await second.getByText('Sign in as root in domain demo?').waitFor();
    expect(await findViolations(second)).toEqual([]);
    await second.getByRole('button', { name: 'Sign in with the link' }).click();
    await second.getByRole('heading', { name: 'Now' }).waitFor();
    expect(second.url()).not.toContain(body.token);
    await fixture.signOut(second);
    await second.getByLabel('API key').waitFor();
    await second.goto('about:blank');
    await second.goto(link);
    await second.getByText('was used').waitFor();
    await other.close();
  });

  it('asks for a sign-in when the session was ended elsewhere', async () => {
    const sessions = await call<{ results: { session_id: string }[] }>(
      'GET',
      `${fixture.api.url}/identity/v1/sessions?domain_id=demo&user_id=ann`,
    );
    for (const { session_id } of sessions.body.results)
      await call('DELETE', `${fixture.api.url}/identity/v1/session/${session_id}?domain_id=demo`);
    await page.getByText('The session has ended').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('causes no errors in the browser', () => {
    expect(fixture.browserErrors).toEqual([]);
  });
});
