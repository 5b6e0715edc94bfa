import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { call } from '#test/client.js';
import { startReceiver, type Receiver } from '#test/receiver.js';
import { requireProgram } from '#test/requirements.js';
import { sql } from '#test/sql.js';
import { ConsoleUnderTest } from './console-under-test.js';
import { findViolations, focusByTab } from './page-checks.js';

const HOSTILE = `<img src=x onerror="document.title='hacked'">\u202e[x](javascript:alert(1)) 2026-11-29 03:04:05 UTC`;

requireProgram('chromium', 'apt-get install chromium')('the page of an alert', () => {
  let fixture: ConsoleUnderTest;
  let receiver: Receiver;
  let page: Page;
  let keyOfMax: string;

  beforeAll(async () => {
    receiver = await startReceiver();
    fixture = await ConsoleUnderTest.start(async () => ({ NOTIFICATION_ALLOW: '127.0.0.1' }));
    page = await fixture.openPage(await fixture.newContext({ timezoneId: 'Asia/Kolkata' }));
    keyOfMax = await fixture.createKey('MEMBER', 'max');
    await fixture.signIn(page, await fixture.createKey('MEMBER', 'ann'));
    await call('POST', `${fixture.api.url}/notification/v1/subscriptions`, {
      ...{
        domain_id: 'demo',
        name: 'on-call',
        protocol_id: 'webhook',
        kinds: ['alert.opened', 'alert.resolved'],
      },
      options: { url: receiver.url },
    });
  });
  afterAll(async () => {
    await fixture?.close();
    await receiver?.close();
  });

  const timeline = () => page.getByRole('region', { name: 'Timeline' });
  const entries = () => timeline().locator('.story > li');
  const url = (id: string, verb: string) => `${fixture.api.url}/monitoring/v1/alert/${id}/${verb}`;
  const asMax = () => ({ authorization: `Bearer ${keyOfMax}` });

  async function open(title: string, part: object = {}): Promise<string> {
    await page.goto(`${fixture.url}/console/#/now`);
    await fixture.postAlarm(title, part);
    const link = page.getByRole('link', { name: title.slice(0, 20) }).first();
    await link.click();
    await page.getByRole('heading', { level: 1, name: title.slice(0, 20) }).waitFor();
    return page.url().split('/').at(-1) ?? '';
  }

  it('tells what happened in one order, with times in words, the payload and what the receiver answered', async () => {
    receiver.answer = (_, response) => void response.writeHead(200).end('thanks');
    await open('disk', { severity: 'ERROR' });
    await timeline().getByText('Told on-call (webhook) that it opened: sent, answered 200').waitFor();
    await fixture.postAlarm('disk', { severity: 'CRITICAL' });
    await timeline().getByText('Severity rose from ERROR to CRITICAL').waitFor();
    const texts = (await entries().allTextContents()).map((text) => text.replace(/\d+ (s|min) ago$/, ''));
    expect(texts).toEqual([
      'Severity rose from ERROR to CRITICAL',
      expect.stringMatching(/^critical disk/),
      expect.stringMatching(/^Told on-call/),
      expect.stringMatching(/^Opened as ERROR by direct/),
      expect.stringMatching(/^error disk/),
    ]);
    const time = entries().first().locator('time').last();
    expect(await time.textContent()).toMatch(/^\d+ (s|min) ago$/);
    expect(await time.getAttribute('title')).toMatch(/^\S.*, \d{4}-\d\d-\d\dT.*Z \(UTC\)$/);
    await entries().filter({ hasText: 'Told on-call' }).getByText('1 attempt').click();
    await timeline().getByText('thanks').waitFor();
    await entries().nth(1).getByText('Payload').click();
    await page
      .getByRole('region', { name: /^Payload/ })
      .getByText('"severity": "CRITICAL"')
      .waitFor();
    await page
      .getByRole('region', { name: /^Event/ })
      .getByText('"event_id"')
      .waitFor();
    const told = page.getByRole('region', { name: 'Who was told' });
    await told.getByText(/^on-call webhook, sent \d+ (s|min) ago$/).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('assigns it to somebody, to the user and to nobody', async () => {
    const id = await open('mail queue');
    const acts = page.getByRole('region', { name: 'Actions' });
    const openMenu = () => acts.locator('summary[aria-label="Assign"]').click();
    await openMenu();
    await acts.getByRole('button', { name: 'To somebody else' }).click();
    await page.getByLabel('Assign to').fill('max@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await timeline().getByText('Assigned to max@example.com by ann').waitFor();
    await openMenu();
    await acts.getByRole('button', { name: 'To me', exact: true }).click();
    await timeline().getByText('Assigned to ann by ann').waitFor();
    // Who takes an alert works on it.
    await timeline().getByText('Acknowledged by ann').waitFor();
    await openMenu();
    expect(await acts.getByRole('button', { name: 'To me', exact: true }).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await acts.getByRole('button', { name: 'To nobody', exact: true }).click();
    await timeline().getByText('Assigned to nobody by ann').waitFor();
    await openMenu();
    expect(await acts.getByRole('button', { name: 'To nobody', exact: true }).count()).toBe(0);
    await acts.getByRole('button', { name: 'To somebody else' }).click();
    await page.getByLabel('Assign to').fill('   ');
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    // The browser says that the field is empty.
    expect(await page.locator('dialog input:invalid').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await findViolations(page)).toEqual([]);
    const { body } = await call('GET', `${fixture.api.url}/monitoring/v1/alert/${id}?domain_id=demo`);
    expect(body).toMatchObject({ assignee: null, acknowledged_by: 'ann' });
  });

  it('adds notes with links and deletes those of the user, after a second press', async () => {
    const id = await open('certificate');
    await call('POST', url(id, 'notes'), { text: 'I have no access.' }, asMax());
    await page
      .getByLabel('Note', { exact: true })
      .fill('See https://wiki.example.com/renew?x=1.\nThen tell max.');
    await page.getByRole('button', { name: 'Add note' }).click();
    const note = entries().filter({ hasText: 'Note by ann' });
    const link = note.getByRole('link', { name: 'https://wiki.example.com/renew?x=1', exact: true });
    expect(await link.getAttribute('href')).toBe('https://wiki.example.com/renew?x=1');
    await timeline().getByText('I have no access.').waitFor();
    // A member deletes no notes of others.
    expect(
      await timeline()
        .getByRole('button', { name: /the note by/ })
        .count(),
    ).toBe(1);
    expect(await findViolations(page)).toEqual([]);
    const button = note.getByRole('button');
    await button.click();
    await note.getByRole('button', { name: 'Really delete it?' }).waitFor();
    await page.keyboard.press('Escape');
    await note.getByRole('button', { name: 'Delete the note' }).waitFor();
    await button.click();
    await button.click();
    await note.waitFor({ state: 'detached' });
    expect(await page.locator('#note:focus').count()).toBe(1);
  });

  it('shows runbooks first, and leads from a label to the alerts that have it', async () => {
    await open('index', {
      description: 'Build it again: https://wiki.example.com/index',
      resource: { name: 'db-1', resource_type: 'host' },
      labels: { team: 'search', 'app.kubernetes.io/name': 'indexer' },
      links: { dashboard: 'https://grafana.example.com/d/1', runbook: 'https://runbooks.example.com/index' },
    });
    const main = page.getByRole('main');
    const links = await main.locator('.links a').allTextContents();
    expect(links).toEqual(['runbook', 'dashboard']);
    await main.getByText('db-1 (host)').waitFor();
    await main.getByRole('link', { name: 'https://wiki.example.com/index' }).waitFor();
    await main.getByRole('link', { name: /^direct / }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await main.getByRole('link', { name: 'app.kubernetes.io/name=indexer' }).click();
    await page.getByText('1 found').waitFor();
    const found = page.getByRole('region', { name: 'Search results' });
    await found.getByRole('link', { name: 'team=search' }).click();
    await page.getByText('labels.team = "search"').first().waitFor();
    await page.getByText('1 found').waitFor();
    await found.getByRole('link', { name: 'index', exact: true }).waitFor();
  });

  it('shows texts of strangers as text', async () => {
    const id = await open(`storage ${HOSTILE}`, {
      event_key: 'storage',
      description: HOSTILE,
      labels: { [HOSTILE]: HOSTILE },
      links: [{ name: HOSTILE, url: `https://example.com/?${encodeURIComponent(HOSTILE)}` }],
      severity: 'CRITICAL',
    });
    await call('POST', url(id, 'notes'), { text: HOSTILE }, asMax());
    await call('PUT', url(id, 'acknowledge'), { comment: HOSTILE }, asMax());
    await call('PUT', url(id, 'assign'), { assignee: '<b>max</b>' }, asMax());
    await timeline().getByText('Assigned to <b>max</b> by max').waitFor();
    await entries().filter({ hasText: 'Note by max' }).getByText('<img src=x').waitFor();
    await timeline().getByText('Acknowledged by max: <img src=x').waitFor();
    expect(await page.title()).toMatch(/^\(\d+\) storage <img/);
    expect(await page.locator('main img, main b').count()).toBe(0);
    expect(await page.locator('main a[href^="javascript:"]').count()).toBe(0);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(fixture.browserErrors).toEqual([]);
  });

  it('loads earlier entries, and then leads to all events', async () => {
    const id = await open('flood');
    const addNotes = (count: number, text: string) =>
      sql(
        fixture.databaseUrl,
        `insert into alert_note (domain_id, alert_id, note_id, author, text)
         select 'demo', $1, gen_random_uuid(), 'max', $2 || number from generate_series(1, $3) as number`,
        [parseId('alert', id), text, count],
      );
    await addNotes(40, 'new ');
    await timeline()
      .getByText(/^new \d/)
      .first()
      .waitFor();
    expect(await entries().count()).toBe(30);
    await page.getByRole('button', { name: /^Show \d+ of \d+ earlier$/ }).click();
    await timeline().getByText('Opened as ERROR').waitFor();
    expect(await page.getByRole('button', { name: /earlier$/ }).count()).toBe(0);
    // More than the service gives at once.
    await addNotes(1_100, 'many ');
    await timeline().getByText(/^many/).first().waitFor();
    for (;;) {
      const more = page.getByRole('button', { name: /earlier$/ });
      if ((await more.count()) === 0) break;
      await more.click();
    }
    await timeline()
      .getByText(/^1\d\d earlier entries are left out/)
      .waitFor();
    await timeline().getByRole('link', { name: 'Find all events of the alert' }).click();
    await page.getByText('1 found').waitFor();
  });

  it('can be used by keyboard alone', async () => {
    await open('keyboard');
    await focusByTab(page, /^ ?Acknowledge/);
    await focusByTab(page, /with a comment/);
    await page.keyboard.press('Enter');
    await focusByTab(page, /With a comment/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Comment', { exact: true }).waitFor();
    await page.keyboard.type('on it');
    await page.keyboard.press('Enter');
    await timeline().getByText('Acknowledged by ann: on it').waitFor();
    await focusByTab(page, /^ ?Assign/);
    await page.keyboard.press('Enter');
    await focusByTab(page, /To me/);
    await page.keyboard.press('Enter');
    await timeline().getByText('Assigned to ann by ann').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.type('by hand');
    await focusByTab(page, /Add note/);
    await page.keyboard.press('Enter');
    await timeline().getByText('by hand', { exact: true }).waitFor();
    await focusByTab(page, /Delete the note/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Really delete it?' }).waitFor();
    await page.keyboard.press('Enter');
    await timeline().getByText('by hand', { exact: true }).waitFor({ state: 'detached' });
    await focusByTab(page, /Payload/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: /^Payload/ }).waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('What solved it').waitFor();
    await page.keyboard.type('done');
    await page.keyboard.press('Enter');
    await timeline().getByText('Resolved by ann: done').waitFor();
    expect(fixture.browserErrors).toEqual([]);
  });
});
