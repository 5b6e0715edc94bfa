import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '#test/client.js';
import { startCliService, type CliService } from '#test/cli-service.js';
import { startReceiver, type Receiver } from '#test/receiver.js';

let service: CliService;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startCliService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const subscriptions = (...args: string[]) => service.json('subscriptions', ...args);
const notifications = <T = Record<string, unknown>[]>(...args: string[]) =>
  service.json<T>('notifications', ...args);

it('a subscription is created, gets a notification and gets it again by resend', async () => {
  const options = ['--protocol', 'webhook', '--options', JSON.stringify({ url: receiver.url })];
  const worse = '{"k":"severity","v":"INFO","o":"gte"}';
  const made = await subscriptions('create', 'on-call', ...options, '--filter', worse);
  expect(made).toMatchObject({ state: 'ENABLED', signing_secret: expect.stringMatching(/^whsec_/) });
  const id = String(made['subscription_id']);
  expect(await service.fine('subscriptions', 'list')).toMatch(/on-call +│ webhook +│ ENABLED/);
  expect(await subscriptions('verify', id)).toMatchObject({ ok: true });
  const { signing_secret } = await subscriptions('rotate', id, '--grace', '60');
  expect(signing_secret).not.toBe(made['signing_secret']);

  await service.fine('send', 'prometheus', '--webhook', service.webhook);
  const sent = await until(
    () => notifications('list', '--subscription', id, '--state', 'SENT'),
    (found) => found.length > 0,
  );
  const [first] = sent;
  const notification_id = String(first?.['notification_id']);
  const times = () => receiver.received.filter((each) => each.id === notification_id).length;
  expect(times()).toBe(1);
  await notifications('resend', notification_id);
  await until(
    async () => times(),
    (count) => count === 2,
  );
  const details = await until(
    () => notifications<{ attempts: unknown[] }>('get', notification_id),
    ({ attempts }) => attempts.length === 2,
  );
  expect(details.attempts).toMatchObject([{ status: 204 }, { status: 204 }]);
  const sentBefore = { filter: [{ k: 'notification_id', v: notification_id, o: 'eq' }] };
  expect(await notifications('resend', '--query', JSON.stringify(sentBefore))).toMatchObject({
    state: 'DONE',
    resent_count: 1,
  });
  await until(
    async () => times(),
    (count) => count === 3,
  );
  expect(await service.run(['notifications', 'resend'])).toMatchObject({ code: 2 });

  expect(await subscriptions('disable', id)).toMatchObject({ state: 'DISABLED' });
  expect(await subscriptions('enable', id)).toMatchObject({ state: 'ENABLED' });
  expect(await service.fine('subscriptions', 'delete', id)).toBe(`${id} is deleted\n`);
  expect(await service.run(['subscriptions', 'get', id])).toMatchObject({ code: 5 });
});

it('a failed test message ends with exit code 1', async () => {
  receiver.answer = (_, response) => void response.writeHead(500).end('no');
  const options = JSON.stringify({ url: receiver.url });
  const made = await subscriptions('create', 'broken', '--protocol', 'webhook', '--options', options);
  const { code, err } = await service.run(['subscriptions', 'verify', String(made['subscription_id'])]);
  expect([code, err]).toEqual([1, expect.stringContaining('The test failed: answered 500')]);
});

it('a silence is made, listed, ended and deleted', async () => {
  const silences = (...args: string[]) => service.json('silences', ...args);
  const terms = ['--until', 'now + 2h', '--reason', 'CHG-1234'];
  const made = await silences(
    'create',
    'upgrade',
    '--filter',
    '{"k":"title","v":"db","o":"contain"}',
    ...terms,
  );
  expect(made).toMatchObject({ name: 'upgrade', state: 'ACTIVE', reason: 'CHG-1234' });
  const id = String(made['silence_id']);
  expect(await service.fine('silences', 'list')).toMatch(/upgrade +│ ACTIVE/);
  expect(await silences('expire', id)).toMatchObject({ state: 'EXPIRED' });
  expect(await silences('list')).toEqual([]);
  expect(await silences('get', id)).toMatchObject({ state: 'EXPIRED' });
  expect(await service.fine('silences', 'delete', id)).toBe(`${id} is deleted\n`);
  expect(await service.run(['silences', 'get', id])).toMatchObject({ code: 5 });
});

