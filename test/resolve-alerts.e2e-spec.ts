import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Follower } from './chaos/follower.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { rootApiKey } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

interface Alert {
  readonly alert_id: string;
  readonly state: string;
  readonly resolved_at: string | null;
  readonly resolved_reason: string | null;
  readonly resolved_by: string | null;
  readonly resolved_comment: string | null;
  readonly quiet_until: string | null;
  readonly event_count: number;
  readonly duplicate_count: number;
}

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly field: string }[];
}

let service: Service;
let receiver: Receiver;
let webhook: CreatedWebhook;

beforeAll(async () => {
  service = await startService({ NOTIFICATION_ALLOW: '127.0.0.1' });
  receiver = await startReceiver();
  webhook = await createWebhook(service.api.url, 'direct');
  const { status } = await ask('POST', 'notification/v1/subscriptions', {
    ...{ name: 'resolutions', protocol_id: 'webhook', options: { url: receiver.url } },
  });
  expect(status).toBe(201);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const ask = <T = Problem>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  call<T>(method, `${service.api.url}/${path}`, body && { domain_id: 'demo', ...body });
const post = (event_key: string, more: object = {}) =>
  call(
    'POST',
    service.api.url + webhook.path,
    { event_key, title: `Disk of ${event_key}`, severity: 'WARNING', ...more },
    { prefer: 'wait=10' },
  );
const findAlerts = async (event_key: string) =>
  (await ask<{ results: Alert[] }>('GET', `monitoring/v1/alerts?domain_id=demo&event_key=${event_key}`)).body
    .results;
const resolve = (alert_id: string, terms: object = {}) =>
  ask<Alert & Problem>('PUT', `monitoring/v1/alert/${alert_id}/resolve`, terms);

async function openAlert(event_key: string, more: object = {}): Promise<string> {
  await post(event_key, more);
  const alerts = await until(
    () => findAlerts(event_key),
    ({ length }) => length === 1,
  );
  return String(alerts[0]?.alert_id);
}

describe('an alert that a user resolves', () => {
  it('is RESOLVED as MANUAL, which the stream and subscriptions are told with the user', async () => {
    const stream = await Follower.open(
      `${service.api.url}/monitoring/v1/alerts/stream?domain_id=demo&event_key=told`,
      { key: rootApiKey },
    );
    await until(
      async () => stream.lastId,
      (position) => position !== '',
    );
    const id = await openAlert('told');
    const { status, body } = await resolve(id, { comment: 'Disk replaced', quiet_for: '30m' });
    expect([status, body]).toMatchObject([
      200,
      {
        state: 'RESOLVED',
        resolved_reason: 'MANUAL',
        resolved_by: 'root',
        resolved_comment: 'Disk replaced',
      },
    ]);
    expect(Date.parse(String(body.quiet_until)) - Date.parse(String(body.resolved_at))).toBe(1_800_000);
    const matchers = {
      type: 'alert.resolved',
      data: {
        alert: { alert_id: id, resolved_by: 'root', resolved_comment: 'Disk replaced' },
        change: { actor: 'root', event_id: null, state_before: 'OPEN', state: 'RESOLVED' },
      },
    };
    const streamed = await until(
      async () => stream.messages.map(({ data }) => JSON.parse(data) as { type: string }),
      (all) => all.some(({ type }) => type === 'alert.resolved'),
    );
    stream.close();
    expect(streamed).toMatchObject([{ type: 'alert.opened' }, matchers]);
    const told = await until(
      async () => receiver.received.filter(({ body: { data } }) => data.alert.alert_id === id),
      ({ length }) => length === 2,
    );
    expect(told.map(({ body: one }) => one)).toMatchObject([{ type: 'alert.opened' }, matchers]);
  });

  it('counts repeats in the quiet time; a worse one opens another alert', async () => {
    const start = { occurred_at: new Date().toISOString(), occurred_at_is: 'start' };
    const id = await openAlert('quiet', start);
    await resolve(id);
    await post('quiet', start);
    await post('quiet', { ...start, severity: 'INFO' });
    const [quiet, ...others] = await findAlerts('quiet');
    expect([quiet, others]).toMatchObject([
      { state: 'RESOLVED', resolved_reason: 'MANUAL', event_count: 2, duplicate_count: 1 },
      [],
    ]);
    await post('quiet', { ...start, severity: 'CRITICAL' });
    expect(await findAlerts('quiet')).toMatchObject([{ state: 'OPEN' }, { state: 'RESOLVED' }]);
  });

  it('is followed by another one with the first repeat after the quiet time', async () => {
    const id = await openAlert('short');
    const { body } = await resolve(id, { quiet_for: '2s' });
    await post('short');
    expect(await findAlerts('short')).toHaveLength(1);
    await until(
      async () => Date.now(),
      (now) => now > Date.parse(String(body.quiet_until)),
    );
    await post('short');
    expect(await findAlerts('short')).toMatchObject([{ state: 'OPEN' }, { alert_id: id, state: 'RESOLVED' }]);
  });

  it('is followed by another one after a recovery', async () => {
    const id = await openAlert('recovers');
    const { body } = await resolve(id);
    await post('recovers', { event_type: 'RECOVERY' });
    const [alert] = await findAlerts('recovers');
    expect(alert).toMatchObject({ resolved_reason: 'MANUAL', resolved_at: body.resolved_at });
    expect(Date.parse(String(alert?.quiet_until))).toBeLessThan(Date.now() + 60_000);
    await post('recovers');
    expect(await findAlerts('recovers')).toMatchObject([{ state: 'OPEN' }, { state: 'RESOLVED' }]);
  });

  it('is not resolved again: 409 says when and by whom', async () => {
    const id = await openAlert('again');
    const { body } = await resolve(id);
    const second = await resolve(id);
    expect([second.status, second.body.code, second.body.detail]).toEqual([
      409,
      'ERROR_CONFLICT',
      `The alert ${id} was resolved at ${body.resolved_at} by root`,
    ]);
    const sent = await openAlert('by-sender');
    await post('by-sender', { event_type: 'RECOVERY' });
    expect((await resolve(sent)).body.detail).toMatch(/was resolved at .+Z by its sender$/);
  });

  it.each([{ quiet_for: '25h' }, { quiet_for: 60 }, { quiet_for: '1 hour' }, { comment: 'x'.repeat(1_025) }])(
    'is refused with %j',
    async (terms) => {
      const { status, body } = await resolve('alert_01kagexvhve0ya7d9z5kq5nh3m', terms);
      expect([status, body.errors]).toMatchObject([400, [{ field: Object.keys(terms)[0] }]]);
    },
  );

  it('is among those that a query finds', async () => {
    const ids = [await openAlert('bulk-1'), await openAlert('bulk-2')];
    const all = (body: object) =>
      ask<Problem & { resolved_count: number }>('POST', 'monitoring/v1/alerts/resolve', body);
    expect((await all({ query: {} })).status).toBe(400);
    const query = { filter: [{ k: 'event_key', v: 'bulk-', o: 'contain' }] };
    expect((await all({ query, quiet_for: '0s', comment: 'All' })).body).toEqual({ resolved_count: 2 });
    expect((await all({ query })).body).toEqual({ resolved_count: 0 });
    const by = encodeURIComponent(JSON.stringify({ filter: [{ k: 'resolved_comment', v: 'All', o: 'eq' }] }));
    const found = await ask<{ results: Alert[] }>('GET', `monitoring/v1/alerts?domain_id=demo&query=${by}`);
    expect(found.body.results.map(({ alert_id }) => alert_id).toSorted()).toEqual(ids.toSorted());
  });
});
