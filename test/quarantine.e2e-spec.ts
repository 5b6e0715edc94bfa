import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId, parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { webhookPath, matchProblem, type Webhook } from '../apps/api/test/webhooks-under-test.js';
import { startWebhookService, type DeliveryInfo, type WebhookService } from './webhook-service.js';

const QUARANTINE = '/monitoring/v1/quarantine';
/** A wrong mapping: payloads have `text` instead of `headline`. The tests correct it later. */
const MAPPING = { fields: { event_key: 'key', title: 'headline' } };

interface List {
  results: DeliveryInfo[];
  total_count: number;
}

let service: WebhookService;
let webhook: Webhook;
let delivery: DeliveryInfo;

beforeAll(async () => {
  service = await startWebhookService();
  webhook = await service.create({ plugin_info: { plugin_id: 'direct' } });
  delivery = await post(webhook, [{ event_key: 'a', title: 'A' }, { nonsense: true }]);
});
afterAll(() => service?.stop());

const post: WebhookService['post'] = (...args) => service.post(...args);
const get = <Body = DeliveryInfo>(path: string, key?: string) => service.get<Body>(path, key);
const replay: WebhookService['replay'] = (...args) => service.replay(...args);
const events = () => sql<{ n: number }>(service.api.databaseUrl, 'select count(*)::int as n from event');

describe('the quarantine', () => {
  it('lists deliveries that could not be processed', async () => {
    expect(delivery.status).toBe('QUARANTINED');
    const { status, body } = await get<List>(QUARANTINE);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total_count: 1,
      results: [{ delivery_id: delivery.delivery_id, webhook_id: webhook.webhook_id, status: 'QUARANTINED' }],
    });
    expect(body.results[0]).not.toHaveProperty('body');
  });

  it('supports search and statistics', async () => {
    const query = { filter: [{ k: 'reason', v: 'event_key', o: 'contain' }], minimal: true };
    const found = await service.call<List>('POST', `${QUARANTINE}/search`, { body: { query } });
    expect(found.body.results.map((each) => Object.keys(each))).toEqual([
      ['delivery_id', 'webhook_id', 'status', 'received_at'],
    ]);
    const body = {
      query: {
        aggregate: [
          { group: { keys: [{ key: 'status', name: 's' }], fields: [{ name: 'n', operator: 'count' }] } },
        ],
      },
    };
    const stat = await service.call('POST', `${QUARANTINE}/stat`, { body });
    expect(stat).toMatchObject({ status: 200, body: { results: [{ s: 'QUARANTINED', n: 1 }] } });
  });

  it('shows the posted body and the reason of a delivery', async () => {
    const { body } = await get(`${QUARANTINE}/${delivery.delivery_id}`);
    expect(body).toMatchObject({
      body: '[{"event_key":"a","title":"A"},{"nonsense":true}]',
      body_encoding: 'utf-8',
      content_type: 'application/json',
      outcomes: [{ outcome: 'CREATED' }, { outcome: 'QUARANTINED', reason: expect.stringMatching(/./) }],
    });
  });

  it('keeps the beginning of a body that was refused', async () => {
    const { webhook_url } = webhook;
    const refused = await service.api.call('POST', new URL(webhook_url).pathname, {
      key: null,
      body: 'a\u0000b',
    });
    expect(refused.status).toBe(400);
    const { body } = await get<List>(`${QUARANTINE}?status=UNREADABLE`);
    expect(body.results).toHaveLength(1);
    const id = String(body.results[0]?.delivery_id);
    expect((await get(`${QUARANTINE}/${id}`)).body).toMatchObject({
      body: 'a\u0000b',
      body_truncated: false,
      outcomes: [],
    });
    expect(await replay(id)).toMatchObject(matchProblem(409, 'ERROR_CONFLICT'));
  });

  it('limits the number and the bytes of rejected bodies for each webhook', async () => {
    const other = await service.create({ plugin_info: { plugin_id: 'direct' } });
    const path = new URL(other.webhook_url).pathname;
    const refuse = async () => (await service.api.call('POST', path, { key: null, body: 'a\u0000b' })).status;
    const kept = async () =>
      (await get<List>(`${QUARANTINE}?webhook_id=${other.webhook_id}`)).body.total_count;
    const tally = (set: string) =>
      sql(service.api.databaseUrl, `update unreadable_tally set ${set} where webhook_id = $1`, [
        parseId('webhook', other.webhook_id),
      ]);
    expect([await refuse(), await kept()]).toEqual([400, 1]);
    await tally('kept = 999');
    for (let n = 0; n < 3; n += 1) expect(await refuse()).toBe(400);
    expect(await kept()).toBe(2);
    await tally(`kept = 2, kept_bytes = ${32 * 1024 * 1024 - 10}`);
    expect([await refuse(), await kept()]).toEqual([400, 2]);
  });

  it('responds with 400, 401, 403 or 404 to invalid requests', async () => {
    const bad = { query: { filter: [{ k: 'nothing', v: 1, o: 'eq' }] } };
    expect(await service.call('POST', `${QUARANTINE}/search`, { body: bad })).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_QUERY'),
    );
    expect(await get(`${QUARANTINE}/x`)).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_PARAMETER', 'delivery_id'),
    );
    expect((await service.api.call('GET', QUARANTINE, { key: null })).status).toBe(401);
    expect((await get(`${QUARANTINE}?domain_id=d2`)).status).toBe(403);
    expect((await get(`${QUARANTINE}/${newId('delivery')}`)).status).toBe(404);
    expect((await get(`${QUARANTINE}/${delivery.delivery_id}`, service.keys.other)).status).toBe(404);
    expect((await get<List>(QUARANTINE, service.keys.other)).body.results).toEqual([]);
  });
});

