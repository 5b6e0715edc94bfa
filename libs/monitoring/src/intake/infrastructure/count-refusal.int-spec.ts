import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import { createPipeline, type Pipeline } from '../../../test/pipeline.js';
import { CountRefusal, KnownWebhookError } from '../application/count-refusal.js';
import type { AdmittedWebhook, WebhookDirectory } from '../application/ports/webhook-directory.js';
import { IntakeCounters } from './intake-counters.js';
import { CountRefusalHandler } from './count-refusal.handler.js';

let pipeline: Pipeline;
const counters: CountRefusalHandler[] = [];
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(async () => {
  await Promise.all(counters.map((counter) => counter.beforeApplicationShutdown()));
  await pipeline.close();
});

function newCounter(): CountRefusalHandler {
  const counter = new CountRefusalHandler(pipeline.pool, new IntakeCounters(), pipeline.directory);
  counters.push(counter);
  return counter;
}

const readRefusals = async ({ uuid }: { readonly uuid: string }) => {
  const { rows } = await pipeline.pool.query<{ status: number; count: string; reason: string }>(
    `select status, count, last_reason as reason from webhook_refusal where webhook_id = $1 order by status`,
    [uuid],
  );
  return rows.map(({ status, count, reason }) => [status, Number(count), reason]);
};

it('writes any number of refusals in one statement, and adds those of several processes', async () => {
  const webhook = await pipeline.addWebhook('direct');
  const [here, there] = [newCounter(), newCounter()];
  const query = vi.spyOn(pipeline.pool, 'query');
  for (let n = 0; n < 5_000; n += 1) here.count(webhook, { status: 413, reason: `too large ${n}` });
  here.count(webhook, { status: 404, reason: 'The access key is wrong' });
  expect(query).not.toHaveBeenCalled();
  await here.write();
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
  there.count(webhook, { status: 413, reason: 'too large, elsewhere' });
  await there.write();
  expect(await readRefusals(webhook)).toEqual([
    [404, 1, 'The access key is wrong'],
    [413, 5_001, 'too large, elsewhere'],
  ]);
});

it('counts the refusals of a domain while another has more than there is room for', async () => {
  const counter = newCounter();
  const refusal = { status: 401, reason: 'no' };
  for (let at = 0; at < 12_000; at += 1)
    counter.count({ uuid: `busy ${at}`, webhook_id: 'w', domain_id: 'busy' }, refusal);
  counter.count({ uuid: 'calm', webhook_id: 'w', domain_id: 'calm' }, refusal);
  const query = vi.spyOn(pipeline.pool, 'query').mockResolvedValue({ rows: [] } as never);
  await counter.write();
  const [{ values }] = query.mock.calls[0] as unknown as [{ values: readonly (readonly string[])[] }];
  query.mockRestore();
  expect(values[0]).toHaveLength(5_001);
  expect(values[0]?.at(-1)).toBe('calm');
});

it('keeps the counts while the database cannot be written', async () => {
  const webhook = await pipeline.addWebhook('direct');
  const counter = newCounter();
  counter.count(webhook, { status: 400, reason: 'first' });
  const query = vi.spyOn(pipeline.pool, 'query').mockRejectedValueOnce(new Error('no database') as never);
  await counter.write();
  query.mockRestore();
  expect(await readRefusals(webhook)).toEqual([]);
  counter.count(webhook, { status: 400, reason: 'second' });
  await counter.write();
  expect(await readRefusals(webhook)).toEqual([[400, 2, 'second']]);
});

it('stores reasons of any bytes and length, at most 500 characters', async () => {
  const webhook = await pipeline.addWebhook('direct');
  const counter = newCounter();
  counter.count(webhook, { status: 400, reason: `\0\ud800${'x'.repeat(10_000)}` });
  await counter.write();
  const [[, , reason] = []] = await readRefusals(webhook);
  expect(String(reason).length).toBeLessThanOrEqual(500);
  expect(String(reason)).toMatch(/x{100}$/);
});

it('of requests that reach no route, counts those with a wrong key as wrong keys, and few at a time', async () => {
  const webhook = await pipeline.addWebhook('direct');
  const { webhook_id } = webhook;
  const wrong = new KnownWebhookError(DomainError.notFound('Webhook'), webhook, 'The access key is wrong');
  let lookups = 0;
  const admit = async (_id: string, key: string): Promise<AdmittedWebhook> => {
    lookups += 1;
    if (key === 'right') return webhook;
    throw key === 'unknown' ? DomainError.notFound('Webhook') : wrong;
  };
  const directory = Object.assign(Object.create(pipeline.directory) as WebhookDirectory, { admit });
  const counter = new CountRefusalHandler(pipeline.pool, new IntakeCounters(), directory);
  counters.push(counter);
  const send = (access_key: string) =>
    counter.execute(new CountRefusal({ webhook_id, access_key }, { status: 405, reason: 'PATCH' }));
  await Promise.all(['right', 'wrong', 'unknown'].map(send));
  await Promise.all(Array.from({ length: 500 }, () => send('wrong')));
  expect(lookups).toBe(103);
  await counter.write();
  expect(await readRefusals(webhook)).toEqual([
    [404, 101, 'The access key is wrong'],
    [405, 1, 'PATCH'],
  ]);
});