it('a schedule is made, shown, overridden, changed and deleted', async () => {
  const onCall = (...args: string[]) => service.json('on-call', ...args);
  const options = ['--protocol', 'webhook', '--options', JSON.stringify({ url: receiver.url })];
  const subscription_id = String((await subscriptions('create', 'jane', ...options))['subscription_id']);
  const members = [
    '--member',
    `Jane <jane@example.com>=${subscription_id}`,
    '--member',
    `Max=${subscription_id}`,
  ];
  const rotation = ['--shift', '1w', '--handoff', 'mon 09:00'];
  const made = await onCall('create', 'Team', '--timezone', 'Europe/Berlin', ...members, ...rotation);
  expect(made).toMatchObject({
    members: [{ name: 'Jane', email: 'jane@example.com' }, { name: 'Max' }],
    rotation: { shift: '1w', handoff: { day: 'MON', time: '09:00' } },
  });
  const id = String(made['on_call_id']);
  expect(await onCall('at', id)).toMatchObject({ members: [{ name: 'Jane' }], because: 'ROTATION' });
  for (const reason of ['ill', 'still ill'])
    expect(
      await onCall('override', id, '--member', 'Max', '--until', 'now + 8h', '--reason', reason),
    ).toMatchObject({
      on_call_id: id,
    });
  expect(await onCall('get', id)).toMatchObject({ overrides: [{ reason: 'ill' }, { reason: 'still ill' }] });
  expect(await service.fine('on-call', 'shifts', id)).toMatch(/Max +│ OVERRIDE/);
  expect(await service.fine('on-call', 'list')).toMatch(/Team +│ ROTATION +│ Jane, Max/);
  expect(await onCall('stat')).toContainEqual({ source: 'ROTATION', count: 1 });
  expect(await onCall('update', id, '--name', 'Other')).toMatchObject({ name: 'Other' });
  expect(await service.run(['on-call', 'update', id])).toMatchObject({ code: 2 });
  expect(await service.run(['on-call', 'update', id, '--shift', '1w'])).toMatchObject({ code: 2 });
  expect(await service.run(['on-call', 'update', id, '--member', 'Jane'])).toMatchObject({ code: 2 });
  expect(await service.fine('on-call', 'delete', id)).toBe(`${id} is deleted\n`);
  expect(await service.run(['on-call', 'get', id])).toMatchObject({ code: 5 });
});

it('a subscription is created with a group', async () => {
  const options = ['--protocol', 'webhook', '--options', JSON.stringify({ url: receiver.url })];
  const by = ['--group-by', 'severity', 'resource.name', '--group-wait', '10'];
  const made = await subscriptions('create', 'grouped', ...options, ...by);
  expect(made).toMatchObject({ group: { by: ['severity', 'resource.name'], wait: 10, interval: 300 } });
});

it('a subscription is previewed, changed and counted', async () => {
  const options = ['--protocol', 'webhook', '--options', JSON.stringify({ url: receiver.url })];
  const [worse, named] = ['{"k":"severity","v":"ERROR","o":"gte"}', '{"k":"title","v":"db","o":"contain"}'];
  const made = await subscriptions('create', 'changing', ...options, '--filter', worse, '--filter-or', named);
  expect(made).toMatchObject({ filter: [{ k: 'severity' }], filter_or: [{ k: 'title' }] });
  const id = String(made['subscription_id']);
  const changed = await subscriptions(
    ...['update', id, '--name', 'changed', '--kind', 'alert.opened', '--no-filter', '--group-by', 'severity'],
  );
  expect(changed).toMatchObject({ name: 'changed', kinds: ['alert.opened'], filter: [], filter_or: [] });
  expect(changed['group']).toMatchObject({ by: ['severity'], wait: 30 });
  expect(await subscriptions('update', id, '--no-group')).toMatchObject({ name: 'changed', group: null });
  expect(await service.run(['subscriptions', 'update', id])).toMatchObject({ code: 2 });

  expect(await subscriptions('preview', id, '--days', '2', '--filter', worse)).toMatchObject({
    notifications: expect.any(Number),
    difference: { present: expect.any(Number) },
  });
  const draft = ['preview', '--protocol', 'webhook', '--filter-or', named];
  expect(await subscriptions(...draft)).toMatchObject({ difference: null });
  expect(await service.fine('subscriptions', ...draft)).toMatch(/^units /m);
  expect(await service.run(['subscriptions', 'preview'])).toMatchObject({ code: 2 });
  expect(await subscriptions('stat')).toContainEqual({ state: 'ENABLED', count: expect.any(Number) });
});

