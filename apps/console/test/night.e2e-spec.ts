import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { startReceiver, type Receiver } from '#test/receiver.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { countClicks } from './count-clicks.js';
import { findViolations } from './page-checks.js';

const TIMEZONE = 'Asia/Kolkata';
const RULE = 'CheckoutErrors';

requireProgram('chromium', 'apt-get install chromium')('somebody who is woken at night', () => {
  let fixture: ConsoleUnderTest;
  let receiver: Receiver;
  let page: Page;
  let escalationId: string | undefined;

  beforeAll(async () => {
    receiver = await startReceiver();
    fixture = await ConsoleUnderTest.start(async () => ({ NOTIFICATION_ALLOW: '127.0.0.1' }));
    page = await fixture.openPage(await fixture.newContext({ timezoneId: TIMEZONE }));
    const [first, second] = [await subscribe('jane'), await subscribe('max')];
    const on_call = await create('on-call', {
      name: 'Database rota',
      timezone: 'UTC',
      members: [{ name: 'Jane Doe', subscription_id: first }],
      rotation: { shift: '1w', handoff: { time: '09:00' } },
    });
    const escalation = await create('escalations', {
      name: 'Database night',
      filter: 'labels.team = "db"',
      fallback: await subscribe('everybody'),
      steps: [
        { after: '0s', subscriptions: [second] },
        { after: '30m', on_call: on_call['on_call_id'] },
      ],
    });
    escalationId = escalation['escalation_id'];
    await fixture.signIn(page, await fixture.createKey('MEMBER', 'ann'));
    const links = { runbook: 'https://runbooks.example.com/lag' };
    const host = { name: 'db-7', resource_type: 'host' };
    await fixture.postAlarm('other', { severity: 'CRITICAL', labels: { team: 'shop' }, rule: RULE });
    await fixture.postAlarm('slow', { severity: 'WARNING', labels: { team: 'db' } });
    await fixture.postAlarm('lag', { severity: 'CRITICAL', labels: { team: 'db' }, links, resource: host });
    await rows().nth(2).waitFor();
    // The user has saved the view of the team before, as the one to begin with.
    const view = `labels=${encodeURIComponent('{"team":"db"}')}&is=unacknowledged`;
    await page.goto(`${fixture.url}/console/#/now?${view}`);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Name').fill('My team');
    await page.getByLabel('Open Now with it').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  });
  afterAll(async () => {
    await fixture?.close();
    await receiver?.close();
  });

  const rows = () => page.getByRole('region', { name: 'Open alerts' }).getByRole('article');
  const create = async (path: string, body: object) => {
    const url = `${fixture.api.url}/notification/v1/${path}`;
    const answer = await call<Record<string, string>>('POST', url, { domain_id: 'demo', ...body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const subscribe = async (name: string) => {
    const body = { name, protocol_id: 'webhook', trigger: 'ESCALATION', options: { url: receiver.url } };
    return (await create('subscriptions', body))['subscription_id'] ?? '';
  };
  const openConsole = async () => {
    await page.goto('about:blank');
    await page.goto(`${fixture.url}/console/`);
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    await rows().first().waitFor();
  };

  it('sees the worst unanswered alert of the team first, without a click', async () => {
    await openConsole();
    const clicks = await countClicks(page, async () => {
      await expect.poll(() => rows().count(), { timeout: TIMEOUT_MS }).toBe(2);
      await rows().first().getByRole('link', { name: 'lag', exact: true }).waitFor();
      await rows().first().getByText('step 1, next in').waitFor();
    });
    expect(clicks).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  });

  it('opens its runbook with one click', async () => {
    const runbook = rows().first().getByRole('link', { name: 'Runbook of lag' });
    expect(await runbook.getAttribute('href')).toBe('https://runbooks.example.com/lag');
    // Following the link would end the count with the page.
    await page.evaluate(`addEventListener('click', (event) => event.preventDefault(), { once: true })`);
    expect(await countClicks(page, () => runbook.click())).toBe(1);
  });

  it('silences its host until tomorrow morning with two clicks, and can take it back', async () => {
    const clicks = await countClicks(page, async () => {
      await rows().first().getByRole('button', { name: 'Silence lag' }).click();
      await page
        .getByRole('region', { name: 'Host db-7' })
        .getByRole('button', { name: /^until/ })
        .click();
      await page.getByText(/^Silenced until .*: Host db-7$/).waitFor();
    });
    expect(clicks).toBeLessThanOrEqual(2);
    await rows().first().getByText('silenced').waitFor();
    const listed = () =>
      call<{ results: { state: string; ends_at: string; filter: object[] }[] }>(
        'GET',
        `${fixture.api.url}/notification/v1/silences?domain_id=demo`,
      );
    const [silence] = (await listed()).body.results;
    expect(silence?.filter).toEqual([{ k: 'resource.name', v: 'db-7', o: 'eq' }]);
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: TIMEZONE, timeStyle: 'short' });
    expect(time.format(new Date(silence?.ends_at ?? ''))).toBe('08:00');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The silence has ended: Host db-7').waitFor();
    expect((await listed()).body.results[0]?.state).toBe('EXPIRED');
    await rows().first().getByText('silenced').waitFor({ state: 'detached' });
  });

  it('sees with one click who was told and who is next', async () => {
    const clicks = await countClicks(page, async () => {
      await page.getByRole('link', { name: 'lag', exact: true }).click();
      const told = page.getByRole('region', { name: 'Who was told' });
      await told.getByText(/^max webhook, sent/).waitFor();
      await told.getByText(/^Next in .*: Jane Doe \(on call of Database rota\)/).waitFor();
    });
    expect(clicks).toBeLessThanOrEqual(1);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), colorScheme).toEqual([]);
    }
  });

  it('names nobody as next where the policy was changed since the alert opened', async () => {
    const url = `${fixture.api.url}/notification/v1/escalation/${escalationId}`;
    const body = { domain_id: 'demo', acknowledged_for: '8h' };
    expect(await call('PUT', url, body)).toMatchObject({ status: 200 });
    const read = page.waitForResponse((response) => response.url().includes('/notification/v1/escalation/'));
    await page.reload();
    await read;
    // What would be read next if the policy were taken for that of the alert.
    await page.waitForTimeout(1_000);
    const told = page.getByRole('region', { name: 'Who was told' });
    await told.getByText(/^Next in .*: the next step by the escalation Database night$/).waitFor();
    expect(await told.getByText('Jane Doe').count()).toBe(0);
  });

  it('acknowledges and assigns it with two clicks', async () => {
    await openConsole();
    const lag = rows().filter({ hasText: 'lag' });
    const clicks = await countClicks(page, async () => {
      await lag.getByRole('button', { name: 'Assign to me lag' }).click();
      // Who takes an alert acknowledges it, so that it leaves this view.
      await lag.waitFor({ state: 'detached' });
    });
    expect(clicks).toBeLessThanOrEqual(2);
    const url = `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo&event_key=lag`;
    const { body } = await call<{ results: object[] }>('GET', url);
    expect(body.results).toMatchObject([{ acknowledged: true, acknowledged_by: 'ann', assignee: 'ann' }]);
  });

  it('sees in red that nobody was told, and similar alerts of before', async () => {
    await fixture.postAlarm('earlier', { rule: RULE });
    await fixture.postAlarm('earlier', { event_type: 'RECOVERY' });
    await page.goto(`${fixture.url}/console/#/now?is=untold`);
    await rows().filter({ hasText: 'other' }).getByText('told to nobody').waitFor();
    await page.getByRole('link', { name: 'other', exact: true }).click();
    const told = page.getByRole('region', { name: 'Who was told' });
    await told.getByText('Nobody was told.').waitFor();
    expect(await told.getByRole('link', { name: 'Who would be told now?' }).getAttribute('href')).toMatch(
      /^#\/told\/what-if\?alert=alert_/,
    );
    const similar = page.getByRole('region', { name: 'Similar alerts' });
    await similar.getByText(/ago, lasted/).waitFor();
    await similar.getByRole('link', { name: '1 in 30 days' }).click();
    await page.getByText('2 found').waitFor();
    expect(fixture.browserErrors).toEqual([]);
  });

  it('sees ages by the clock of the service on a device whose clock is wrong', async () => {
    const other = await fixture.openPage(await fixture.newContext());
    await other.clock.install({ time: Date.now() + 7_200_000 });
    await fixture.postAlarm('new', { severity: 'CRITICAL' });
    await fixture.signIn(other, await fixture.createKey('VIEWER', 'vic'));
    const row = other.getByRole('article').filter({ hasText: 'new' });
    await row
      .locator('.age')
      .getByText(/^\d+ (s|min)$/)
      .waitFor();
  });
});