/** Returns counts of today's ledger: of deliveries, then of alarms. */
async function ledger() {
  const { body } = await service.api.call<{
    results: Record<'deliveries' | 'alarms', Record<string, number>>[];
  }>('GET', '/monitoring/v1/ledger');
  const { deliveries = {}, alarms = {} } = body.results[0] ?? {};
  const { processed = 0, quarantined = 0 } = deliveries;
  return [processed, quarantined, alarms.created ?? 0, alarms.quarantined ?? 0];
}

describe('replaying a delivery', () => {
  it('creates the missing event with the current plugin, and only once', async () => {
    const { webhook_id, ...one } = await service.create({
      plugin_info: { plugin_id: 'mapping', options: MAPPING },
    });
    const info = await post({ webhook_id, ...one } as Webhook, { key: 'disk', text: 'Disk full' });
    expect(info.status).toBe('QUARANTINED');
    const still = await replay(info.delivery_id);
    expect(still).toMatchObject({ status: 200, body: { status: 'QUARANTINED' } });

    const options = { fields: { event_key: 'key', title: 'text' } };
    await service.call('PUT', `${webhookPath({ webhook_id })}/plugin`, { body: { options } });
    const [before] = await events();
    const booked = await ledger();
    const { status, body } = await replay(info.delivery_id);
    expect([status, body.status, body.outcomes[0]?.outcome]).toEqual([200, 'PROCESSED', 'CREATED']);
    const event = await get(`/monitoring/v1/event/${body.outcomes[0]?.event_id}?domain_id=d1`);
    expect(event.body).toMatchObject({ title: 'Disk full', delivery_id: info.delivery_id });

    expect((await replay(info.delivery_id)).body).toEqual(body);
    expect((await events())[0]?.n).toBe(Number(before?.n) + 1);
    expect((await get(`${QUARANTINE}/${info.delivery_id}`)).status).toBe(404);
    expect((await get(`/monitoring/v1/delivery/${info.delivery_id}`)).body).toEqual(body);
    const moved = (await ledger()).map((figure, at) => figure - (booked[at] ?? 0));
    expect(moved).toEqual([1, -1, 1, -1]);
  });

  it('works after the segment was dropped', async () => {
    const one = await service.create({ plugin_info: { plugin_id: 'mapping', options: MAPPING } });
    const info = await post(one, { key: 'cpu', text: 'CPU hot' });
    await sql(service.api.databaseUrl, 'delete from delivery_segment where processed_at is not null');
    expect((await get(`/monitoring/v1/delivery/${info.delivery_id}`)).body).toMatchObject({
      status: 'QUARANTINED',
    });
    const options = { fields: { event_key: 'key', title: 'text' } };
    await service.call('PUT', `${webhookPath(one)}/plugin`, { body: { options } });
    expect((await replay(info.delivery_id)).body).toMatchObject({ outcomes: [{ outcome: 'CREATED' }] });
  });

  it('responds with 409 if the plugin parses another number of alarms and some created events', async () => {
    const info = await post(webhook, [{ event_key: 'b', title: 'B' }, { nonsense: true }]);
    const { databaseUrl } = service.api;
    const payload = await sql<{ outcomes: unknown[] }>(
      databaseUrl,
      `update delivery_segment set outcomes =
         jsonb_set(outcomes::jsonb, '{0}', (outcomes::jsonb -> 0) || '[{"outcome":"QUARANTINED","reason":"third"}]')::json
       where webhook_id = (select webhook_id from quarantine where outcomes is not null order by delivery_id desc limit 1)
         and outcomes::text like '%QUARANTINED%'
       returning outcomes`,
    );
    expect(payload.length).toBeGreaterThan(0);
    const [before] = await events();
    expect(await replay(info.delivery_id)).toMatchObject(matchProblem(409, 'ERROR_CONFLICT'));
    expect(await events()).toEqual([before]);
  });

  it('responds with 400, 401, 403 or 404 to invalid requests', async () => {
    expect(await replay('x')).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'delivery_id'));
    const path = `/monitoring/v1/delivery/${delivery.delivery_id}/replay`;
    expect((await service.api.call('POST', path, { key: null })).status).toBe(401);
    expect((await replay(delivery.delivery_id, service.keys.VIEWER)).status).toBe(403);
    expect((await replay(newId('delivery'))).status).toBe(404);
    expect((await replay(delivery.delivery_id, service.keys.other)).status).toBe(404);
  });
});

