import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { posted, type Pipeline } from '../../../test/pipeline.js';
import { createRemotePipeline, type RemotePipeline } from '../../../test/remote-pipeline.js';
import { createHeartbeatDelivery } from '../../heartbeats/domain/heartbeat-delivery.js';
import { ProcessDeliveries } from './process-deliveries.js';

let remote: RemotePipeline;
let pipeline: Pipeline;
let isUp = true;
/** Stands for a ping, which the remote plugin never sees. */
const PING = -1;
/** Deliveries for which the remote plugin fails. */
const poison = new Set<number>();

beforeAll(async () => {
  remote = await createRemotePipeline((n) =>
    !isUp || poison.has(n) ? { status: 500, text: `broken by ${n}` } : undefined,
  );
  ({ pipeline } = remote);
});
afterAll(() => remote.close());

async function start(...segments: number[][]) {
  // Each test uses its own URL, and so its own circuit breaker.
  const options = remote.optionsFor(segments.flat().join('-'));
  const webhook = await pipeline.addWebhook('http', 'd1', {}, options);
  const received_at = new Date();
  for (const segment of segments)
    await pipeline.addSegment(
      webhook,
      segment.map((n) => ({
        ...(n === PING ? createHeartbeatDelivery({ kind: 'ping', name: 'a' }) : posted({ n })),
        received_at,
      })),
    );
  const worker = pipeline.newWorker();
  const rows = async <Row>(text: string) => (await pipeline.pool.query(text, [webhook.uuid])).rows as Row[];
  return {
    cursor: async () =>
      (
        await rows<{ attempts: number; suspects: { failures: number }[] | null }>(
          'select attempts, suspects from webhook_cursor where webhook_id = $1',
        )
      )[0],
    events: async () =>
      (
        await rows<{ event_key: string }>(
          'select event_key from event where webhook_id = $1 order by event_key',
        )
      ).map(({ event_key }) => event_key),
    quarantined: async () =>
      (
        await rows<{ reason: string }>(
          'select reason from quarantine where webhook_id = $1 order by delivery_id',
        )
      ).map(({ reason }) => reason),
    /** Moves the last failure into the past and ends the pause. */
    async pass(minutes: number) {
      await rows(
        `update webhook_cursor set next_attempt_at = null, suspects = (
           select jsonb_agg(jsonb_set(one, '{since}', to_jsonb((one->>'since')::float8 - ${minutes * 60})))
           from jsonb_array_elements(suspects) as one)
         where webhook_id = $1`,
      );
    },
    async turn() {
      await worker.execute(new ProcessDeliveries([webhook.uuid]));
      // The slow lane runs in the background.
      await vi.waitFor(() => expect(worker['scheduler'].isIdle).toBe(true), { timeout: 10_000 });
    },
  };
}

describe('a delivery that the remote plugin fails for', () => {
  it('is quarantined after five failures over five minutes, and the others follow in order', async () => {
    poison.add(2);
    const { turn, pass, cursor, events, quarantined } = await start([1], [2, 3], [4], [5]);

    await turn();
    expect(await events()).toEqual(['n1']);
    for (let failures = 1; failures <= 5; failures += 1) {
      await pass(0.5);
      await turn();
      expect((await cursor())?.suspects).toMatchObject([{ failures }]);
    }
    // There were enough failures, but not for long enough. Later deliveries still wait.
    expect([await events(), await quarantined()]).toEqual([['n1'], []]);

    await pass(5);
    await turn();

    expect(await quarantined()).toEqual([
      expect.stringMatching(/^the plugin failed for this delivery 6 times in 7 minutes.*500: broken by 2$/),
    ]);
    expect(await events()).toEqual(['n1', 'n3', 'n4', 'n5']);
    expect(await cursor()).toMatchObject({ attempts: 0 });
  });

  it('is quarantined individually if its segment contains several of them', async () => {
    poison.add(11).add(13).add(16);
    const { turn, pass, events, quarantined } = await start([10, 11, 12, 13, 14, 15, 16], [17], [18], [19]);
    for (let n = 0; n < 60 && (await events()).length === 0; n += 1) {
      await turn();
      await pass(10);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await events()).toEqual([10, 12, 14, 15, 17, 18, 19].map((n) => `n${n}`));
    expect(await quarantined()).toHaveLength(3);
  }, 30_000);

  it('stays pending while the plugin parses no other delivery', async () => {
    isUp = false;
    try {
      const { turn, pass, cursor, quarantined } = await start([21], [22], [23]);
      for (let n = 0; n < 8; n += 1) {
        await turn();
        await pass(10);
      }
      expect(await quarantined()).toEqual([]);
      expect((await cursor())?.suspects).toMatchObject([{ failures: 0 }]);
    } finally {
      isUp = true;
    }
  });

  it('stays pending while the plugin parses no other delivery, regardless of pings', async () => {
    isUp = false;
    try {
      const { turn, pass, cursor, quarantined } = await start([41, PING], [PING, PING]);
      for (let n = 0; n < 8; n += 1) {
        await turn();
        await pass(10);
      }
      expect(await quarantined()).toEqual([]);
      expect((await cursor())?.suspects).toMatchObject([{ failures: 0 }]);
    } finally {
      isUp = true;
    }
  });

  it('stays pending if it is the only delivery', async () => {
    poison.add(31);
    const { turn, pass, quarantined } = await start([31]);
    for (let n = 0; n < 4; n += 1) {
      await turn();
      await pass(10);
    }
    expect(await quarantined()).toEqual([]);
  });
});
