import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackInbound } from './attack/inbound.js';
import { call, until } from './client.js';
import {
  openInbound,
  opsgenieWebhook,
  pagerDutyWebhook,
  postInbound,
  signPagerDuty,
  WEBHOOK_SECRET,
  type Alert,
  type OpsgenieAction,
  type PagerDutyAction,
} from './inbound-webhooks.js';
import { alarm, createTestDomain, notificationUrl, recovery } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startOpsgenie } from './receivers/opsgenie.js';
import { startPagerDutyAccount } from './receivers/pagerduty.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

/*
 * Operators fear two systems that answer each other for ever, and an incident that somebody closed and that opens again by itself.
 */

const SLOW_TEST = { timeout: 90_000 };

let service: Service;
let pagerDuty: Awaited<ReturnType<typeof startPagerDutyAccount>>;
let opsgenie: Awaited<ReturnType<typeof startOpsgenie>>;
let watcher: Receiver;
beforeAll(async () => {
  [pagerDuty, opsgenie, watcher] = await Promise.all([
    startPagerDutyAccount(),
    startOpsgenie(),
    startReceiver(),
  ]);
  service = await startService({
    ...{ NOTIFICATION_ALLOW: '127.0.0.1', LOG_LEVEL: 'debug', PUBLIC_URL: 'https://tocsin.example.com' },
    RATE_LIMIT: '100000',
  });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  pagerDuty?.close();
  opsgenie?.close();
  await watcher?.close();
});

/** A domain whose alerts are told to PagerDuty and to somebody who sees every change. */
async function createPagedDomain() {
  const routing_key = pagerDuty.createRoutingKey();
  const options = { routing_key, url: pagerDuty.url, webhook_secret: WEBHOOK_SECRET };
  const domain = await createTestDomain(
    service,
    { url: '', secrets: [] },
    { name: 'pager', protocol_id: 'pagerduty', options },
  );
  const { domain_id, subscription, subscribe, send } = domain;
  const watching = await subscribe({
    ...{ name: 'watcher', options: { url: watcher.url } },
    kinds: ['alert.opened', 'alert.acknowledged', 'alert.unacknowledged', 'alert.resolved', 'alert.noted'],
  });
  watcher.secrets = [];
  const inboundUrl = await openInbound(service, { domain_id, ...subscription });
  const read = async () => {
    const url = `${service.api.url}/monitoring/v1/alerts?domain_id=${domain_id}`;
    return (await call<{ results: Alert[] }>('GET', url)).body.results[0];
  };
  const told = async (of = subscription) =>
    (await domain.notifications())
      .filter(({ subscription_id }) => subscription_id === of.subscription_id)
      .map(({ kind, state }) => `${kind} ${state}`)
      .toReversed();
  const waitForTold = (count: number, of = subscription) =>
    until(
      () => told(of),
      (list) => list.filter((each) => each.endsWith('SENT')).length >= count,
      30_000,
    );
  await send(alarm('disk'));
  await waitForTold(1);
  await waitForTold(1, watching);
  const [incident] = pagerDuty.open(routing_key);
  const act = (action: PagerDutyAction, more: object = {}) => {
    const text = pagerDutyWebhook(String(incident?.dedup_key), action, more);
    return postInbound(inboundUrl, text, signPagerDuty(text));
  };
  return { ...domain, routing_key, watching, inboundUrl, read, told, waitForTold, act };
}

const events = (routing_key: string) =>
  pagerDuty.accepted
    .filter((event) => event.routing_key === routing_key)
    .map(({ event_action }) => event_action);

