import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONSOLE_PAGES } from '#notification';
import { formatId } from '#shared/kernel/ids.js';
import { call } from '#test/client.js';
import { sql } from '#test/sql.js';
import { whileLocked } from '#test/while-locked.js';
import { startReceiver, type Receiver } from '#test/receiver.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations, focusByTab } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the screen of who is told', () => {
  let fixture: ConsoleUnderTest;
  let receiver: Receiver;
  let page: Page;

  beforeAll(async () => {
    receiver = await startReceiver();
    fixture = await ConsoleUnderTest.start(async () => ({ NOTIFICATION_ALLOW: '127.0.0.1' }));
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
    await fixture.postAlarm('before');
    await page.getByRole('link', { name: 'before' }).waitFor();
  });
  afterAll(async () => {
    await fixture?.close();
    await receiver?.close();
  });

  const open = (part: string) => page.goto(`${fixture.url}/console/#/told${part}`);
  const record = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const notify = (path: string, method = 'GET', body?: object) =>
    call<{ results: unknown[] } & Record<string, string>>(
      method,
      `${fixture.api.url}/notification/v1/${path}${method === 'GET' ? '?domain_id=demo' : ''}`,
      body && { domain_id: 'demo', ...body },
    );

  it('previews a subscription, creates it, and sends a test', async () => {
    await page.getByRole('link', { name: 'Who is told' }).click();
    await page.getByRole('link', { name: 'New subscription' }).click();
    const form = page.getByRole('form', { name: 'New subscription' });
    await form.getByRole('button', { name: 'Microsoft Teams' }).click();
    await form.getByText('for which "Anyone" can trigger the flow').waitFor();
    await form.getByRole('button', { name: 'Webhook', exact: true }).click();
    await form.getByRole('button', { name: 'error', exact: true }).click();
    await form.getByText('All ERROR alerts · 1 open alert matches now').waitFor();
    await form.getByRole('button', { name: 'Try on the last 30 days' }).click();
    await form.getByText('1 notifications in 30 days, 1 units.').waitFor();
    await form.getByLabel('Name').fill('on-call');
    await form.getByLabel('URL', { exact: true }).fill('no address');
    await form.getByRole('button', { name: 'Create' }).click();
    // The refusal stands at the field, and nothing that was entered is lost.
    await expect
      .poll(() => form.getByLabel('URL', { exact: true }).getAttribute('aria-invalid'), {
        timeout: TIMEOUT_MS,
      })
      .toBe('true');
    expect(await form.getByLabel('Name').inputValue()).toBe('on-call');
    expect(await findViolations(page)).toEqual([]);
    await form.getByLabel('URL', { exact: true }).fill(receiver.url);
    await form.getByRole('button', { name: 'Show a message' }).click();
    await form.getByRole('region', { name: 'Body of the request' }).waitFor();
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByText('whsec_').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await record('on-call').getByText('All ERROR alerts, to 127.0.0.1').waitFor();
    await page.getByRole('button', { name: 'Send a test to on-call' }).click();
    await page.getByText(/has received the test in \d+ ms/).waitFor();
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['subscription.test']);
    expect(await findViolations(page)).toEqual([]);
  });

  it('changes a subscription, as the address says, and keeps its secret', async () => {
    await record('on-call').getByRole('link', { name: 'on-call' }).click();
    const form = page.getByRole('form', { name: 'Subscription on-call' });
    expect(page.url()).toContain('told/subscriptions?id=subscription_');
    await form.getByText('As text').click();
    await form.getByLabel('Alerts to tell of as text').fill('severity >= ERROR or labels.team = "db"');
    await form.getByLabel('Name').focus();
    expect(await form.getByLabel('Value: Condition 2 of Alerts to tell of').inputValue()).toBe('db');
    await form.getByRole('button', { name: 'Save' }).click();
    await record('on-call')
      .getByText(/severity is at least ERROR or labels.team = db/)
      .waitFor();
    expect(page.url()).toMatch(/told\/subscriptions$/);
    const { body } = await notify('subscriptions');
    expect(body.results).toMatchObject([
      {
        name: 'on-call',
        options: { url: receiver.url },
        filter: [],
        filter_or: [{ v: 'ERROR' }, { v: 'db' }],
      },
    ]);
  });

  it('asks before it discards what was entered, also at "back"', async () => {
    await open('/subscriptions?new');
    const form = page.getByRole('form', { name: 'New subscription' });
    await form.getByLabel('Name').fill('half');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.goBack();
    await page.getByRole('dialog', { name: 'Discard what you entered?' }).waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('half');
    await page.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
    await page.waitForURL(/told\/subscriptions$/);
  });

  it('stops a preview that takes long, also in the database', async () => {
    await open('/subscriptions?new');
    const form = page.getByRole('form', { name: 'New subscription' });
    const waiting = async () => {
      const [row] = await sql<{ count: number }>(
        fixture.databaseUrl,
        `select count(*)::int from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%array[%as selected%'`,
      );
      return row?.count;
    };
    await whileLocked(fixture.databaseUrl, 'alert', async () => {
      await form.getByRole('button', { name: 'Try on the last 30 days' }).click();
      await page.getByRole('progressbar', { name: 'Preview' }).waitFor();
      await expect.poll(waiting, { timeout: TIMEOUT_MS }).toBe(1);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      // The statement is cancelled long before its timeout.
      await expect.poll(waiting, { timeout: 8_000 }).toBe(0);
    });
    await page.keyboard.press('Escape');
    await page.waitForURL(/told\/subscriptions$/);
  });

  it('shows a failed notification with the reason, and sends it again', async () => {
    receiver.answer = (_, response) => void response.writeHead(400).end('no');
    await fixture.postAlarm('disk');
    await open('/notifications');
    const unsent = record('disk');
    await expect.poll(() => unsent.textContent(), { timeout: TIMEOUT_MS }).toContain('answered 400');
    await unsent.getByText('Attempts').click();
    await expect
      .poll(() => unsent.getByRole('listitem').textContent(), { timeout: TIMEOUT_MS })
      .toMatch(/ ms: .*400 no$/);
    await unsent.getByRole('link', { name: 'on-call' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await page.getByRole('button', { name: 'Send again disk' }).click();
    await page.getByText('No notifications are waiting or have failed').waitFor();
    await page.getByRole('button', { name: 'Sent' }).click();
    await record('disk').getByText('sent', { exact: true }).waitFor();
    expect(page.url()).toContain('state=sent');
  });

  it('says when a waiting notification is tried next', async () => {
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await fixture.postAlarm('slow');
    await open('/notifications');
    await record('slow')
      .getByText(/^tried again in \d+/)
      .waitFor();
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await page.getByText('No notifications are waiting or have failed').waitFor({ timeout: 60_000 });
  });

  it('resends all failed notifications together, and shows the progress', async () => {
    receiver.answer = (_, response) => void response.writeHead(400).end('no');
    for (const key of ['memory', 'network']) await fixture.postAlarm(key);
    const failed = page.getByRole('listitem').filter({ hasText: 'answered 400' });
    await expect.poll(() => failed.count(), { timeout: TIMEOUT_MS }).toBe(2);
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await page.getByRole('button', { name: 'Resend all failed notifications' }).click();
    const question = page.getByRole('dialog', { name: 'Resend all failed notifications' });
    await question.getByText('2 failed notifications are sent again').waitFor();
    await question.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('2 of 2 sent again').waitFor();
    await page.getByText('No notifications are waiting or have failed').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('has the page of each link in notifications, and those of old addresses', async () => {
    const [alert] = await sql<{ alert_id: string; notification_id: string }>(
      fixture.databaseUrl,
      // As if a digest had replaced the notification.
      `update notification set digest_id = notification_id where kind = 'alert.opened' and title = 'disk'
       returning alert_id, notification_id`,
    );
    const idOf = (kind: 'alert' | 'notification') => formatId(kind, String(alert?.[`${kind}_id`]));
    const old = (path: string) => `sending${path}`;
    const silence = encodeURIComponent(JSON.stringify([{ k: 'title', v: 'disk', o: 'eq' }]));
    const pages: readonly (readonly [path: string, shown: Locator])[] = [
      [CONSOLE_PAGES.alert(idOf('alert')), page.getByRole('heading', { name: 'disk' })],
      [CONSOLE_PAGES.digest(idOf('notification')), record('disk')],
      [CONSOLE_PAGES.quotas(), page.getByText('No quotas')],
      [CONSOLE_PAGES.subscriptions(), record('on-call')],
      [old(''), page.getByRole('region', { name: 'Delivery' })],
      [old(`/notifications?digest_id=${idOf('notification')}`), record('disk')],
      [old('/subscriptions'), record('on-call')],
      [old(`/silences?silence=${silence}`), page.getByRole('form', { name: 'New silence' })],
      [old(`?silence=${silence}`), page.getByText('Alerts whose title = disk · 1 open alert matches now')],
    ];
    for (const [path, shown] of pages) {
      await page.goto('about:blank');
      await page.goto(`${fixture.url}/console/#/${path}`);
      await shown.first().waitFor();
      expect(await findViolations(page), path).toEqual([]);
    }
  });

  it('can be used by keyboard', async () => {
    await open('/subscriptions');
    await page.reload();
    await record('on-call').waitFor();
    await focusByTab(page, /New subscription/);
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'New subscription' }).waitFor();
    await focusByTab(page, /Try on the last 30 days/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Preview result' }).waitFor();
    await page.keyboard.press('Escape');
    await focusByTab(page, /More about on-call/);
    await page.keyboard.press('Enter');
    await focusByTab(page, /^Disable/);
    await page.keyboard.press('Enter');
    await page.getByText('“on-call” is disabled.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await record('on-call').getByText('disabled').waitFor({ state: 'detached' });
  });

  it('is readable in the light and dark theme and on a phone', async () => {
    for (const part of ['', '/subscriptions', '/notifications?state=all', '/what-if']) {
      await open(part);
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findViolations(page), `${part} ${colorScheme}`).toEqual([]);
      }
      await page.setViewportSize({ width: 360, height: 780 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), part).toBeLessThanOrEqual(360);
      expect(await findViolations(page), part).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    expect(fixture.browserErrors).toEqual([]);
  });

  it('shows a VIEWER everything, and no acts', async () => {
    const other = await fixture.newContext();
    const second = await fixture.openPage(other);
    await fixture.signIn(second, await fixture.createKey('VIEWER', 'vic'));
    await second.getByRole('link', { name: 'Who is told' }).click();
    await second.getByRole('region', { name: 'Delivery' }).waitFor();
    const main = second.getByRole('main');
    for (const part of ['Subscriptions', 'Escalations', 'On call', 'Silences', 'Inhibitions']) {
      await main.getByRole('link', { name: part }).click();
      await main.getByRole('region').first().waitFor();
      expect(await main.getByRole('link', { name: /^New|Edit|Override/ }).count(), part).toBe(0);
      expect(
        await main.getByRole('button', { name: /^(?:Send a test|End |Extend|More about)/ }).count(),
        part,
      ).toBe(0);
    }
    await main.getByRole('link', { name: 'Subscriptions' }).click();
    await main.getByRole('link', { name: 'on-call' }).click();
    const form = second.getByRole('form', { name: 'Subscription on-call' });
    await form.getByRole('button', { name: 'Close' }).waitFor();
    expect(await form.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await form.getByLabel('Name').isDisabled()).toBe(true);
    expect(await findViolations(second)).toEqual([]);
    await other.close();
  });
});