it('a silence is previewed, changed and counted', async () => {
  const silences = (...args: string[]) => service.json('silences', ...args);
  const filter = ['--filter', '{"k":"title","v":"db","o":"contain"}'];
  // A night that neither holds now nor the changes of the last hours.
  const day = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][(new Date().getUTCDay() + 3) % 7];
  const weekly = { days: [day], from: '22:00', to: '06:00', timezone: 'Europe/Berlin' };
  const windows = ['--weekly', JSON.stringify(weekly)];
  expect(await silences('preview', ...filter, ...windows)).toMatchObject({ changes: 0 });
  const made = await silences(
    ...['create', 'nights', ...filter, ...windows, '--until', 'now + 2d', '--reason', 'none'],
  );
  expect(made).toMatchObject({ weekly });
  const id = String(made['silence_id']);
  expect(await silences('update', id, '--no-weekly', '--reason', 'CHG-1')).toMatchObject({
    ...{ name: 'nights', reason: 'CHG-1', weekly: null },
  });
  expect(await service.run(['silences', 'update', id])).toMatchObject({ code: 2 });
  expect(await silences('stat')).toContainEqual({ state: 'ACTIVE', count: expect.any(Number) });
});

it('an inhibition is previewed, made, changed, listed, counted and deleted', async () => {
  const inhibitions = (...args: string[]) => service.json('inhibitions', ...args);
  const conditions = [
    ...['--source', '{"k":"rule","v":"ClusterDown","o":"eq"}'],
    ...['--target', '{"k":"severity","v":"WARNING","o":"eq"}', '--equal', 'labels.cluster'],
  ];
  expect(await inhibitions('preview', ...conditions)).toMatchObject({ held: 0, untold_sources: [] });
  expect(await service.fine('inhibitions', 'preview', ...conditions)).toMatch(/^held /m);
  const made = await inhibitions('create', 'cluster down', ...conditions, '--wait', '10');
  expect(made).toMatchObject({ wait: 10, settle: 300, equal: ['labels.cluster'] });
  const id = String(made['inhibition_id']);
  expect(await inhibitions('update', id, '--disable', '--settle', '60')).toMatchObject({
    ...{ enabled: false, settle: 60, wait: 10 },
  });
  expect(await service.run(['inhibitions', 'update', id])).toMatchObject({ code: 2 });
  expect(await service.run(['inhibitions', 'update', id, '--enable', '--disable'])).toMatchObject({
    code: 2,
  });
  expect(await service.fine('inhibitions', 'list')).toMatch(/cluster down +│ false/);
  expect(await inhibitions('stat')).toEqual([{ count: 1 }]);
  expect(await inhibitions('get', id)).toMatchObject({ name: 'cluster down' });
  expect(await service.fine('inhibitions', 'delete', id)).toBe(`${id} is deleted\n`);
});

it('the ledger shows the counts of changes and of their notifications', async () => {
  const ledger = await notifications<{ results: Record<string, unknown>[] }>('ledger', '--days', '1');
  expect(ledger).toMatchObject({ balanced: true, results: [{ balanced: true }] });
  expect(ledger.results[0]?.['changes']).toBeGreaterThan(0);
  expect(ledger.results[0]?.['matched']).toBeGreaterThan(0);
  expect(await service.fine('notifications', 'ledger')).toMatch(/day +│ changes/);
  expect(await notifications('stat')).toContainEqual({ state: 'SENT', count: expect.any(Number) });
});

