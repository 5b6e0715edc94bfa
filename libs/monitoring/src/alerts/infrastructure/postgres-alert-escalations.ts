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

const ORIGIN: Scope['origin'] = {
  action: 'notification.escalation.withdraw',
  api_key_id: null,
  address: '',
};

@Injectable()
export class PostgresAlertEscalations extends AlertEscalations {
  constructor(private readonly pool: IngestPool) {
    super();
  }

  async withdraw(
    domain_id: string,
    withdrawals: readonly Withdrawal[],
  ): Promise<ReadonlyMap<string, unknown>> {
    const failures = new Map<string, unknown>();
    const found = await this.find(this.pool, domain_id, withdrawals);
    for (const [uuid, own] of Map.groupBy(found, ({ webhook_id }) => webhook_id)) {
      const webhook = { uuid, domain_id };
      try {
        // A worker that found the webhook locked looks again with its sweep, a second later.
        await inWebhookTransaction(this.pool, webhook, async (client) => {
          const left = await this.find(client, domain_id, own);
          for (const [by, some] of Map.groupBy(left, (each) => each.by))
            await writeDecision(
              client,
              { domain_id, user_id: null, role: 'ADMIN', root: false, origin: ORIGIN },
              webhook,
              some.map(({ alert_id }) => parseId('alert', alert_id)),
              { acknowledged: false, by, comment: null, until: null },
            );
        });
      } catch (error) {
        for (const { alert_id } of own) failures.set(alert_id, error);
      }
    }
    return failures;
  }

  /** Returns those of which there is something to withdraw, with the uuid of their webhook. */
  private async find(
    client: Pick<IngestPool, 'query'>,
    domain_id: string,
    withdrawals: readonly Withdrawal[],
  ): Promise<readonly (Withdrawal & { readonly webhook_id: string })[]> {
    const { rows } = await client.query<{ place: number; webhook_id: string }>({
      name: 'find acknowledgements to withdraw',
      text: `
        select place::int, webhook_id
        from unnest($2::uuid[], $3::timestamptz[]) with ordinality as t (alert_id, before, place)
        join alert on alert.domain_id = $1 and alert.alert_id = t.alert_id
        where state = 'OPEN' and acknowledged and acknowledged_at <= before`,
      values: [
        domain_id,
        encodeUuids(withdrawals.map(({ alert_id }) => parseId('alert', alert_id))),
        encodeTimes(withdrawals.map(({ before }) => before)),
      ],
    });
    return rows.flatMap(({ place, webhook_id }) => {
      const withdrawal = withdrawals[place - 1];
      return withdrawal === undefined ? [] : [{ ...withdrawal, webhook_id }];
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
