import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, until } from './client.js';
import { alarm, createTestDomain, notificationUrl, recovery } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

const SLOW_TEST = { timeout: 90_000 };

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.secrets = [];
});

interface Held {
  readonly kind: string;
  readonly inhibition_id: string;
  readonly source_alert_id: string;
  readonly alert_id: string;
  readonly title: string;
}

const CONDITIONS = {
  source: [{ k: 'event_key', v: 'cluster', o: 'contain' }],
  target: [{ k: 'severity', v: 'WARNING', o: 'eq' }],
  equal: ['labels.cluster'],
};
const warning = (event_key: string, cluster: string) =>
  alarm(event_key, { severity: 'WARNING', labels: { cluster } });
const down = (cluster: string) => alarm(`cluster ${cluster}`, { severity: 'CRITICAL', labels: { cluster } });

async function createInhibitedDomain(fields: object) {
  const domain = await createTestDomain(service, receiver);
  const { domain_id } = domain;
  const url = (path: string) => notificationUrl(service, path);
  const { status, body } = await call<{ inhibition_id: string }>('POST', url('inhibitions'), {
    domain_id,
    name: 'cluster down',
    ...CONDITIONS,
    ...fields,
  });
  expect(status).toBe(201);
  return {
    ...domain,
    inhibition_id: body.inhibition_id,
    url,
    held: async (count: number) =>
      until(
        async () =>
          (
            await call<{ results: Held[] }>(
              'GET',
              url(`notifications?domain_id=${domain_id}&state=INHIBITED`),
            )
          ).body.results,
        (found) => found.length === count,
      ),
  };
}

const received = () =>
  receiver.received.map(({ body: { type, data } }) => [data.alert.event_key, type] as const);
const waitForCount = (count: number) =>
  until(
    async () => received().length,
    (found) => found === count,
    30_000,
  );

it(
  'what a cause explains is told once, after the cause has ended, if it is still open',
  SLOW_TEST,
  async () => {
    const domain = await createInhibitedDomain({ wait: 3, settle: 1 });
    // The cause arrives last, while the others still wait.
    await domain.send(warning('open', 'eu'), warning('gone', 'eu'), warning('other', 'us'), down('eu'));
    const held = await domain.held(2);
    await waitForCount(2);
    expect(received().toSorted()).toEqual([
      ['cluster eu', 'alert.opened'],
      ['other', 'alert.opened'],
    ]);
    expect(new Set(held.map(({ inhibition_id }) => inhibition_id))).toEqual(new Set([domain.inhibition_id]));
    const target = held[0] as Held;
    const timeline = await call<{ results: { kind: string; text: string; inhibition?: object }[] }>(
      'GET',
      `${service.api.url}/monitoring/v1/alert/${target.alert_id}/timeline?domain_id=${domain.domain_id}`,
    );
    expect(timeline.body.results.find(({ kind }) => kind === 'inhibition')).toMatchObject({
      text: expect.stringContaining('The inhibition “cluster down” held back that it opened'),
      inhibition: { inhibition_id: domain.inhibition_id, source_alert_id: target.source_alert_id },
    });

    await domain.send(recovery('gone'), recovery('cluster eu'));
    await waitForCount(4);
    expect(received().slice(2)).toEqual([
      ['cluster eu', 'alert.resolved'],
      ['open', 'alert.opened'],
    ]);
    const ledger = await call<{ balanced: boolean }>(
      'GET',
      domain.url(`ledger?domain_id=${domain.domain_id}`),
    );
    expect(ledger.body.balanced).toBe(true);
  },
);

it(
  'a manual resolve ends a cause, and deleting the inhibition lets go of everything',
  SLOW_TEST,
  async () => {
    const domain = await createInhibitedDomain({ wait: 0, settle: 0 });
    await domain.send(down('eu'), down('us'));
    await waitForCount(2);
    await domain.send(warning('a', 'eu'), warning('b', 'us'));
    const held = await domain.held(2);
    const { source_alert_id } = held.find(({ title }) => title === 'a') as Held;
    const resolve = `${service.api.url}/monitoring/v1/alert/${source_alert_id}/resolve`;
    expect((await call('PUT', resolve, { domain_id: domain.domain_id })).status).toBe(200);
    await waitForCount(4);
    const told = () => received().flatMap(([key, type]) => (type === 'alert.opened' ? [key] : []));
    expect(told().slice(2)).toEqual(['a']);
    const path = `inhibition/${domain.inhibition_id}?domain_id=${domain.domain_id}`;
    expect((await call('DELETE', domain.url(path))).status).toBe(204);
    await waitForCount(5);
    expect(told().slice(2)).toEqual(['a', 'b']);
  },
);

it(
  'a preview says what would have been held back, and which causes nobody is told of',
  SLOW_TEST,
  async () => {
    const domain = await createTestDomain(service, receiver, {
      filter: [{ k: 'severity', v: 'WARNING', o: 'eq' }],
    });
    await domain.send(warning('a', 'eu'), warning('b', 'us'), down('eu'));
    await waitForCount(2);
    const preview = () =>
      call<Record<string, unknown>>('POST', notificationUrl(service, 'inhibitions/preview'), {
        ...{ domain_id: domain.domain_id, days: 1 },
        ...CONDITIONS,
      });
    const { body } = await until(preview, (found) => found.body['sources'] === 1);
    expect(body).toMatchObject({
      ...{ sources: 1, targets: 2, held: 1, complete: true },
      first: [{ alert: { title: 'a' }, source: { title: 'cluster eu' } }],
      untold_sources: [{ title: 'cluster eu' }],
    });
    await domain.subscribe();
    expect((await preview()).body).toMatchObject({ held: 1, untold_sources: [] });
  },
);