describe('PagerDuty', () => {
  it('acknowledges and resolves, and is not told of it', SLOW_TEST, async () => {
    const { act, read, told, waitForTold, watching, routing_key, domain_id } = await createPagedDomain();
    const alert_id = (await read())?.alert_id;
    expect(await act('acknowledged')).toMatchObject({
      status: 200,
      body: { outcome: 'ACKNOWLEDGED', reason: null, alert_id },
    });
    expect(await read()).toMatchObject({ acknowledged: true, acknowledged_by: 'Ann Other (via pager)' });
    expect((await act('acknowledged')).body).toMatchObject({ outcome: 'IGNORED', alert_id });
    expect((await act('resolved')).body).toMatchObject({ outcome: 'RESOLVED' });
    expect(await read()).toMatchObject({ state: 'RESOLVED', resolved_by: 'Ann Other (via pager)' });
    expect((await act('resolved')).body).toMatchObject({ outcome: 'IGNORED' });
    // Whoever else is told has been told, so PagerDuty would have been as well.
    await waitForTold(3, watching);
    expect(await told(watching)).toEqual(
      ['opened', 'acknowledged', 'resolved'].map((kind) => `alert.${kind} SENT`),
    );
    expect(await told()).toEqual(['alert.opened SENT']);
    expect(events(routing_key)).toEqual(['trigger']);
    const audit = await sql(
      service.databaseUrl,
      `select action, user_id, address <> '' as has_address from audit_log
       where domain_id = $1 and user_id like '%via pager%' order by created_at`,
      [domain_id],
    );
    expect(audit).toEqual(
      ['acknowledge_by_receiver', 'resolve_by_receiver'].map((action) => ({
        ...{ action, user_id: 'Ann Other (via pager)', has_address: true },
      })),
    );
  });

  it('gives an acknowledgement back', SLOW_TEST, async () => {
    const { act, read, routing_key, waitForTold, watching } = await createPagedDomain();
    await act('acknowledged');
    expect((await act('unacknowledged')).body).toMatchObject({ outcome: 'UNACKNOWLEDGED' });
    expect(await read()).toMatchObject({ acknowledged: false, state: 'OPEN' });
    await waitForTold(3, watching);
    expect(events(routing_key)).toEqual(['trigger']);
  });

  it('leaves a note of what no person resolved, once', SLOW_TEST, async () => {
    const { act, read, watching, waitForTold, told, domain_id } = await createPagedDomain();
    expect((await act('acknowledged', { agent: null })).body).toMatchObject({
      ...{ outcome: 'IGNORED', reason: 'No person did this' },
    });
    const automatic = { id: 'E1', agent: null };
    expect((await act('resolved', automatic)).body).toMatchObject({ outcome: 'NOTED' });
    expect((await act('resolved', automatic)).body).toMatchObject({
      ...{ outcome: 'IGNORED', reason: 'This webhook was taken before' },
    });
    const alert = await read();
    expect(alert).toMatchObject({ state: 'OPEN', acknowledged: false });
    const url = `${service.api.url}/monitoring/v1/alert/${alert?.alert_id}/notes?domain_id=${domain_id}`;
    const notes = await call<{ results: object[] }>('GET', url);
    expect(notes.body.results).toMatchObject([
      { author: 'via pager', text: 'PagerDuty resolved the incident, no person did' },
    ]);
    await waitForTold(2, watching);
    expect(await told(watching)).toEqual(['alert.opened SENT', 'alert.noted SENT']);
    expect(await told()).toEqual(['alert.opened SENT']);
  });

  it('is told of a new alert after it resolved the one before', SLOW_TEST, async () => {
    const { act, send, waitForTold, routing_key } = await createPagedDomain();
    await act('resolved');
    await send(recovery('disk'), alarm('disk'));
    await waitForTold(2);
    expect(events(routing_key)).toEqual(['trigger', 'trigger']);
    expect(pagerDuty.pages(routing_key)).toHaveLength(2);
  });

  it('is told of its own resolution if something older is still on its way', SLOW_TEST, async () => {
    const { act, send, told, routing_key } = await createPagedDomain();
    pagerDuty.limits.throttled = 1_000;
    await send(alarm('disk', { severity: 'CRITICAL' }));
    await until(told, (list) => list.includes('alert.escalated PENDING'), 30_000);
    expect((await act('resolved')).body).toMatchObject({ outcome: 'RESOLVED' });
    pagerDuty.limits.throttled = 0;
    await until(told, (list) => list.includes('alert.resolved SENT'), 60_000);
    expect(pagerDuty.open(routing_key)).toEqual([]);
  });

  it(
    'takes the old address for as long as it was promised, and none after it is deleted',
    SLOW_TEST,
    async () => {
      const { domain_id, subscription, inboundUrl, act } = await createPagedDomain();
      const address = { domain_id, ...subscription };
      const text = pagerDutyWebhook('none', 'acknowledged');
      const post = async (url: string) => (await postInbound(url, text, signPagerDuty(text))).status;
      const second = await openInbound(service, address, { grace_seconds: 600 });
      expect([await post(inboundUrl), await post(second)]).toEqual([200, 200]);
      const url = notificationUrl(service, `subscription/${subscription.subscription_id}/inbound`);
      const shown = await call<Record<string, unknown>>(
        'GET',
        `${url.replace('/inbound', '')}?domain_id=${domain_id}`,
      );
      expect(shown.body).toMatchObject({
        inbound: true,
        previous_inbound_key_expires_at: expect.any(String),
      });
      expect(JSON.stringify(shown.body)).not.toContain(WEBHOOK_SECRET);
      expect((await call('PUT', `${url}/rotate`, { domain_id })).status).toBe(409);
      const third = await openInbound(service, address, { end_grace: true });
      expect([await post(inboundUrl), await post(second), await post(third)]).toEqual([404, 404, 200]);
      expect((await call('DELETE', `${url}?domain_id=${domain_id}`)).status).toBe(204);
      expect([await post(third), (await act('acknowledged')).status]).toEqual([404, 404]);
      const dump = await sql(service.databaseUrl, 'select s::text from subscription s where domain_id = $1', [
        domain_id,
      ]);
      const seen = service.api.logs() + service.worker.logs() + JSON.stringify(dump);
      for (const key of [inboundUrl, second, third]) expect(seen).not.toContain(key.split('/').at(-1));
      const metrics = await (await fetch(`${service.api.metricsUrl}/metrics`)).text();
      expect(metrics).toMatch(/^tocsin_inbound_webhooks_total\{outcome="unknown_address"\} [1-9]/m);
      expect(metrics).not.toContain(third.split('/').at(-1));
    },
  );
});

