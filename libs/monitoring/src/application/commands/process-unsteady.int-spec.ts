import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { startRemote, type RemoteService } from '../../../test/remote-service.js';
import { SignedRemote } from '../../infrastructure/remote-plugin/signed-remote.js';
import { pluginsElsewhere } from '../../plugins/elsewhere.js';
import type { AdmittedWebhook } from '../ports/webhook-directory.js';
import { ProcessDeliveries } from './process-deliveries.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const signed = new SignedRemote({ allow: ['127.0.0.0/8'] });
let pipeline: Pipeline;
let remote: RemoteService;
/** The deliveries the remote plugin was asked for. */
let asked: number[] = [];
let fails: (n: number) => boolean = () => false;

beforeAll(async () => {
  const nothing = () => Promise.reject(new Error('no expressions here'));
  pipeline = await createPipeline(pluginsElsewhere(nothing, signed));
  remote = await startRemote(({ body }) => {
    const { delivery } = JSON.parse(body) as { delivery: { body: { n: number } } };
    const { n } = delivery.body;
    asked.push(n);
    if (fails(n)) return { status: 503 };
    const event = { event_key: `n${n}`, title: 'from afar' };
    return { text: JSON.stringify({ outcomes: [{ outcome: 'EVENT', event }] }) };
  });
});
afterAll(async () => {
  signed.onApplicationShutdown();
  await remote.close();
  await pipeline.close();
});
beforeEach(() => {
  asked = [];
  fails = () => false;
});

async function start(name: string, count: number) {
  const webhook = await pipeline.addWebhook(
    'http',
    'd1',
    {},
    { url: `${remote.url}/${name}`, secret: SECRET },
  );
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
      await vi.waitFor(() => expect(worker['laterTurns']['running'].size).toBe(0), { timeout: 20_000 });
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
  it('is asked once more for what it failed for, in the same turn', async () => {
    const { webhook, turn } = await start('unsteady', 200);
    fails = () => asked.length % 40 === 0;
    await turn();
    expect(await events(webhook)).toBe(200);
    expect(asked).toHaveLength(205);
  });

  it('is not asked again for what it has read of a segment before it failed', async () => {
    const { webhook, turn } = await start('away', 100);
    fails = () => asked.length > 60;
    await turn();
    expect(await events(webhook)).toBe(0);
    fails = () => false;
    await turn();
    expect(await events(webhook)).toBe(100);
    // Four at a time failed, and one of the others showed that it is back.
    expect(asked.length).toBeLessThanOrEqual(100 + 4 + 1);
  });

  it('is asked for all of it where the options have changed since', async () => {
    const { webhook, turn } = await start('old', 20);
    fails = (n) => n >= 10;
    await turn();
    asked = [];
    fails = () => false;
    pipeline.changeWebhook(webhook, { url: `${remote.url}/new`, secret: SECRET });
    await turn();
    expect(await events(webhook)).toBe(20);
    expect(new Set(asked).size).toBe(20);
  });
});