it('a subscription has links that act, times in a time zone, and messages that can be previewed', async () => {
  const chat = [
    '--protocol',
    'slack',
    '--options',
    JSON.stringify({ token: 'xoxb-secret', channel: '#ops' }),
  ];
  const made = await subscriptions('create', 'chat', ...chat, '--no-actions', '--timezone', 'Asia/Kolkata');
  expect(made).toMatchObject({ actions: false, timezone: 'Asia/Kolkata' });
  const id = String(made['subscription_id']);
  expect(await subscriptions('update', id, '--actions')).toMatchObject({ actions: true });
  expect(await subscriptions('update', id, '--name', 'talk')).toMatchObject({ actions: true });

  await service.fine('send', 'prometheus', '--webhook', service.webhook);
  const [alert] = (await service.json('alerts', 'list')) as unknown as { alert_id: string; title: string }[];
  const { alert_id = '', title = '' } = alert ?? {};
  const preview = (...args: string[]) => subscriptions('preview-message', ...args);
  expect(await preview(id, '--alert', alert_id)).toMatchObject({
    ...{ alert_id, is_sent: true, problem: null, text: { title } },
  });
  const reworded = await service.fine(
    'subscriptions',
    'preview-message',
    id,
    '--template',
    '{"title": "Hi"}',
  );
  expect(reworded).toMatch(/^alert_id +alert_/m);
  expect(reworded).toMatch(/^Opened: Hi$/m);
  expect(reworded).not.toContain('xoxb-secret');
  const webhook = ['--protocol', 'webhook', '--options', JSON.stringify({ url: receiver.url })];
  const template = ['--template', '{ "shown": data.alert.alert_id }'];
  expect(await preview(...webhook, ...template, '--alert', alert_id)).toMatchObject({
    content: { shown: alert_id },
  });
  expect(await service.fine('subscriptions', 'preview-message', ...webhook, ...template)).toMatch(
    /"shown": "alert_/,
  );
  for (const wrong of [[], ['--protocol', 'webhook'], [id, '--protocol', 'webhook']])
    expect(await service.run(['subscriptions', 'preview-message', ...wrong])).toMatchObject({ code: 2 });
  const unknown = alert_id.replace(/.{8}$/, '00000000');
  expect(await service.run(['subscriptions', 'preview-message', id, '--alert', unknown])).toMatchObject({
    code: 5,
  });
});

it('a Slack app is made, named by a subscription, changed and deleted', async () => {
  const apps = (...args: string[]) => service.json('slack-apps', ...args);
  const secret = 'signing-secret-of-the-cli-test';
  const made = await apps('create', 'acme', '--signing-secret', secret, '--bot-token', 'xoxb-of-the-cli');
  expect(made).toMatchObject({
    ...{ name: 'acme', has_bot_token: true },
    request_url: expect.stringMatching(/\/notification\/v1\/slack\/\w{32}\/actions$/),
  });
  const id = String(made['slack_app_id']);
  const options = JSON.stringify({ token: 'xoxb-of-the-cli', channel: 'C1', slack_app_id: id });
  const named = await subscriptions('create', 'pressed', '--protocol', 'slack', '--options', options);
  expect(named).toMatchObject({ options: { slack_app_id: id }, actions: true });
  expect(await apps('update', id, '--requires-known-user')).toMatchObject({ requires_known_user: true });
  expect(await service.run(['slack-apps', 'update', id, '--no-bot-token'])).toMatchObject({
    err: expect.stringContaining('requires_known_user'),
  });
  expect(await service.run(['slack-apps', 'update', id])).toMatchObject({ code: 2 });
  expect(await apps('update', id, '--no-bot-token', '--no-requires-known-user')).toMatchObject({
    ...{ has_bot_token: false, requires_known_user: false },
  });
  expect(await service.fine('slack-apps', 'list')).toMatch(/acme +│ false/);
  expect(await service.run(['slack-apps', 'delete', id])).toMatchObject({
    err: expect.stringContaining('pressed'),
  });
  await service.fine('subscriptions', 'delete', String(named['subscription_id']));
  expect(await service.fine('slack-apps', 'delete', id)).toBe(`${id} is deleted\n`);
});
