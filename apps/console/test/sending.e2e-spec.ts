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
import { focusByTab, findViolations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the Sending screen of the console', () => {
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

  it('previews a subscription, creates it, and sends a test', async () => {
    await page.getByRole('link', { name: 'Sending' }).click();
    await page.getByText('New subscription').first().click();
    const form = page.getByRole('form', { name: 'New subscription' });
    await form.getByLabel('Protocol').selectOption('teams');
    await page.getByText('for which "Anyone" can trigger the flow').waitFor();
    await form.getByLabel('Protocol').selectOption('webhook');
    await form.getByLabel('Conditions on the alert').fill('[{"k":"severity","v":"ERROR","o":"gte"}]');
    await form.getByRole('button', { name: 'Try on the last 30 days' }).click();
    await page.getByText('1 notifications in 30 days, 1 units.').waitFor();
    await form.getByLabel('Name').fill('on-call');
    await form.getByLabel('Options').fill('no JSON');
    await form.getByRole('button', { name: 'Create the subscription' }).click();
    await expect.poll(() => page.getByRole('alert').count(), { timeout: TIMEOUT_MS }).toBe(1);
    await form.getByLabel('Options').fill(JSON.stringify({ url: receiver.url }));
    await form.getByRole('button', { name: 'Create the subscription' }).click();
    await page.getByText('whsec_').waitFor();
    await page.getByRole('button', { name: 'Send a test to on-call' }).click();
    await page.getByText(/received in \d+ ms/).waitFor();
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['subscription.test']);
    expect(await findViolations(page)).toEqual([]);
  });

  it('stops a preview that takes long, also in the database', async () => {
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
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      // The statement is cancelled long before its timeout.
      await expect.poll(waiting, { timeout: 8_000 }).toBe(0);
    });
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows a failed notification with the reason, and sends it again', async () => {
    receiver.answer = (_, response) => void response.writeHead(400).end('no');
    await fixture.postAlarm('disk');
    const unsent = page.getByRole('row').filter({ hasText: 'alert.opened' });
    await expect.poll(() => unsent.textContent(), { timeout: TIMEOUT_MS }).toContain('answered 400');
    await unsent.getByText('Attempts').click();
    await expect
      .poll(() => unsent.getByRole('listitem').textContent(), { timeout: TIMEOUT_MS })
      .toMatch(/ ms: .*400 no$/);
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'Send a test' }).textContent(), {
        timeout: TIMEOUT_MS,
      })
      .toContain('answered 400');
    expect(await findViolations(page)).toEqual([]);
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await page.getByRole('button', { name: 'Send again disk' }).click();
    await page.getByText('No notifications are waiting or have failed.').waitFor();
  });

  it('resends all failed notifications together, and shows the progress', async () => {
    receiver.answer = (_, response) => void response.writeHead(400).end('no');
    for (const key of ['memory', 'network']) await fixture.postAlarm(key);
    const failed = page
      .getByRole('row')
      .filter({ hasText: 'answered 400' })
      .filter({ hasText: 'alert.opened' });
    await expect.poll(() => failed.count(), { timeout: TIMEOUT_MS }).toBe(2);
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await page.getByRole('button', { name: 'Resend all failed notifications' }).click();
    await page.getByText('2 of 2 sent again').waitFor();
    await page.getByText('No notifications are waiting or have failed.').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('creates a silence from the page of an alert, after a preview, and ends it', async () => {
    await page.getByRole('link', { name: 'Now' }).click();
    await page.getByRole('link', { name: 'disk' }).click();
    await page
      .getByText(/^Told on-call/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Silence alerts like this' }).click();
    const form = page.getByRole('form', { name: 'New silence' });
    await form.getByRole('button', { name: 'Try on the last 7 days' }).click();
    await page.getByText('It would have silenced 1 changes of alerts in 7 days.').waitFor();
    await form.getByLabel('Name').fill('upgrade of the disk');
    await form.getByLabel('Reason').fill('CHG-1');
    await form.getByRole('button', { name: 'Silence', exact: true }).click();
    await page.getByText('upgrade of the disk').waitFor();
    const { body } = await call<{ results: unknown[] }>(
      'GET',
      `${fixture.api.url}/notification/v1/silences?domain_id=demo`,
    );
    expect(body.results).toMatchObject([
      { state: 'ACTIVE', reason: 'CHG-1', filter: [{ k: 'webhook_id' }, { k: 'event_key', v: 'disk' }] },
    ]);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'End upgrade of the disk' }).click();
    await page.getByText('There are no active or pending silences.').waitFor();
    expect(fixture.browserErrors).toEqual([]);
  });

  it('has the page of each link in notifications', async () => {
    const [alert] = await sql<{ alert_id: string; notification_id: string }>(
      fixture.databaseUrl,
      // As if a digest had replaced the notification.
      `update notification set digest_id = notification_id where kind = 'alert.opened' and title = 'disk'
       returning alert_id, notification_id`,
    );
    const idOf = (kind: 'alert' | 'notification') => formatId(kind, String(alert?.[`${kind}_id`]));
    const pages: Readonly<Record<keyof typeof CONSOLE_PAGES, readonly [path: string, shown: Locator]>> = {
      alert: [CONSOLE_PAGES.alert(idOf('alert')), page.getByRole('heading', { name: 'disk' })],
      digest: [
        CONSOLE_PAGES.digest(idOf('notification')),
        page.getByRole('table').getByRole('link', { name: 'disk' }),
      ],
      quotas: [CONSOLE_PAGES.quotas(), page.getByText('No quotas are set.')],
      subscriptions: [CONSOLE_PAGES.subscriptions(), page.getByRole('rowheader', { name: 'on-call' })],
      source: [
        CONSOLE_PAGES.source(fixture.webhook.webhook_id),
        page.getByRole('heading', { name: 'Quarantine' }),
      ],
    };
    for (const [path, shown] of Object.values(pages)) {
      await page.goto(`${fixture.url}/console/#/${path}`);
      await shown.waitFor();
      expect(await page.getByRole('heading', { level: 2 }).count()).toBeLessThanOrEqual(
        path.startsWith('sending/') ? 1 : 5,
      );
      expect(await findViolations(page)).toEqual([]);
    }
    await page.goto(`${fixture.url}/console/#/${CONSOLE_PAGES.quotas()}`);
    await page.getByRole('link', { name: 'Everything about sending' }).click();
    await page.getByRole('heading', { name: 'Silences' }).waitFor();
  });

  it('names subscriptions that tell nobody on the first screen, with the reason', async () => {
    const setFailures = (failures: number) =>
      sql(
        fixture.databaseUrl,
        `update subscription_health set failures = ${failures}, last_error = 'answered 401'`,
      );
    await setFailures(5);
    await page.getByRole('link', { name: 'Now' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'on-call' });
    await expect
      .poll(() => notice.textContent(), { timeout: TIMEOUT_MS })
      .toBe('A subscription does not get through: on-call (answered 401). Show subscriptions');
    expect(await findViolations(page)).toEqual([]);
    await setFailures(0);
    await notice.waitFor({ state: 'detached' });
  });

  it('offers the form of a subscription only when it can be submitted', async () => {
    let goOn: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/notification/v1/protocols*', async (route) => {
      await waiting;
      await route.continue();
    });
    await page.goto(`${fixture.url}/console/#/sending`);
    await page.reload();
    await page.getByRole('button', { name: 'Disable on-call' }).waitFor();
    // A press on "Try" would be refused by the browser, as the form has no protocol to choose.
    expect(await page.getByText('New subscription').count()).toBe(0);
    goOn();
    await page.getByText('New subscription').waitFor();
    await page.unroute('**/notification/v1/protocols*');
  });

  it('can be used by keyboard', async () => {
    await page.goto(`${fixture.url}/console/#/sending`);
    await page.reload();
    await page.getByRole('button', { name: 'Disable on-call' }).waitFor();
    await page.getByText('New subscription').waitFor();
    await focusByTab(page, /New subscription/);
    await page.keyboard.press('Enter');
    await focusByTab(page, /Try on the last 30 days/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Preview result' }).waitFor();
    await focusByTab(page, /Disable on-call/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Enable on-call' }).waitFor();
    await focusByTab(page, /New silence/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Alerts to silence').waitFor();
  });

  it('has no accessibility violations in the light and dark theme and on a phone', async () => {
    await call('POST', `${fixture.api.url}/notification/v1/quotas`, {
      domain_id: 'demo',
      protocol_id: 'webhook',
      limit: { day: 1_000, month: -1 },
    });
    await page
      .getByText('webhook, this day: 0 of 1,000 used')
      .or(page.getByText(/this day: \d/))
      .waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await findViolations(page)).toEqual([]);
    expect(fixture.browserErrors).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'shows a VIEWER all regions and no buttons in the %s theme',
    async (colorScheme) => {
      const other = await fixture.newContext({ colorScheme });
      const second = await fixture.openPage(other);
      await fixture.signIn(second, await fixture.createKey('VIEWER', `vic-${colorScheme}`));
      await second.getByRole('link', { name: 'Sending' }).click();
      await second.getByRole('region', { name: 'Subscriptions and their receivers' }).waitFor();
      const buttons = second.getByRole('main').getByRole('button');
      expect(await buttons.count()).toBe(0);
      expect(await findViolations(second)).toEqual([]);
      await other.close();
    },
  );
});
