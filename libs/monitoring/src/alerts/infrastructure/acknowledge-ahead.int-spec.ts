import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import { AcknowledgeAlert, UnacknowledgeAlert } from '../application/change-alerts.js';
import {
  AcknowledgeAlertHandler,
  AlertDecisions,
  UnacknowledgeAlertHandler,
} from './acknowledge-alerts.handler.js';

const SCOPE = { ...scopeIn('d1'), user_id: 'ann' };
let pipeline: Pipeline;
let decisions: AlertDecisions;
beforeAll(async () => {
  pipeline = await createPipeline();
  decisions = new AlertDecisions(pipeline.pool, floorsOf(), pipeline.wakeUps);
});
afterAll(() => pipeline.close());

async function openAlert() {
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.addSegment(webhook, [
    { ...posted({ event_key: 'disk', title: 'Disk' }), received_at: new Date() },
  ]);
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  const read = async () => {
    const { rows } = await pipeline.pool.query<{ alert_id: string; acknowledged: boolean }>(
      'select alert_id, acknowledged from alert where webhook_id = $1',
      [webhook.uuid],
    );
    return rows[0];
  };
  const id = formatId('alert', (await read())?.alert_id ?? '');
  return {
    webhook,
    acknowledge: () =>
      new AcknowledgeAlertHandler(decisions).execute(new AcknowledgeAlert(SCOPE, id, {}, false)),
    unacknowledge: () => new UnacknowledgeAlertHandler(decisions).execute(new UnacknowledgeAlert(SCOPE, id)),
    isAcknowledged: async () => (await read())?.acknowledged,
  };
}

it('a withdrawal holds after an acknowledgement of a time when the clock was ahead', async () => {
  const { webhook, acknowledge, unacknowledge, isAcknowledged } = await openAlert();
  await acknowledge();
  await pipeline.pool.query(
    `update alert_decision set decided_at = decided_at + interval '1 hour' where webhook_id = $1`,
    [webhook.uuid],
  );
  await unacknowledge();
  expect(await isAcknowledged()).toBe(false);
  await acknowledge();
  expect(await isAcknowledged()).toBe(true);
});

it('an alert that opened two days ahead of the clock can be acknowledged', async () => {
  const { webhook, acknowledge, isAcknowledged } = await openAlert();
  await pipeline.pool.query(
    `update alert set opened_at = opened_at + interval '2 days' where webhook_id = $1`,
    [webhook.uuid],
  );
  await acknowledge();
  expect(await isAcknowledged()).toBe(true);
});
