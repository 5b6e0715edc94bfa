import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { createTestDomain, notificationUrl } from './notified-domain.js';
import { freePort } from './ports.js';
import { startSenders, waitUntilReady, type Senders } from './real-senders.js';
import { requireProgram } from './requirements.js';
import { sql } from './sql.js';

const SLOW_TEST = { timeout: 90_000 };
const ALERTMANAGER = 'prometheus-alertmanager';

let senders: Senders;
let target: Server;
let targetUrl: string;
let status: number;
const received: { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];
beforeAll(async () => {
  senders = await startSenders({ NOTIFICATION_ALLOW: '127.0.0.1' });
  target = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => void target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/api/v2/alerts`;
});
afterAll(async () => {
  target?.closeAllConnections();
  target?.close();
  await senders?.stop();
});
beforeEach(() => {
  received.length = 0;
  status = 200;
});

/** Creates a webhook for Prometheus and a subscription that relays its deliveries. */
async function relayed(url: string) {
  const { service } = senders;
  const domain = await createTestDomain(
    service,
    { url: '', secrets: [] },
    { protocol_id: 'relay', options: { url } },
  );
  const { domain_id } = domain;
  const webhook = await createWebhook(service.api.url, 'prometheus', domain_id);
  return {
    ...domain,
    post: (body: string | Buffer) =>
      call('POST', service.api.url + webhook.path, body, {
        'content-type': 'application/json; charset=utf-8',
      }),
    units: async () => {
      const text = `select consumed::int from quota_usage where domain_id = $1 and protocol_id = 'relay'`;
      return (await sql<{ consumed: number }>(service.databaseUrl, text, [domain_id]))[0]?.consumed ?? 0;
    },
  };
}
const alertOf = (instance: string, more: object = {}) => ({
  labels: { alertname: 'DiskFull', instance, severity: 'critical' },
  annotations: { summary: `The disk of ${instance} is full` },
  startsAt: new Date(Date.now() - 60_000).toISOString(),
  ...more,
});

it('a delivery with several alerts is relayed once, byte for byte', SLOW_TEST, async () => {
  const { domain_id, subscription, post, notifications, units } = await relayed(targetUrl);
  const body = Buffer.from(
    `  ${JSON.stringify([alertOf('db1'), alertOf('db2'), alertOf('db3 – ü')], null, 3)}\r\n`,
  );
  await post(body);
  const found = await until(
    notifications,
    (all) => all.length === 3 && all.every(({ state }) => state === 'SENT'),
  );
  expect(received).toHaveLength(1);
  expect(received[0]?.body.equals(body)).toBe(true);
  expect(received[0]?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': expect.stringMatching(/^delivery_/),
  });
  expect(found.map(({ reason }) => reason).toSorted()).toEqual([
    'its delivery was sent with another notification',
    'its delivery was sent with another notification',
    null,
  ]);
  expect(await units()).toBe(1);

  const verified = await call(
    'POST',
    notificationUrl(senders.service, `subscription/${subscription.subscription_id}/verify`),
    {
      domain_id,
    },
  );
  expect(verified.body).toMatchObject({ ok: true, status: 200 });
});

it('a change without a delivery is cancelled and takes no unit', SLOW_TEST, async () => {
  const { domain_id, post, notifications, units } = await relayed(targetUrl);
  await post(JSON.stringify([alertOf('db1')]));
  await until(notifications, ([first]) => first?.state === 'SENT');
  const { url } = senders.service.api;
  const alerts = await call<{ results: { alert_id: string }[] }>(
    'GET',
    `${url}/monitoring/v1/alerts?domain_id=${domain_id}`,
  );
  const [alert] = alerts.body.results;
  await call('PUT', `${url}/monitoring/v1/alert/${alert?.alert_id}/acknowledge`, { domain_id });
  const [last] = await until(notifications, ([first]) => first?.state === 'CANCELLED');
  expect(last).toMatchObject({ kind: 'alert.acknowledged', reason: 'no delivery that is kept led to it' });
  expect(received).toHaveLength(1);
  expect(await units()).toBe(1);
});

it('a delivery that could not be relayed is relayed once when the target recovers', SLOW_TEST, async () => {
  status = 503;
  const { post, notifications } = await relayed(targetUrl);
  await post(JSON.stringify([alertOf('db1'), alertOf('db2')]));
  await until(
    notifications,
    (all) => all.length === 2 && all.every(({ reason }) => reason === 'answered 503'),
  );
  const failed = received.length;
  status = 200;
  await until(notifications, (all) => all.every(({ state }) => state === 'SENT'), 30_000);
  expect(received).toHaveLength(failed + 1);
});

requireProgram(ALERTMANAGER, `apt-get install ${ALERTMANAGER}`)('a real Alertmanager', () => {
  it('receives the alerts that its Prometheus posted to a webhook', SLOW_TEST, async () => {
    const config = await senders.file(
      'relay.yml',
      'route: { receiver: none }\nreceivers: [{ name: none }]\n',
    );
    const port = await freePort();
    senders.start(ALERTMANAGER, [
      `--config.file=${config}`,
      `--storage.path=${senders.at('relay')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ]);
    await waitUntilReady(port);
    const api = `http://127.0.0.1:${port}/api/v2/alerts`;
    const { post, notifications } = await relayed(api);
    const startsAt = new Date(Date.now() - 60_000).toISOString();
    const active = async () =>
      (await call<{ labels: object; annotations: object }[]>('GET', `${api}?active=true`, undefined, {}))
        .body;

    await post(JSON.stringify([alertOf('db1', { startsAt })]));
    const [alert] = await until(active, ({ length }) => length === 1);
    expect(alert).toMatchObject(alertOf('db1', { startsAt }));
    await post(
      JSON.stringify([alertOf('db1', { startsAt, endsAt: new Date(Date.now() - 1_000).toISOString() })]),
    );
    await until(active, ({ length }) => length === 0);
    const sent = await until(
      notifications,
      (all) => all.length === 2 && all.every(({ state }) => state === 'SENT'),
    );
    expect(sent.map(({ kind }) => kind)).toEqual(['alert.resolved', 'alert.opened']);
  });
});
