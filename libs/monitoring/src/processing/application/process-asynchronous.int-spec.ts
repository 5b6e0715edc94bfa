import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPipeline, direct, posted, type Pipeline } from '../../../test/pipeline.js';
import { startRemote, type RemoteService } from '../../../test/remote-service.js';
import { slowness } from '#test/slowness.js';
import { EvaluatorPool } from '../infrastructure/mapping/evaluator-pool.js';
import { SignedRemoteClient } from '../infrastructure/remote-plugin/signed-remote-client.js';
import { createAsyncPlugins } from '#senders/async-plugins.js';
import type { EvaluationResult, EvaluationRequest } from '#senders/plugin-api/evaluation.js';
import { ProcessDeliveries } from './process-deliveries.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const evaluators = new EvaluatorPool({ timeoutMs: 100, wallClockMs: 2_000, memoryMb: 64, processes: 2 });
/** Milliseconds that each evaluation without an end was allowed to run. */
const runawayTimesMs: number[] = [];
const signed = new SignedRemoteClient({ allow: ['127.0.0.0/8'] });
let pipeline: Pipeline;
let remote: RemoteService;
let isUp = false;

const consumers = new Set<string>();

async function timed(evaluation: EvaluationRequest, consumer: string): Promise<EvaluationResult> {
  consumers.add(consumer);
  const started = performance.now();
  const evaluated = await evaluators.evaluate(evaluation, consumer);
  if (!evaluated.ok) runawayTimesMs.push(performance.now() - started);
  return evaluated;
}

beforeAll(async () => {
  pipeline = await createPipeline(
    createAsyncPlugins({ evaluate: timed, check: (all) => evaluators.check(all) }, signed),
  );
  remote = await startRemote(({ body }) => {
    if (!isUp) return { status: 503 };
    const { delivery } = JSON.parse(body) as { delivery: { body: { n: number } } };
    const event = { event_key: `n${delivery.body.n}`, title: 'from afar' };
    return { text: JSON.stringify({ outcomes: [{ outcome: 'EVENT', event }] }) };
  });
});
afterAll(async () => {
  evaluators.onApplicationShutdown();
  signed.onApplicationShutdown();
  await remote.close();
  await pipeline.close();
});

const append = (webhook: { uuid: string; domain_id: string }, body: unknown) =>
  pipeline.log.append(webhook, posted(body));
const count = async (what: string, uuid: string) => {
  const { rows } = await pipeline.pool.query<{ n: number }>(
    `select count(*)::int as n from ${what} where webhook_id = $1`,
    [uuid],
  );
  return rows[0]?.n ?? 0;
};
const addMappedWebhook = (rule: string, domain_id = 'd1') =>
  pipeline.addWebhook('mapping', domain_id, {}, { fields: { event_key: 'k', title: '"t"', rule } });

