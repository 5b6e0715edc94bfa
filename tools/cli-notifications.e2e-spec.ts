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

it('somebody subscribes, is told, and is told again', async () => {
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

it('a test that fails is a failed check', async () => {
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

it('a subscription groups what it sends', async () => {
  const options = ['--protocol', 'webhook', '--options', JSON.stringify({ url: receiver.url })];
  const by = ['--group-by', 'severity', 'resource.name', '--group-wait', '10'];
  const made = await subscriptions('create', 'grouped', ...options, ...by);
  expect(made).toMatchObject({ group: { by: ['severity', 'resource.name'], wait: 10, interval: 300 } });
});
