import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealToken } from '#test/attack/links.js';
import { call, until } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest } from './console-under-test.js';
import { findViolations, focusByTab, takeScreenshot } from './page-checks.js';

type Action = 'acknowledge' | 'resolve' | 'silence_1h' | 'silence_4h';

requireProgram('chromium', 'apt-get install chromium')('the page of a link in a message', () => {
  let fixture: ConsoleUnderTest;
  let context: BrowserContext;
  let page: Page;
  let subscription_id: string;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start(async () => ({
      PUBLIC_URL: 'https://tocsin.example.com',
      NOTIFICATION_ALLOW: '127.0.0.1',
    }));
    context = await fixture.newContext({ viewport: { width: 360, height: 780 } });
    page = await fixture.openPage(context);
    const { body } = await call<{ subscription_id: string }>(
      'POST',
      `${fixture.api.url}/notification/v1/subscriptions`,
      {
        ...{
          domain_id: 'demo',
          name: 'on-call',
          protocol_id: 'teams',
          actions: true,
          kinds: ['alert.flapping'],
        },
        options: { url: 'http://127.0.0.1:9/teams' },
        timezone: 'Europe/Dublin',
      },
    );
    ({ subscription_id } = body);
    expect(body).toMatchObject({ actions: true });
  });
  afterAll(() => fixture?.close());

  async function openAlert(event_key: string, part: object = {}): Promise<string> {
    await fixture.postAlarm(event_key, part);
    return until(
      async () => {
        const url = `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo&event_key=${event_key}`;
        return (await call<{ results: { alert_id: string }[] }>('GET', url)).body.results[0]?.alert_id ?? '';
      },
      (id) => id !== '',
    );
  }

  const linkTo = (alert_id: string, action: Action = 'acknowledge') =>
    `${fixture.url}/notification/v1/act/${sealToken({ domain_id: 'demo', subscription_id, alert_id }, { action })}`;
  const readAlert = async (id: string) =>
    (await call('GET', `${fixture.api.url}/monitoring/v1/alert/${id}?domain_id=demo`)).body;

  /** Looks at the page in both themes, on a phone and on a wide screen. */
  async function inspect(name: string): Promise<void> {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
        await takeScreenshot(page, `link-${name}-${width}-${colorScheme}`);
      }
    }
    await page.setViewportSize({ width: 360, height: 780 });
  }

  it('asks, acts once by keyboard, and leads to the alert', async () => {
    const id = await openAlert('checkout', {
      title: 'Checkout answers slowly',
      severity: 'CRITICAL',
      description: 'The 95th percentile of answers is above 2 s.',
      resource: { name: 'checkout-7d9f' },
      labels: { team: 'shop', env: 'production' },
    });
    await page.goto(linkTo(id));
    await page.getByRole('heading', { name: 'Checkout answers slowly' }).waitFor();
    await inspect('question');
    expect(await readAlert(id)).toMatchObject({ acknowledged: false });
    await focusByTab(page, /Acknowledge/);
    await page.keyboard.press('Enter');
    await page.getByText('It is recorded as link:on-call').waitFor();
    await inspect('done');
    expect(await readAlert(id)).toMatchObject({ acknowledged: true, acknowledged_by: 'link:on-call' });
    await page.getByRole('link', { name: 'Open the alert in Tocsin' }).click();
    expect(page.url()).toBe(`${fixture.url}/console/#/alert/${id}`);
    await page.getByLabel('API key').waitFor();
    await page.goto(linkTo(id));
    await page.getByRole('heading', { name: 'This alert is acknowledged' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await inspect('refused');
  });

  it.each(['resolve', 'silence_1h', 'silence_4h'] as const)('asks before it does %s', async (action) => {
    const id = await openAlert(action, { severity: 'WARNING' });
    await page.goto(linkTo(id, action));
    await inspect(action);
    await page.getByRole('button').click();
    await page.getByText('You can close this page.').waitFor();
    const state = action === 'resolve' ? 'RESOLVED' : 'OPEN';
    expect(await readAlert(id)).toMatchObject({ state });
  });

  it('says so if the link is not whole', async () => {
    await page.goto(linkTo(await openAlert('cut')).slice(0, -9));
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    await inspect('invalid');
  });

  it('shows texts of strangers as text, also long ones', async () => {
    const title = `<img src=x onerror="document.title='hacked'">${'x'.repeat(500)}`;
    const resource = { name: `<b>${'y'.repeat(300)}</b>` };
    await page.goto(linkTo(await openAlert('hostile', { title, resource, severity: 'NONE' })));
    await page.getByRole('heading', { name: '<img src=x' }).waitFor();
    await inspect('hostile');
    expect(await page.locator('img, main b').count()).toBe(0);
    expect(await page.title()).toBe('Acknowledge? · Tocsin');
    expect(fixture.browserErrors.filter((text) => !/40[49]|410/.test(text))).toEqual([]);
  });
});