describe('replaying the deliveries of a webhook in a period', () => {
  const range = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
  const start = (webhook_id: string, body: object = range, key = service.keys.ADMIN, headers = {}) =>
    service.api.call<DeliveryInfo>('POST', `/monitoring/v1/webhook/${webhook_id}/replay`, {
      key,
      body,
      headers,
    });

  it('starts a job that creates the missing events once', async () => {
    const one = await service.create({ plugin_info: { plugin_id: 'mapping', options: MAPPING } });
    for (let n = 0; n < 60; n += 1) await post(one, { key: `k${n}`, text: `Text ${n}` });
    const options = { fields: { event_key: 'key', title: 'text' } };
    await service.call('PUT', `${webhookPath(one)}/plugin`, { body: { options } });
    const { n: before = 0 } = (await events())[0] ?? {};
    const key = { 'idempotency-key': 'one' };
    const first = await start(one.webhook_id, range, service.keys.ADMIN, key);
    expect(first.status).toBe(202);
    // If the wake-up is lost, the sweep finds the row.
    const again = await start(one.webhook_id, range, service.keys.ADMIN, key);
    expect(again.body['replay_id']).toBe(first.body['replay_id']);
    const at = `/monitoring/v1/replay/${String(first.body['replay_id'])}`;
    await vi.waitFor(async () => expect((await get(at)).body).toMatchObject({ state: 'DONE' }), 15_000);
    expect((await get(at)).body).toMatchObject({
      quarantined_only: true,
      total_count: 60,
      done_count: 60,
      event_count: 60,
      conflict_count: 0,
    });
    expect((await events())[0]?.n).toBe(before + 60);
    const second = await start(one.webhook_id, { ...range, quarantined_only: false });
    const at2 = `/monitoring/v1/replay/${String(second.body['replay_id'])}`;
    await vi.waitFor(async () => expect((await get(at2)).body).toMatchObject({ state: 'DONE' }), 15_000);
    expect((await events())[0]?.n).toBe(before + 60);
    expect((await get(at, service.keys.other)).status).toBe(404);
  }, 40_000);

  it('is found by the sweep if its wake-up was lost', async () => {
    const { databaseUrl } = service.api;
    await sql(
      databaseUrl,
      `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only, next_attempt_at)
       select gen_random_uuid(), domain_id, webhook_id, 'RUNNING', now() - interval '1 hour', now(), true,
         now() - interval '5 s' from webhook limit 1`,
    );
    await vi.waitFor(
      async () =>
        expect(await sql(databaseUrl, `select from replay where state in ('PENDING', 'RUNNING')`)).toEqual(
          [],
        ),
      15_000,
    );
  });

  it('responds with 400, 401, 403 or 404 to invalid requests', async () => {
    const { webhook_id } = webhook;
    expect(await start(webhook_id, { from: range.to, to: range.from })).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_PARAMETER', 'to'),
    );
    expect(await start(webhook_id, {})).toMatchObject(matchProblem(400, 'ERROR_REQUIRED_PARAMETER'));
    expect((await service.api.call('POST', `${webhookPath(webhook)}/replay`, { key: null })).status).toBe(
      401,
    );
    expect((await start(webhook_id, range, service.keys.VIEWER)).status).toBe(403);
    expect((await start(newId('webhook'))).status).toBe(404);
    expect((await get(`/monitoring/v1/replay/${newId('replay')}`)).status).toBe(404);
  });
});
