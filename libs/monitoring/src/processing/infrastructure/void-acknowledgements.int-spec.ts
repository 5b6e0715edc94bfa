import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { ProcessDeliveries } from '../application/process-deliveries.js';

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const rowsOf = async (text: string, values: unknown[]) =>
  (await pipeline.pool.query<Record<string, unknown>>(text, values)).rows;

it.each([
  ['after what it was over', 30, false, ['opened', 'resolved', 'unacknowledged']],
  ['while it was open', 50, true, ['opened', 'resolved']],
])('an alert acknowledged %s', async (_, seconds, isKept, kinds) => {
  const webhook = await pipeline.addWebhook('direct');
  const say = async (event_type: string, received_at: Date) => {
    await pipeline.addSegment(webhook, [{ ...posted({ event_key: 'disk', event_type }), received_at }]);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  };
  await say('ALERT', ago(60));
  await pipeline.pool.query(
    `update alert set acknowledged = true, acknowledged_by = 'jane', acknowledged_at = $2 where webhook_id = $1`,
    [webhook.uuid, ago(seconds)],
  );
  await say('RECOVERY', ago(45));
  expect(
    await rowsOf(`select state, acknowledged, acknowledged_by from alert where webhook_id = $1`, [
      webhook.uuid,
    ]),
  ).toEqual([{ state: 'RESOLVED', acknowledged: isKept, acknowledged_by: isKept ? 'jane' : null }]);
  const changes = `select kind, state_before, state from alert_change where webhook_id = $1 order by xid, index`;
  const told = await rowsOf(changes, [webhook.uuid]);
  expect(told.map(({ kind }) => kind)).toEqual(kinds);
  expect(told.slice(1).map(({ state_before }) => state_before)).toEqual(
    told.slice(0, -1).map(({ state }) => state),
  );
});