describe('async plugins', () => {
  it('end runaway mappings within a second, while 1,000 other deliveries are processed', async () => {
    const [loop, memoryHog, fine, busy] = [
      await addMappedWebhook('k = "bad" ? ($f := function(){ $f() }; $f()) : k'),
      await addMappedWebhook('k = "bad" ? ($f := function($x){ $f($append($x, $x)) }; $f([1..1000])) : k'),
      await addMappedWebhook('k'),
      await pipeline.addWebhook('direct'),
    ];
    const worker = pipeline.newWorker();
    for (const webhook of [loop, memoryHog]) for (const k of ['a', 'bad', 'b']) await append(webhook, { k });
    await append(fine, { k: 'x' });
    const flowing = Array.from({ length: 1_000 }, (_, n) =>
      pipeline.log.append(busy, direct(`k${n}`, 'ALERT', '2026-11-20T10:00:00Z')),
    );
    await Promise.all(flowing);

    const before = slowness();
    const left = await worker.execute(
      new ProcessDeliveries([loop, memoryHog, fine, busy].map(({ uuid }) => uuid)),
    );
    await vi.waitFor(
      async () => {
        for (const webhook of [loop, memoryHog]) expect(await count('quarantine', webhook.uuid)).toBe(1);
      },
      { timeout: 15_000, interval: 50 },
    );

    expect(left).toEqual([]);
    expect(await count('event', busy.uuid)).toBe(1_000);
    expect(await count('event', fine.uuid)).toBe(1);
    // The other deliveries of the same segments were processed.
    for (const webhook of [loop, memoryHog]) expect(await count('event', webhook.uuid)).toBe(2);
    const { rows } = await pipeline.pool.query<{ reason: string }>(
      `select reason from quarantine where webhook_id = any($1) order by reason`,
      [[loop.uuid, memoryHog.uuid]],
    );
    for (const { reason } of rows) expect(reason).toMatch(/the expressions took more than (100 ms|64 MB)/);
    expect(runawayTimesMs).toHaveLength(2);
    expect(Math.max(...runawayTimesMs) / Math.max(before, slowness())).toBeLessThan(1_000);
    await worker.beforeApplicationShutdown();
  });

  it('delay only their own webhook while the remote service is down, and quarantine nothing', async () => {
    const away = await pipeline.addWebhook(
      'http',
      'd1',
      {},
      { url: remote.url, secret: SECRET, timeout_ms: 1_000 },
    );
    const other = await pipeline.addWebhook('direct');
    const worker = pipeline.newWorker();
    for (const n of [1, 2, 3]) await append(away, { n });
    await pipeline.log.append(other, direct('o', 'ALERT', '2026-11-20T10:00:00Z'));
    const process = () => worker.execute(new ProcessDeliveries([away.uuid, other.uuid]));
    const cursor = async () => {
      const { rows } = await pipeline.pool.query<{ attempts: number; last_error: string; waits: boolean }>(
        `select attempts, last_error, next_attempt_at > clock_timestamp() as waits
         from webhook_cursor where webhook_id = $1`,
        [away.uuid],
      );
      return rows[0];
    };

    await process();
    expect(await count('event', other.uuid)).toBe(1);
    await vi.waitFor(
      async () =>
        expect(await cursor()).toMatchObject({
          attempts: 1,
          waits: true,
          last_error: expect.stringContaining('the remote plugin answered 503'),
        }),
      10_000,
    );
    expect(await count('event', away.uuid)).toBe(0);

    isUp = true;
    await vi.waitFor(
      async () => {
        await process();
        expect(await count('event', away.uuid)).toBe(3);
      },
      { timeout: 15_000, interval: 200 },
    );
    expect(await count('quarantine', away.uuid)).toBe(0);
    expect(await cursor()).toMatchObject({ attempts: 0, waits: null });
    await worker.beforeApplicationShutdown();
  });

  it('evaluate the expressions of each domain in its own turns', async () => {
    const webhooks = [await addMappedWebhook('k', 'loud'), await addMappedWebhook('k', 'quiet')];
    const worker = pipeline.newWorker();
    for (const webhook of webhooks) await append(webhook, { k: 'a' });
    consumers.clear();

    await worker.execute(new ProcessDeliveries(webhooks.map(({ uuid }) => uuid)));
    for (const { uuid } of webhooks) await vi.waitFor(async () => expect(await count('event', uuid)).toBe(1));

    expect([...consumers].sort()).toEqual(['deliveries of loud', 'deliveries of quiet']);
    await worker.beforeApplicationShutdown();
  });

  it('use changed options with the next time slice of a busy webhook', async () => {
    const fields = (key: string) => ({ fields: { event_key: key, title: '"t"' } });
    const webhook = await pipeline.addWebhook('mapping', 'd1', {}, fields('wrong'));
    const worker = pipeline.newWorker();
    const log = worker['log'];
    const commit = log.commit.bind(log);
    // During the first slices more deliveries arrive, as with a sender that never pauses.
    let turns = 0;
    vi.spyOn(log, 'commit').mockImplementation(async (some) => {
      turns += 1;
      if (turns === 1) pipeline.changeWebhook(webhook, fields('k'));
      if (turns < 3) {
        await append(webhook, { k: `after ${turns}` });
        await worker.execute(new ProcessDeliveries([webhook.uuid]));
      }
      return commit(some);
    });
    await append(webhook, { k: 'before' });
    await worker.execute(new ProcessDeliveries([webhook.uuid]));
    await vi.waitFor(async () => expect(await count('event', webhook.uuid)).toBe(2), { timeout: 10_000 });
    expect(await count('quarantine', webhook.uuid)).toBe(1);
    await worker.beforeApplicationShutdown();
  });
});
