import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from '#test/client.js';
import { startReceiver, type Receiver } from '#test/receiver.js';
import { rootApiKey } from '#test/processes.js';
import { requireProgram } from '#test/requirements.js';
import { builtFile } from '../../../tools/start/checkout.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { takeScreenshot, findViolations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the console with realistic data', () => {
  let fixture: ConsoleUnderTest;
  const receivers: Receiver[] = [];
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start(async () => ({ NOTIFICATION_ALLOW: '127.0.0.1' }));
    await promisify(execFile)(
      process.execPath,
      [builtFile('tools/seed.js'), '--domain', 'demo', '--span', '12h'],
      {
        env: { TOCSIN_URL: fixture.api.url, TOCSIN_KEY: rootApiKey, HOME: '/nonexistent' },
      },
    );
    await createNotifications();
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
  });
  afterAll(async () => {
    await fixture?.close();
    for (const receiver of receivers) await receiver.close();
  });

  /** Creates notifications to two receivers: one accepts them, one rejects them. */
  async function createNotifications(): Promise<void> {
    const post = (path: string, body: object) =>
      call('POST', `${fixture.api.url}/notification/v1/${path}`, { domain_id: 'demo', ...body });
    const filter = [{ k: 'severity', v: 'ERROR', o: 'gte' }];
    const receiver = await startReceiver();
    const refusing = await startReceiver();
    receivers.push(receiver, refusing);
    refusing.answer = (_, response) => void response.writeHead(404).end();
    for (const [name, { url }] of [
      ['on call', receiver],
      ['chat of the shop', refusing],
    ] as const)
      await post('subscriptions', {
        name,
        protocol_id: 'webhook',
        filter,
        options: { url },
      });
    await post('quotas', { protocol_id: 'webhook', limit: { day: 500, month: 10_000 } });
    await post('silences', {
      name: 'move of the racks in Dublin',
      filter: [{ k: 'title', v: 'rack', o: 'contain' }],
      ends_at: 'now + 4h',
      reason: 'CHG-2081',
    });
    await fixture.postAlarm('mail', { title: 'The queue of mails grows' });
    await call('PUT', `${fixture.api.url}/monitoring/v1/webhook/${fixture.webhook.webhook_id}`, {
      ...{ domain_id: 'demo', name: 'monitor of the shop' },
    });
    const checkout = (part: object) =>
      fixture.postAlarm('checkout', {
        title: 'Checkout answers slowly',
        description:
          'The 95th percentile of answers is above 2 s for 5 minutes. Customers leave their baskets.\n' +
          'First look whether the payment provider answers: https://status.payments.example.com',
        resource: { name: 'checkout-7d9f', resource_type: 'deployment' },
        labels: {
          team: 'shop',
          env: 'production',
          'app.kubernetes.io/name': 'checkout',
          region: 'eu-west-1',
        },
        links: {
          dashboard: 'https://grafana.example.com/d/checkout',
          runbook: 'https://runbooks.example.com/checkout-slow',
        },
        ...part,
      });
    await checkout({ severity: 'ERROR' });
    await checkout({ severity: 'CRITICAL' });
    await until(findCheckout, (alert) => alert !== undefined);
    await until(
      async () => receiver.received.length,
      (count) => count > 2,
    );
    const alertUrl = `${fixture.api.url}/monitoring/v1/alert/${(await findCheckout())?.alert_id}`;
    const jane = { authorization: `Bearer ${await fixture.createKey('MEMBER', 'jane@example.com')}` };
    await call('PUT', `${alertUrl}/assign`, { assignee: 'jane@example.com' }, jane);
    const text = 'The payment provider is slow, ticket https://tickets.example.com/4711. I watch it.';
    await call('POST', `${alertUrl}/notes`, { text }, jane);
  }

  async function findCheckout(): Promise<{ alert_id: string } | undefined> {
    const { body } = await call<{ results: { alert_id: string }[] }>(
      'GET',
      `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo&event_key=checkout&severity=CRITICAL`,
    );
    return body.results[0];
  }

  const openAlerts = (on: Page) => on.getByRole('region', { name: 'Open alerts' }).getByRole('article');

  it('shows the open alerts', async () => {
    await expect.poll(() => openAlerts(page).count(), { timeout: TIMEOUT_MS }).toBeGreaterThan(5);
    await expect.poll(() => page.getByRole('row').count(), { timeout: TIMEOUT_MS }).toBeGreaterThan(3);
    await takeScreenshot(page, 'now');
  });

  it('shows the open alerts in the dark theme on a phone', async () => {
    const context = await fixture.newContext({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    const telephone = await fixture.openPage(context);
    await fixture.signIn(telephone, await fixture.createKey('VIEWER', 'vic'));
    await expect.poll(() => openAlerts(telephone).count(), { timeout: TIMEOUT_MS }).toBeGreaterThan(5);
    expect(await findViolations(telephone)).toEqual([]);
    await takeScreenshot(telephone, 'dark');
    await context.close();
  });

  it('shows an alert', async () => {
    await openAlerts(page).getByRole('link', { name: 'Checkout answers slowly' }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Note by jane@example.com', { exact: true }).waitFor();
    await timeline
      .getByText(/^Told on call/)
      .first()
      .waitFor();
    await takeScreenshot(page, 'alert', { fullPage: true });
  });

  it('shows an alert in the dark theme on a phone', async () => {
    const context = await fixture.newContext({ colorScheme: 'dark', viewport: { width: 360, height: 780 } });
    const telephone = await fixture.openPage(context);
    await fixture.signIn(telephone, await fixture.createKey('MEMBER', 'max'));
    await telephone.goto(`${fixture.url}/console/#/alert/${(await findCheckout())?.alert_id}`);
    await telephone.getByText('Note by jane@example.com', { exact: true }).waitFor();
    expect(await findViolations(telephone)).toEqual([]);
    expect(await telephone.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await takeScreenshot(telephone, 'alert-phone', { fullPage: true });
    await context.close();
  });

  it('finds events by a condition', async () => {
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByLabel('Search in').selectOption('events');
    await page.getByLabel('Field').fill('severity');
    await page.getByLabel('Value').fill('CRITICAL');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText(/^\d+ found/).waitFor();
    await expect.poll(() => page.getByRole('row').count(), { timeout: TIMEOUT_MS }).toBeGreaterThan(5);
    await takeScreenshot(page, 'search');
  });

  it('shows the sources, one of them, and how one is connected', async () => {
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('list', { name: 'Sources' }).waitFor();
    await page
      .getByRole('img', { name: /[1-9]\d* events in the last 24 hours/ })
      .first()
      .waitFor();
    await takeScreenshot(page, 'sources');
    await page.getByRole('link', { name: 'metrics in Dublin' }).click();
    await page.getByRole('img', { name: /[1-9]\d* events in the last 24 hours/ }).waitFor();
    await page.locator('.skeleton').waitFor({ state: 'detached' });
    await takeScreenshot(page, 'source');
    await page.goto(`${fixture.url}/console/#/sources?new=grafana`);
    await page.getByLabel('Project').fill('shop');
    await page.getByRole('button', { name: 'Create the source' }).click();
    await page.getByText('Waiting for the first delivery').waitFor();
    await takeScreenshot(page, 'source-guide');
  });

  it('shows the settings', async () => {
    await page.goto(`${fixture.url}/console/#/settings/quotas`);
    await page.getByText(/of 500 used today/).waitFor();
    await takeScreenshot(page, 'settings');
  });

  it('shows subscriptions, silences and quotas', async () => {
    await page.getByRole('link', { name: 'Sending' }).click();
    await page.getByRole('button', { name: 'Disable on call' }).waitFor();
    await page.getByText('move of the racks in Dublin').waitFor();
    await page.getByText('Loading').first().waitFor({ state: 'detached' });
    await takeScreenshot(page, 'sending');
    expect(fixture.browserErrors).toEqual([]);
  });
});
