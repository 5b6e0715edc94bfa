import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { startReceiver, type Receiver } from '#test/receiver.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the console of somebody on call', () => {
  let fixture: ConsoleUnderTest;
  let receiver: Receiver;
  let context: BrowserContext;
  let page: Page;
  let member: string;

  beforeAll(async () => {
    receiver = await startReceiver();
    fixture = await ConsoleUnderTest.start(async () => ({ NOTIFICATION_ALLOW: '127.0.0.1' }));
    context = await fixture.newContext({ timezoneId: 'Asia/Kolkata' });
    page = await fixture.openPage(context);
    member = await fixture.createKey('MEMBER', 'max');
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
  });
  afterAll(async () => {
    await fixture?.close();
    await receiver?.close();
  });

  const openScreen = (to: string) => page.goto(`${fixture.url}/console/#/${to}`);
  const row = (title: string, on = page) => on.getByRole('article').filter({ hasText: title });
  const post = async (title: string, part: object = {}) => {
    await fixture.postAlarm(title, part);
    const link = page.getByRole('link', { name: title, exact: true });
    await link.waitFor();
    return ((await link.getAttribute('href')) ?? '').split('/').at(-1) ?? '';
  };
  const acknowledge = (id: string, comment: string) =>
    call(
      'PUT',
      `${fixture.api.url}/monitoring/v1/alert/${id}/acknowledge`,
      { comment },
      { authorization: `Bearer ${member}` },
    );

  it('shows an acknowledgement that is made in a paused list', async () => {
    await post('disk');
    await page.getByRole('button', { name: 'Pause' }).click();
    await row('disk').getByRole('button', { name: 'Acknowledge disk', exact: true }).click();
    await row('disk').getByRole('img', { name: 'Acknowledged by ann' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
  });

  it('keeps the comment that is being typed while somebody else acknowledges', async () => {
    const id = await post('queue');
    await page.getByRole('link', { name: 'queue', exact: true }).click();
    await page.locator('summary[aria-label^="Acknowledge for a time"]').click();
    await page.getByRole('button', { name: 'With a comment' }).click();
    await page.getByLabel('Comment', { exact: true }).fill('restarting it');
    await acknowledge(id, 'on it');
    await page.getByText('Acknowledged by max: on it').waitFor();
    expect(await page.getByLabel('Comment', { exact: true }).inputValue()).toBe('restarting it');
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('Acknowledged by ann: restarting it').waitFor();
    await page.getByRole('button', { name: 'Unacknowledge' }).waitFor();
  });

  it('updates the open page of an alert: repeats, notifications, events', async () => {
    let answer: () => void = () => undefined;
    receiver.answer = (_, response) =>
      new Promise((resolve) => {
        answer = () => resolve(void response.writeHead(204).end());
      });
    await call('POST', `${fixture.api.url}/notification/v1/subscriptions`, {
      domain_id: 'demo',
      name: 'on-call',
      protocol_id: 'webhook',
      options: { url: receiver.url },
    });
    await openScreen('now');
    await post('latency', { severity: 'WARNING' });
    await page.getByRole('link', { name: 'latency', exact: true }).click();
    const told = page.getByRole('region', { name: 'Timeline' });
    await told.getByText(/^Telling on-call/).waitFor();
    await expect.poll(() => receiver.received.length, { timeout: TIMEOUT_MS }).toBe(1);
    answer();
    await told.getByText(/^Told on-call .*: sent, answered 204$/).waitFor();
    await fixture.postAlarm('latency', { severity: 'WARNING' });
    await page.getByText('1, and 1 repeats').waitFor();
    await told.getByText('Payload').click();
    const read = page.getByRole('region', { name: 'Payload' });
    await read.waitFor();
    await fixture.postAlarm('latency', { severity: 'CRITICAL' });
    await page.getByText('2, and 1 repeats').waitFor();
    await told.getByText('Severity rose from WARNING to CRITICAL').waitFor();
    // The event that is being read stays open below the new one.
    expect(await read.count()).toBe(1);
    answer();
  });

  it('gives the page of a missing alert or source a title', async () => {
    await openScreen('search');
    await page.getByText('found').waitFor();
    for (const [place, name] of [
      ['alert/alert_01m88z7gcgeh6aggh3eje0dsn5', 'Alert'],
      ['sources/webhook_01m88z7gcgeh6aggh3eje0dsn5', 'Source'],
    ] as const) {
      await openScreen(place);
      await page.getByRole('alert').getByText('was not found').waitFor();
      expect(await page.title()).toMatch(new RegExp(`^(\\(\\d+\\) )?${name} · Tocsin$`));
      expect(await page.locator(':focus').textContent()).toBe(name);
      expect(await findViolations(page)).toEqual([]);
    }
    expect(fixture.browserErrors.splice(0).filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('shows an error for an invalid filter in the address, and keeps the rest of the search', async () => {
    for (const filter of ['[null]', '["title"]', '[[]]']) {
      await openScreen(`search?filter=${encodeURIComponent(filter)}`);
      await page.getByText('The filter in the page address is not valid').waitFor();
      expect(await page.getByLabel('Words').count()).toBe(1);
    }
  });

  it('interprets a time without a zone in the time zone of the browser', async () => {
    await openScreen('search');
    await page.getByLabel('Time', { exact: true }).selectOption('Other …');
    await page.getByLabel('From').fill('2026-11-25 14:30');
    await page.getByLabel('To', { exact: true }).fill('2026-11-26');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect
      .poll(() => new URLSearchParams(page.url().split('?')[1]).get('from'))
      .toBe('2026-11-25T09:00:00.000Z');
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2026-11-25T18:30:00.000Z');
    await page.getByLabel('From').fill('now - 2d');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe('now - 2d');
  });

  it('keeps the focus when a condition is removed, and redraws the chart in the dark theme', async () => {
    const filter = ['a', 'e'].map((v) => ({ k: 'title', v, o: 'contain' }));
    await openScreen(`search?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    await page.getByRole('button', { name: 'Remove title contains "a"' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('title contains "a"').first().waitFor({ state: 'detached' });
    expect(await page.locator('[aria-label="Conditions"]:focus').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toContain('Remove title contains "e"');
    const isDrawnIn = (colour: string) =>
      page.evaluate<boolean>(`(() => {
        const canvas = document.querySelector('.chart canvas');
        if (canvas === null) return false;
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        for (let at = 0; at < data.length; at += 4) if ([...data.slice(at, at + 3)].join() === '${colour}') return true;
        return false;
      })()`);
    await expect.poll(() => isDrawnIn('214,58,54'), { timeout: TIMEOUT_MS }).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => isDrawnIn('240,100,94'), { timeout: TIMEOUT_MS }).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('adds a quarantined delivery to the open page of the source', async () => {
    await openScreen(`sources/${fixture.webhook.webhook_id}?tab=quarantine`);
    await page.getByText('Nothing is in quarantine').waitFor();
    await fetch(fixture.api.url + fixture.webhook.path, { method: 'POST', body: '{"title": 7}' });
    await page.getByRole('button', { name: 'Replay these' }).waitFor();
  });

  it('follows a replay to its end, although the network is lost meanwhile', async () => {
    process.kill(fixture.worker.pid, 'SIGSTOP');
    try {
      await page.getByRole('button', { name: 'Replay these' }).click();
      await page.getByRole('progressbar', { name: 'Replay' }).waitFor();
      await context.setOffline(true);
      await page.getByText('The service cannot be reached.').waitFor();
      await page.waitForTimeout(2_000);
      await context.setOffline(false);
    } finally {
      process.kill(fixture.worker.pid, 'SIGCONT');
    }
    await page.getByText('1 replayed, 0 events created').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows a new alert within 30 seconds if the connection hangs without being closed', async () => {
    await openScreen('now');
    await row('latency').waitFor();
    fixture.prefix.freeze();
    await fixture.postAlarm('unheard');
    await row('unheard').waitFor({ timeout: 30_000 });
  });

  it('works in 8 tabs, and updates hidden ones when they become visible', async () => {
    const show = (tab: Page, state: string) =>
      tab.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    const tabs: Page[] = [];
    for (let count = 0; count < 8; count += 1) {
      const tab = await fixture.openPage(context);
      tabs.push(tab);
      await tab.goto(`${fixture.url}/console/#/now`);
      await row('latency', tab).waitFor();
      await show(tab, 'hidden');
    }
    await fixture.postAlarm('meanwhile');
    await row('meanwhile').waitFor();
    await tabs[0]?.waitForTimeout(1_000);
    expect(await Promise.all(tabs.map((tab) => row('meanwhile', tab).count()))).toEqual(tabs.map(() => 0));
    const [first] = tabs as [Page];
    await show(first, 'visible');
    await row('meanwhile', first).waitFor();
    await Promise.all(tabs.map((tab) => tab.close()));
  });

  it('creates one silence after a double click, until a time in the time zone of the browser', async () => {
    await openScreen('told/silences');
    await page.getByRole('link', { name: 'New silence' }).click();
    const form = page.getByRole('form', { name: 'New silence' });
    await form.getByText('As text').click();
    await form.getByLabel('Alerts to silence as text').fill('title contains "backup"');
    await form.getByLabel('Name').fill('backup');
    await form.getByLabel('Reason').fill('CHG-2');
    // A full minute of tomorrow, in the time zone of India.
    const until = Math.ceil(Date.now() / 60_000 + 1_440) * 60_000;
    const shown = new Date(until + 19_800_000).toISOString().slice(0, 16).replace('T', ' ');
    await form.getByLabel('Until').fill(shown);
    await form.getByRole('button', { name: 'Silence', exact: true }).dblclick();
    await page.getByRole('button', { name: 'End backup' }).first().waitFor();
    const listed = await call<{ results: unknown[] }>(
      'GET',
      `${fixture.api.url}/notification/v1/silences?domain_id=demo`,
    );
    expect(listed.body.results).toMatchObject([{ name: 'backup', ends_at: new Date(until).toISOString() }]);
  });

  it('fits the width of a phone', async () => {
    const phone = await fixture.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      storageState: await context.storageState(),
    });
    const small = await fixture.openPage(phone);
    const { body } = await call<{ webhook_id: string }>('POST', `${fixture.api.url}/monitoring/v1/webhooks`, {
      domain_id: 'demo',
      name: 'Prometheus',
      project_id: 'shop',
      plugin_info: { plugin_id: 'prometheus' },
    });
    await small.goto(`${fixture.url}/console/#/sources/${body.webhook_id}?tab=guide`);
    await small.getByLabel('Sample', { exact: true }).waitFor();
    const width = () => small.evaluate('document.documentElement.scrollWidth');
    expect(await width()).toBe(390);
    await phone.close();
  });

  it('shows the age of the displayed data while offline, also after the computer slept', async () => {
    await page.clock.install();
    await openScreen('search');
    await page.reload();
    await page.getByText('found').waitFor();
    await page.waitForTimeout(1_000);
    await page.clock.setSystemTime(Date.now() + 7_200_000);
    await context.setOffline(true);
    await page.clock.runFor(6_000);
    await page.getByText('What you see is 2 h').waitFor();
    await context.setOffline(false);
    await page.clock.runFor(6_000);
    await page.getByText('What you see is').waitFor({ state: 'detached' });
  });
});
