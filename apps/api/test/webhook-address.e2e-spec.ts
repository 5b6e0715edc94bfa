import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { Scheduler } from '#shared/schedule/scheduler.js';
import { timed } from '#test/slowness.js';
import { sql } from '#test/sql.js';
import { startApi, type ApiResponse, type ApiUnderTest } from './api-under-test.js';
import {
  webhookPath,
  matchProblem,
  startWebhookApi,
  type Webhook,
  type WebhookApi,
} from './webhooks-under-test.js';

let subject: WebhookApi;
let second: ApiUnderTest;
const call: WebhookApi['call'] = (...asked) => subject.call(...asked);
const create: WebhookApi['create'] = (changes) => subject.create(changes);

beforeAll(async () => {
  subject = await startWebhookApi();
  second = await startApi({ DATABASE_URL: subject.api.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await subject.api.close();
});

const post = (to: ApiUnderTest, { webhook_url }: Webhook) =>
  to.call('POST', new URL(webhook_url).pathname, { key: null, body: '{"alerts":[]}' });

describe('the address of a webhook', () => {
  it('takes deliveries on another process as soon as it is created', async () => {
    const webhook = await create();
    expect((await post(second, webhook)).status).toBe(202);
  });

  it.each<[string, Buffer, object]>([
    ['that is not compressed', Buffer.from('{"alerts":[]}'), { body: '{"alerts":[]}' }],
    ['that is cut off', gzipSync('{"alerts":[]}').subarray(0, -9), { body: expect.any(String) }],
  ])('quarantines the beginning of a gzip body %s', async (_, body, expected) => {
    const webhook = await create();
    const response = await subject.api.call('POST', new URL(webhook.webhook_url).pathname, {
      key: null,
      body,
      headers: { 'content-encoding': 'gzip' },
    });
    expect(response).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'body'));
    const list = () =>
      call<{ results: { delivery_id: string }[] }>(
        'GET',
        `/monitoring/v1/quarantine?webhook_id=${webhook.webhook_id}`,
      );
    await expect.poll(async () => (await list()).body.results).toHaveLength(1);
    const delivery_id = (await list()).body.results[0]?.delivery_id;
    expect((await call('GET', `/monitoring/v1/quarantine/${delivery_id}`)).body).toMatchObject({
      status: 'UNREADABLE',
      reason: 'the body is not gzip, as its Content-Encoding says',
      ...expected,
    });
  });

  it('answers the same 404 for an unknown webhook, a wrong access key and a deleted webhook', async () => {
    const [webhook, deleted] = [await create(), await create()];
    await call('DELETE', webhookPath(deleted));
    const urls = [
      webhook.webhook_url.replace(webhook.access_key, 'wrong'),
      webhook.webhook_url.replace(webhook.webhook_id, newId('webhook')),
      deleted.webhook_url,
    ];
    const responses = await Promise.all(urls.map((webhook_url) => post(second, { ...webhook, webhook_url })));

    for (const { status, body } of responses) {
      expect(status).toBe(404);
      expect({ ...body, instance: '' }).toEqual({ ...responses[0]?.body, instance: '' });
    }
  });

  it('is disabled on another process within a second without notifications, and enabled again', async () => {
    const webhook = await create();
    await sleep(600);
    expect((await post(second, webhook)).status).toBe(202);
    const terminated = await sql(
      subject.api.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tocsin change listener' and datname = current_database()`,
    );
    expect(terminated).toHaveLength(2);

    let response: ApiResponse | undefined;
    const elapsedMs = await timed(async () => {
      expect(await call('PUT', `${webhookPath(webhook)}/disable`)).toMatchObject({
        status: 200,
        body: { state: 'DISABLED' },
      });
      do response = await post(second, webhook);
      while (response.status === 202);
    });
    expect(elapsedMs).toBeLessThan(1_000);
    expect(response).toMatchObject(matchProblem(403, 'ERROR_WEBHOOK_DISABLED'));

    expect(await call('PUT', `${webhookPath(webhook)}/enable`)).toMatchObject({
      status: 200,
      body: { state: 'ENABLED' },
    });
    expect((await call('PUT', `${webhookPath(webhook)}/enable`)).status).toBe(200);
    await expect.poll(async () => (await post(second, webhook)).status).toBe(202);
  });

  it('changes when the access key is rotated, and the previous is valid for the grace period', async () => {
    const webhook = await create();
    const rotate = (body: object) => call('PUT', `${webhookPath(webhook)}/access-key/rotate`, { body });

    const next = await rotate({ grace_seconds: 60 });
    expect(next.status).toBe(200);
    expect(next.body.access_key).not.toBe(webhook.access_key);
    expect((await post(second, webhook)).status).toBe(202);
    expect((await post(second, next.body)).status).toBe(202);

    for (const repeated of [{ grace_seconds: 60 }, {}])
      expect(await rotate(repeated)).toMatchObject({ status: 409, body: { code: 'ERROR_CONFLICT' } });
    for (const valid of [webhook, next.body]) expect((await post(second, valid)).status).toBe(202);

    const last = await rotate({ end_grace: true });
    expect((await post(second, last.body)).status).toBe(202);
    for (const before of [webhook, next.body])
      await expect.poll(async () => (await post(second, before)).status).toBe(404);
    expect(await rotate({ grace_seconds: -1 })).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_PARAMETER', 'grace_seconds'),
    );
  });

  it('has the last use of its access key, and of the previous one during the grace period', async () => {
    const webhook = await create();
    const rotate = (grace_seconds: number) =>
      call('PUT', `${webhookPath(webhook)}/access-key/rotate`, {
        body: { grace_seconds, end_grace: true },
      });
    const getWebhook = async () => (await call('GET', webhookPath(webhook))).body;
    /** Posts through a separate process, which writes the last use of the key before it ends. */
    const postOnce = async (to: Webhook) => {
      const process = await startApi({ DATABASE_URL: subject.api.databaseUrl });
      expect((await post(process, to)).status).toBe(202);
      await process.close();
    };
    const anyTimestamp = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/);

    const next = await rotate(60);
    const unused = { expires_at: anyTimestamp, last_used_at: null };
    expect(next.body).toMatchObject({ access_key_last_used_at: null, previous_access_key: unused });
    await postOnce(webhook);
    const previous = { expires_at: anyTimestamp, last_used_at: anyTimestamp };
    const afterOldKey = await getWebhook();
    expect(afterOldKey).toMatchObject({ access_key_last_used_at: null, previous_access_key: previous });
    await postOnce(next.body);
    const { access_key_last_used_at, previous_access_key } = await getWebhook();
    expect(access_key_last_used_at).toEqual(anyTimestamp);
    expect(previous_access_key).toEqual(afterOldKey['previous_access_key']);

    const last = await rotate(1);
    expect(last.body).toMatchObject({
      access_key_last_used_at: null,
      previous_access_key: { last_used_at: access_key_last_used_at },
    });
    await expect.poll(getWebhook, { timeout: 5_000 }).toMatchObject({ previous_access_key: null });
    expect((await post(second, next.body)).status).toBe(404);
  });

  it.each(['AccessKeyUses.write', 'LastAccess.write'])(
    'the periodic task %s runs every 20 seconds',
    (name) => {
      const { tasks } = subject.api.app.get(Scheduler, { strict: false });
      expect(tasks).toContainEqual(expect.objectContaining({ name, ms: 20_000 }));
    },
  );
});
