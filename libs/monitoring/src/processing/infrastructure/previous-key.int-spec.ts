import { afterAll, beforeAll, expect, it } from 'vitest';
import { isObject } from '#shared/kernel/json.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ProcessDeliveries } from '../application/process-deliveries.js';

/** A new version of `direct` whose keys are others. */
const renamed: Plugin = {
  ...direct,
  plugin_id: 'renamed',
  parse(delivery, options) {
    const previous_event_key = 'old';
    if (isObject(delivery.body) && delivery.body['acknowledged'] === true) {
      const acknowledgement = { event_key: 'new', previous_event_key, acknowledged: true, by: 'ann' };
      return [
        {
          outcome: 'ACKNOWLEDGED',
          acknowledgement: { ...acknowledgement, comment: null, occurred_at: null, pointer: '' },
        },
      ];
    }
    return direct
      .parse(delivery, options)
      .map((one) =>
        one.outcome === 'EVENT' ? { ...one, event: { ...one.event, previous_event_key } } : one,
      );
  },
};

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline([renamed])));
afterAll(() => pipeline.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function add(webhook: AdmittedWebhook, body: object, minutes: number, late = false): Promise<void> {
  await pipeline.addSegment(webhook, [{ ...posted(body), received_at: minutesAgo(minutes) }], { late });
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
}

async function alertsOf({ uuid }: AdmittedWebhook) {
  const { rows } = await pipeline.pool.query<{ event_key: string; state: string; acknowledged_by: string }>(
    `select event_key, state, split_part(acknowledged_by, ' (via ', 1) as acknowledged_by from alert where webhook_id = $1 order by opened_at`,
    [uuid],
  );
  return rows;
}

const RECOVERY = { event_key: 'new', event_type: 'RECOVERY' };

it.each([false, true])(
  'a recovery closes the alert of the previous key and is an event of it (late: %s)',
  async (late) => {
    const webhook = await pipeline.addWebhook('renamed');
    await add(webhook, { event_key: 'old', title: 'Disk' }, 5);
    await add(webhook, { acknowledged: true }, 4);
    expect(await alertsOf(webhook)).toMatchObject([
      { event_key: 'old', state: 'OPEN', acknowledged_by: 'ann' },
    ]);
    await add(webhook, RECOVERY, 3, late);
    expect(await alertsOf(webhook)).toMatchObject([{ event_key: 'old', state: 'RESOLVED' }]);
    const { rows } = await pipeline.pool.query(
      `select event_key, event_type from event where webhook_id = $1 order by created_at`,
      [webhook.uuid],
    );
    expect(rows).toEqual([
      { event_key: 'old', event_type: 'ALERT' },
      { event_key: 'old', event_type: 'RECOVERY' },
    ]);
  },
);

it('an alarm and a recovery of the new key leave the alert of the previous key open', async () => {
  const webhook = await pipeline.addWebhook('renamed');
  await add(webhook, { event_key: 'old', title: 'Disk' }, 5);
  await add(webhook, { event_key: 'new', title: 'Disk' }, 4);
  await add(webhook, { acknowledged: true }, 3);
  await add(webhook, RECOVERY, 2);
  expect(await alertsOf(webhook)).toMatchObject([
    { event_key: 'old', state: 'OPEN', acknowledged_by: null },
    { event_key: 'new', state: 'RESOLVED' },
  ]);
});
