import { ProcessDeliveries } from '../src/processing/application/process-deliveries.js';
import { posted, type Pipeline } from './pipeline.js';

/** SQL of the changes of the alerts of webhook `$1`. */
export const CHANGES_OF = 'alert_change where alert_id in (select alert_id from alert where webhook_id = $1)';

export interface SomeAlarm {
  readonly event_type?: 'ALERT' | 'RECOVERY';
  readonly severity?: string;
  readonly title?: string;
}

/** A webhook of a domain whose alarms are processed as they are sent. */
export async function createAlarmSource(pipeline: Pipeline, domain_id = 'd1') {
  const webhook = await pipeline.addWebhook('direct', domain_id);
  const worker = pipeline.newWorker();
  let last = Date.now() - 600_000;
  const deliveryOf = (event_key: string, alarm: SomeAlarm) => {
    last += 1_000;
    const received_at = new Date(last);
    const event = { event_type: 'ALERT', severity: 'WARNING', title: event_key, ...alarm };
    return { ...posted({ event_key, ...event, occurred_at: received_at.toISOString() }), received_at };
  };
  return {
    webhook,

    /** Sends alarms of these keys, in one transaction. */
    async send(keys: readonly string[], alarm: SomeAlarm = {}): Promise<void> {
      const deliveries = keys.map((key) => deliveryOf(key, alarm));
      await pipeline.addSegment(webhook, deliveries);
      await worker.execute(new ProcessDeliveries([webhook.uuid]));
    },

    /** The changes as they were written, in their order. */
    async changes(): Promise<readonly { alert_id: string; kind: string }[]> {
      const { rows } = await pipeline.pool.query<{ alert_id: string; kind: string }>(
        `select alert_id, kind from ${CHANGES_OF} order by xid, index`,
        [webhook.uuid],
      );
      return rows;
    },
  };
}

export type AlarmSource = Awaited<ReturnType<typeof createAlarmSource>>;
