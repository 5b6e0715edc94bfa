import { Injectable } from '@nestjs/common';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { encodeIntegers, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import {
  AlertEscalations,
  type ShownEscalation,
  type Withdrawal,
} from '../../contracts/alert-escalations.js';
import { inWebhookTransaction } from '../../processing/tables/webhook-transaction.js';
import { writeDecision } from './acknowledge-alerts.handler.js';

const ACTION = 'notification.escalation.withdraw';

@Injectable()
export class PostgresAlertEscalations extends AlertEscalations {
  constructor(private readonly pool: IngestPool) {
    super();
  }

  async withdraw({ domain_id, alert_id, before, by }: Withdrawal): Promise<void> {
    const uuid = parseId('alert', alert_id);
    const find = async (client: Pick<IngestPool, 'query'>) => {
      const { rows } = await client.query<{ webhook_id: string }>({
        name: 'find acknowledgement to withdraw',
        text: `
          select webhook_id from alert
          where domain_id = $1 and alert_id = $2 and state = 'OPEN' and acknowledged and acknowledged_at <= $3`,
        values: [domain_id, uuid, before],
      });
      return rows[0]?.webhook_id;
    };
    const webhook_id = await find(this.pool);
    if (webhook_id === undefined) return;
    const scope: Scope = {
      ...{ domain_id, user_id: null, role: 'ADMIN', root: false },
      origin: { action: ACTION, api_key_id: null, address: '' },
    };
    const webhook = { uuid: webhook_id, domain_id };
    // A worker that found the webhook locked looks again with its sweep, a second later.
    await inWebhookTransaction(this.pool, webhook, async (client) => {
      if ((await find(client)) === undefined) return;
      const decision = { acknowledged: false, by, comment: null, until: null };
      await writeDecision(client, scope, webhook, [uuid], decision);
    });
  }

  async show(
    transaction: Parameters<AlertEscalations['show']>[0],
    domain_id: string,
    shown: readonly ShownEscalation[],
  ): Promise<ReadonlySet<string>> {
    const ids = shown.map(({ alert_id }) => parseId('alert', alert_id));
    // Waits for nobody: writers of alerts lock several of them, in another order.
    const { rows } = await transaction.query<{ alert_id: string }>(
      `select alert_id from alert where domain_id = $1 and alert_id = any($2::uuid[])
       order by alert_id for no key update skip locked`,
      [domain_id, encodeUuids(ids)],
    );
    const locked = new Set(rows.map(({ alert_id }) => formatId('alert', alert_id)));
    const free = shown.filter(({ alert_id }) => locked.has(alert_id));
    await transaction.query(
      `update alert set escalation_step = t.step, escalation_next_at = t.next_at
       from unnest($2::uuid[], $3::int[], $4::timestamptz[]) as t (alert_id, step, next_at)
       where alert.domain_id = $1 and alert.alert_id = t.alert_id
         and (alert.escalation_step, alert.escalation_next_at) is distinct from (t.step, t.next_at)`,
      [
        domain_id,
        encodeUuids(free.map(({ alert_id }) => parseId('alert', alert_id))),
        encodeIntegers(free.map(({ step }) => step)),
        encodeTimes(free.map(({ next_at }) => next_at)),
      ],
    );
    return locked;
  }
}
