import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { posted, type Pipeline } from '../../../test/pipeline.js';
import { createRemotePipeline, type RemotePipeline } from '../../../test/remote-pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ProcessDeliveries } from './process-deliveries.js';

let remote: RemotePipeline;
let pipeline: Pipeline;
/** The deliveries that the remote plugin was asked to parse. */
let asked: number[] = [];
let fails: (n: number) => boolean = () => false;

beforeAll(async () => {
  remote = await createRemotePipeline((n) => {
    asked.push(n);
    return fails(n) ? { status: 503 } : undefined;
  });
  ({ pipeline } = remote);
});
afterAll(() => remote.close());
beforeEach(() => {
  asked = [];
  fails = () => false;
});

async function start(name: string, count: number) {
  const webhook = await pipeline.addWebhook('http', 'd1', {}, remote.optionsFor(name));
  const received_at = new Date();
  await pipeline.addSegment(
    webhook,
    Array.from({ length: count }, (_, n) => ({ ...posted({ n }), received_at })),
  );
  const worker = pipeline.newWorker();
  return {
    webhook,
    async turn() {
      await pipeline.pool.query(`update webhook_cursor set next_attempt_at = null where webhook_id = $1`, [
        webhook.uuid,
      ]);
      await worker.execute(new ProcessDeliveries([webhook.uuid]));
      await vi.waitFor(() => expect(worker['scheduler'].isIdle).toBe(true), { timeout: 20_000 });
    },
  };
}

async function events({ uuid }: AdmittedWebhook): Promise<number> {
  const { rows } = await pipeline.pool.query<{ n: number }>(
    `select count(*)::int as n from event where webhook_id = $1`,
    [uuid],
  );
  return rows[0]?.n ?? 0;
}

describe('a remote plugin that fails now and then', () => {
  it('is called again for failed deliveries in the same time slice', async () => {
    const { webhook, turn } = await start('unsteady', 200);
    fails = () => asked.length % 40 === 0;
    await turn();
    expect(await events(webhook)).toBe(200);
    expect(asked).toHaveLength(205);
  });

  it('is not called again for deliveries of a segment that it parsed before it failed', async () => {
    const { webhook, turn } = await start('away', 100);
    fails = () => asked.length > 60;
    await turn();
    expect(await events(webhook)).toBe(0);
    fails = () => false;
    await turn();
    expect(await events(webhook)).toBe(100);
    // Four failed at the same time, and a probe with one of the others showed that the plugin is back.
    expect(asked.length).toBeLessThanOrEqual(100 + 4 + 1);
  });

  it('is called for the whole segment again if the options changed', async () => {
    const { webhook, turn } = await start('old', 20);
    fails = (n) => n >= 10;
    await turn();
    asked = [];
    fails = () => false;
    pipeline.changeWebhook(webhook, remote.optionsFor('new'));
    await turn();
    expect(await events(webhook)).toBe(20);
    expect(new Set(asked).size).toBe(20);
  });
});
