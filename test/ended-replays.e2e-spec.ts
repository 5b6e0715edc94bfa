import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { webhookPath } from '../apps/api/test/webhooks-under-test.js';
import { startWebhookService, type WebhookService } from './webhook-service.js';

/** Fails for the payloads of the tests, which have no `headline`. */
const MAPPING = { fields: { event_key: 'key', title: 'headline' } };
const HOUR = 3_600_000;

let service: WebhookService;
beforeEach(async () => void (service = await startWebhookService()));
afterEach(() => service?.stop());

describe('cancelling a replay', () => {
  it('ends a running replay once and leaves a finished one unchanged; viewers get 403', async () => {
    const one = await service.create({ plugin_info: { plugin_id: 'mapping', options: MAPPING } });
    await service.post(one, { key: 'c', text: 'C' });
    const range = { from: new Date(Date.now() - HOUR), to: new Date(Date.now() + HOUR) };
    const { databaseUrl } = service.api;
    // As if a worker were running the replay.
    const insert = `insert into replay
        (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only, next_attempt_at)
      values ($1, 'd1', $2, 'RUNNING', now() - interval '1 hour', now(), true, now() + interval '30 s')`;
    const replay_id = newId('replay');
    const values = [parseId('replay', replay_id), parseId('webhook', one.webhook_id)];
    await sql(databaseUrl, insert, values);
    const cancel = (id: string, key?: string | null) =>
      service.api.call('PUT', `/monitoring/v1/replay/${id}/cancel`, {
        body: {},
        key: key ?? service.keys.ADMIN,
      });
    expect(await cancel(replay_id, service.keys.VIEWER)).toMatchObject({ status: 403 });
    expect(await cancel(replay_id, service.keys.other)).toMatchObject({ status: 404 });
    expect(await service.get(`/monitoring/v1/replay/${replay_id}`)).toMatchObject({
      body: { state: 'RUNNING' },
    });
    const first = await cancel(replay_id);
    expect(first).toMatchObject({ status: 200, body: { replay_id, state: 'CANCELLED', done_count: 0 } });
    expect((await cancel(replay_id)).body).toEqual(first.body);
    const log = await sql(databaseUrl, `select action from audit_log where resource_id = $1`, [replay_id]);
    expect(log).toEqual([{ action: 'cancel_replay' }]);
    const done = await service.call('POST', `${webhookPath(one)}/replay`, { body: range });
    const replayUrl = `/monitoring/v1/replay/${String(done.body['replay_id'])}`;
    await vi.waitFor(
      async () => expect((await service.get(replayUrl)).body).toMatchObject({ state: 'DONE' }),
      15_000,
    );
    expect(await cancel(String(done.body['replay_id']))).toMatchObject({
      status: 200,
      body: { state: 'DONE' },
    });
    expect((await cancel('x')).status).toBe(400);
    expect((await cancel(newId('replay'))).status).toBe(404);
    const path = `/monitoring/v1/replay/${replay_id}/cancel`;
    expect((await service.api.call('PUT', path, { key: null })).status).toBe(401);
  });
});

it('nothing of a deleted webhook is replayed', async () => {
  const webhook = await service.create({ plugin_info: { plugin_id: 'mapping', options: MAPPING } });
  const { delivery_id } = await service.post(webhook, { key: 'c', text: 'C' });
  await service.call('DELETE', webhookPath(webhook));
  expect(await service.replay(delivery_id)).toMatchObject({
    status: 409,
    body: { code: 'ERROR_CONFLICT', detail: 'The webhook is gone' },
  });
  const replay_id = newId('replay');
  const insert = `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only)
    values ($1, 'd1', $2, 'PENDING', now(), now(), true)`;
  const values = [parseId('replay', replay_id), parseId('webhook', webhook.webhook_id)];
  await sql(service.api.databaseUrl, insert, values);
  await vi.waitFor(
    async () =>
      expect((await service.get(`/monitoring/v1/replay/${replay_id}`)).body).toMatchObject({
        state: 'FAILED',
        reason: 'The webhook is gone',
      }),
    15_000,
  );
});