/** Adds Opsgenie to the receivers of the domain, and returns what can be done there. */
async function createGenieDomain(path: 'url' | 'jsmUrl' = 'url') {
  const domain = await createPagedDomain();
  const { domain_id, subscribe, read, send } = domain;
  const account = opsgenie.createAccount();
  const subscription = await subscribe({
    ...{ name: 'genie', protocol_id: 'opsgenie' },
    options: { api_key: account.key, api_url: opsgenie[path] },
  });
  const inboundUrl = await openInbound(service, { domain_id, ...subscription });
  // The one before was told before Opsgenie was.
  await domain.act('resolved');
  await send(recovery('disk'), alarm('disk', { title: 'Again' }));
  await domain.waitForTold(1, subscription);
  await domain.waitForTold(2);
  const alias = () => account.open()[0]?.alias ?? account.alerts.at(-1)?.alias ?? '';
  const act = (action: OpsgenieAction, more: object = {}) =>
    postInbound(inboundUrl, opsgenieWebhook(alias(), action, more));
  const find = async () => {
    const url = `${service.api.url}/monitoring/v1/alerts?domain_id=${domain_id}`;
    const { body } = await call<{ results: Alert[] }>('GET', url);
    return body.results.find(({ state }) => state === 'OPEN') ?? (await read());
  };
  return { ...domain, genie: subscription, account, genieAct: act, find };
}

describe('Opsgenie', () => {
  it.each(['url', 'jsmUrl'] as const)(
    'acknowledges, unacknowledges and closes, and is not told of it (%s)',
    SLOW_TEST,
    async (path) => {
      const { genieAct, find, genie, told, waitForTold, account } = await createGenieDomain(path);
      expect((await genieAct('Acknowledge')).body).toMatchObject({ outcome: 'ACKNOWLEDGED' });
      expect(await find()).toMatchObject({
        acknowledged: true,
        acknowledged_by: 'ann@example.com (via genie)',
      });
      // PagerDuty is told, because it was done elsewhere.
      await waitForTold(3);
      expect((await genieAct('UnAcknowledge')).body).toMatchObject({ outcome: 'UNACKNOWLEDGED' });
      expect((await genieAct('Close')).body).toMatchObject({ outcome: 'RESOLVED' });
      await until(told, (list) => list.at(-1) === 'alert.resolved SENT', 30_000);
      expect(await told(genie)).toEqual(['alert.opened SENT']);
      expect(account.alerts).toMatchObject([{ state: 'open', count: 1 }]);
    },
  );

  it('goes round in no circle with PagerDuty and a system that mirrors both', SLOW_TEST, async () => {
    const { act, genieAct, told, genie, waitForTold, find } = await createGenieDomain();
    const { incident } = { incident: pagerDuty.accepted.at(-1)?.dedup_key };
    expect(incident).toBe((await find())?.alert_id);
    const mirror = { data: { incident_key: incident } };
    // The mirror does what people do, to both sides, again and again: by a request of the API, and as if it were a person.
    expect((await genieAct('Acknowledge')).body).toMatchObject({ outcome: 'ACKNOWLEDGED' });
    for (let round = 0; round < 3; round += 1) {
      expect((await act('acknowledged', mirror)).body).toMatchObject({ outcome: 'IGNORED' });
      expect((await genieAct('Acknowledge', { type: 'API' })).body).toMatchObject({ outcome: 'IGNORED' });
      expect((await genieAct('Acknowledge')).body).toMatchObject({ outcome: 'IGNORED' });
    }
    await waitForTold(3);
    expect((await act('resolved', mirror)).body).toMatchObject({ outcome: 'RESOLVED' });
    for (let round = 0; round < 3; round += 1) {
      expect((await act('resolved', mirror)).body).toMatchObject({ outcome: 'IGNORED' });
      expect((await genieAct('Close')).body).toMatchObject({ outcome: 'IGNORED' });
    }
    await waitForTold(2, genie);
    expect((await told(genie)).filter((each) => each.startsWith('alert.opened'))).toHaveLength(1);
    expect(await told(genie)).toEqual(['alert.opened SENT', 'alert.resolved SENT']);
    expect((await told()).slice(1)).toEqual(['alert.opened SENT', 'alert.acknowledged SENT']);
  });
});

describe('attacks', () =>
  attackInbound(
    () => service,
    async () => {
      const { domain_id, subscription, inboundUrl, read, act, told } = await createPagedDomain();
      return { domain_id, ...subscription, inboundUrl, act, told, alert: (await read()) as Alert, read };
    },
  ));
