import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations } from './page-checks.js';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the last Sunday of the next October: in Berlin, 2:30 is there twice then, as clocks are set back from 3:00 to 2:00. */
function findEndOfSummerTime(): string {
  const now = new Date();
  const year = now.getUTCMonth() < 9 ? now.getUTCFullYear() : now.getUTCFullYear() + 1;
  const last = new Date(Date.UTC(year, 9, 31));
  last.setUTCDate(31 - last.getUTCDay());
  return last.toISOString().slice(0, 10);
}
const SECOND_HALF_PAST_TWO = `${findEndOfSummerTime()}T01:30:00.000Z`;
const HOURS_BEFORE = `${findEndOfSummerTime()}T00:00:00.000Z`;

requireProgram('chromium', 'apt-get install chromium')('what is entered in forms', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start(async () => ({ NOTIFICATION_ALLOW: '127.0.0.1' }));
    page = await fixture.openPage(await fixture.newContext({ timezoneId: 'Europe/Berlin' }));
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
  });
  afterAll(() => fixture?.close());

  /** Loads the page anew: a form that is open would ask. */
  const open = async (place: string) => {
    await page.goto('about:blank');
    await page.goto(`${fixture.url}/console/#/${place}`);
  };
  const request = async (method: string, path: string, body: Fields = {}) => {
    const query = method === 'GET' ? '?domain_id=demo' : '';
    const given = method === 'GET' ? undefined : { domain_id: 'demo', ...body };
    const response = await call<Fields>(method, `${fixture.api.url}/${path}${query}`, given);
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    return response.body;
  };
  const create = (path: string, body: Fields) => request('POST', `notification/v1/${path}`, body);
  const createSchedule = async (name: string) => {
    const { subscription_id } = await create('subscriptions', {
      ...{ name: `${name} by phone`, protocol_id: 'webhook', options: { url: 'http://127.0.0.1/' } },
      trigger: 'ESCALATION',
    });
    return create('on-call', {
      ...{ name, timezone: 'UTC', rotation: { shift: '1w', handoff: { time: '09:00' } } },
      members: ['Ann Smith', 'Ben'].map((each) => ({ name: each, subscription_id })),
    });
  };
  const read = (path: string) => request('GET', `notification/v1/${path}`);
  const ofSource = (body?: Fields) =>
    request(
      body === undefined ? 'GET' : 'PUT',
      `monitoring/v1/webhook/${fixture.webhook.webhook_id}`,
      body,
    ) as Promise<{ settings: Fields; tags: Fields }>;
  const openSource = async () => {
    await open(`sources/${fixture.webhook.webhook_id}?tab=settings`);
    await page.getByRole('heading', { name: 'Source', exact: true }).waitFor();
  };
  const saveSource = async () => {
    const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await answer).status()).toBe(200);
    return (await ofSource()).settings;
  };
  /** Presses the button that saves a record of who is told. */
  const save = async (noun: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`The ${noun} was changed.`).waitFor();
  };

  it('keeps the labels of a source while the name of another one is typed', async () => {
    await ofSource({ settings: { labels: { env: 'prod' } } });
    await openSource();
    await page.getByRole('button', { name: 'Add to Labels' }).click();
    const name = page.getByLabel('Name 2 of Labels');
    await name.pressSequentially('env');
    await page.getByText('env is there twice').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // Nothing is sent: the form asks for another name.
    await expect.poll(() => name.evaluate((input) => input.matches(':invalid:focus'))).toBe(true);
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    expect(await findViolations(page)).toEqual([]);
    await name.press('End');
    await page.keyboard.type('ironment');
    expect(await name.inputValue()).toBe('environment');
    expect(await page.getByText('is there twice').count()).toBe(0);
    await page.getByLabel('Value 2 of Labels').fill('test');
    expect(await saveSource()).toMatchObject({ labels: { env: 'prod', environment: 'test' } });
  });

  it('does not create a subscription of whose headers two have the same name', async () => {
    await open('told/subscriptions?new');
    const form = page.getByRole('form', { name: 'New subscription' });
    await form.getByRole('button', { name: 'Webhook', exact: true }).click();
    await form.getByLabel('URL', { exact: true }).fill('http://127.0.0.1/');
    for (const at of [1, 2]) {
      await form.getByRole('button', { name: 'Add to Headers' }).click();
      await form.getByLabel(`Name ${at} of Headers`).fill('x-team');
      await form.getByLabel(`Value ${at} of Headers`).fill(`team ${at}`);
    }
    const name = form.getByLabel('Name 2 of Headers');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => name.evaluate((input) => input.matches(':invalid:focus'))).toBe(true);
    expect(await read('subscriptions')).toMatchObject({ results: [] });
    // What belongs to one system does not stay for another.
    await form.getByRole('button', { name: 'Slack' }).click();
    await form.getByRole('button', { name: 'Webhook', exact: true }).click();
    expect(await form.getByLabel('Name 1 of Headers').count()).toBe(0);
  });

  it('asks before Cancel discards what was entered', async () => {
    await open('told/subscriptions?new');
    const form = page.getByRole('form', { name: 'New subscription' });
    await form.getByLabel('Name').fill('half');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await form.getByLabel('Name').inputValue()).toBe('half');
    await form.getByLabel('Name').fill('');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
  });

  it('asks before an override is discarded', async () => {
    const { on_call_id } = await createSchedule('nights');
    await open(`told/on-call?override=${String(on_call_id)}`);
    const form = page.getByRole('form', { name: 'Override nights' });
    await form.getByLabel('Reason').fill('ill');
    const dialog = page.getByRole('dialog', { name: 'Override nights' });
    for (const leave of [
      () => form.getByRole('button', { name: 'Cancel' }).click(),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await leave();
      await page.getByRole('button', { name: 'Keep editing' }).click();
    }
    expect(await form.getByLabel('Reason').inputValue()).toBe('ill');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
  });

  it('takes names with spaces in lists, and sends them without those around them', async () => {
    const { on_call_id } = await createSchedule('team');
    await open(`told/on-call?id=${String(on_call_id)}`);
    const list = page.getByLabel('In this order');
    await list.fill('');
    await list.pressSequentially('Ben \n Ann Smith\n');
    expect(await list.inputValue()).toBe('Ben \n Ann Smith\n');
    await save('schedule');
    expect(await read(`on-call/${String(on_call_id)}`)).toMatchObject({
      rotation: { members: ['Ben', 'Ann Smith'] },
    });
  });

  it('returns what is emptied in the settings of a source to its default', async () => {
    await ofSource({ settings: { default_severity: 'INFO', heartbeats: 'AUTO', max_rate: 5 } });
    await openSource();
    const every = page.getByLabel('Longest time between two deliveries');
    await every.fill('1h');
    expect(await saveSource()).toMatchObject({ heartbeat: { expect_every: '1h', grace: '1m' } });
    await expect.poll(() => page.getByLabel('Grace').inputValue(), { timeout: TIMEOUT_MS }).toBe('1m');
    await every.fill('');
    await page.getByLabel('Default severity').selectOption('');
    await page.getByLabel('Heartbeats by name').selectOption('');
    await page.getByLabel('Most deliveries a second').fill('');
    expect(await saveSource()).toMatchObject({
      ...{ heartbeat: null, default_severity: 'AUTO', heartbeats: 'MANUAL', max_rate: -1 },
    });
  });

  it('returns what is emptied in a heartbeat and in a Slack app to its default', async () => {
    const { webhook_id } = fixture.webhook;
    const path = `monitoring/v1/webhook/${webhook_id}/heartbeat`;
    await request('PUT', `${path}/nightly`, {
      ...{ schedule: '0 3 * * *', timezone: 'Asia/Tokyo', severity: 'INFO' },
    });
    await open(`sources/${webhook_id}?tab=heartbeats`);
    await page.getByRole('button', { name: 'Edit nightly' }).click();
    await page.getByLabel('Timezone').fill('');
    await page.getByLabel('Severity of the alert').selectOption('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The heartbeat nightly is saved.').waitFor();
    expect(await request('GET', `${path}/nightly`)).toMatchObject({
      ...{ timezone: 'UTC', severity: 'CRITICAL' },
    });
    await create('slack-apps', {
      ...{
        name: 'Acme',
        signing_secret: '0123456789abcdef0123456789abcdef',
        api_url: 'http://127.0.0.1/api',
      },
    });
    await open('settings/slack');
    await page.getByRole('button', { name: 'Edit Acme' }).click();
    await page.getByLabel('Address of the Slack API').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Acme is saved.').waitFor();
    expect(await read('slack-apps')).toMatchObject({ results: [{ name: 'Acme', api_url: null }] });
  });

  it('returns what is emptied in a subscription to its default, and ends a group and reminders', async () => {
    const { subscription_id } = await create('subscriptions', {
      ...{ name: 'all', protocol_id: 'webhook', options: { url: 'http://127.0.0.1/' } },
      ...{ timezone: 'Asia/Tokyo', group: { by: ['rule'], wait: 5, interval: 60 }, remind: { every: 600 } },
    });
    const path = `subscription/${String(subscription_id)}`;
    const openMore = async () => {
      await open(`told/subscriptions?id=${String(subscription_id)}`);
      await page.locator('summary', { hasText: 'More: escalations' }).click();
    };
    await openMore();
    await page.getByLabel('Time zone of the times').fill('');
    await page.getByLabel('Wait for others').fill('');
    await save('subscription');
    expect(await read(path)).toMatchObject({ timezone: 'UTC', group: { by: ['rule'], wait: 30 } });
    await openMore();
    await page.getByRole('textbox', { name: /^By / }).fill('');
    await page.getByLabel('Every (seconds)').last().fill('');
    await save('subscription');
    expect(await read(path)).toMatchObject({ group: null, remind: null });
  });

  it('changes the times of a silence only if they were changed', async () => {
    const { silence_id } = await create('silences', {
      ...{ name: 'clocks', filter: 'title = x', reason: 'CHG-1', starts_at: HOURS_BEFORE },
      ends_at: SECOND_HALF_PAST_TWO,
    });
    const path = `silence/${String(silence_id)}`;
    const openForm = async () => {
      await open(`told/silences?id=${String(silence_id)}`);
    };
    await openForm();
    await page.getByLabel('Reason').fill('CHG-2');
    await save('silence');
    expect(await read(path)).toMatchObject({ reason: 'CHG-2', ends_at: SECOND_HALF_PAST_TWO });
    await openForm();
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByLabel('From').first().fill('');
    await page.getByLabel('Until').fill('now + 2h');
    await save('silence');
    expect(await read(path)).toMatchObject({ state: 'ACTIVE' });
    expect(fixture.browserErrors).toEqual([]);
  });
});
