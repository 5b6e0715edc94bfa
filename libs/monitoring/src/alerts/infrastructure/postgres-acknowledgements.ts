import { Injectable } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import { inWebhookTransaction } from '../../processing/tables/webhook-transaction.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { Acknowledgements } from '../application/ports/acknowledgements.js';
import type { Decision } from '../domain/acknowledgement.js';
import { OPEN_ALERTS } from './alert-resource.js';
import { writeDecision } from './write-decisions.js';

/** Alerts per transaction. It holds the lock of the webhook, so it must be short. */
const ALERTS_PER_TRANSACTION = 1_000;

interface FoundAlert {
  readonly webhook_id: string;
  readonly state: string;
  readonly resolved_at: Date | null;
}

@Injectable()
export class PostgresAcknowledgements extends Acknowledgements {
  constructor(
    private readonly pool: IngestPool,
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
    private readonly wakeUp: WakeUp,
  ) {
    super();
  }

  async applyToAlert(scope: Scope, alert_id: string, decision: Decision): Promise<void> {
    const uuid = parseId('alert', alert_id);
    const findAlert = async (client: Pick<IngestPool, 'query'>): Promise<FoundAlert> => {
      const { rows } = await client.query<FoundAlert>({
        name: 'find alert to acknowledge',
        text: `select webhook_id, state, resolved_at from alert where domain_id = $1 and alert_id = $2
               and (state = 'OPEN' or last_received_at >= $3)`,
        values: [scope.domain_id, uuid, new Date(this.floors.getFloor(scope.domain_id) ?? 0)],
      });
      const [found] = rows;
      if (found === undefined) throw DomainError.notFound('The alert', alert_id);
      return found;
    };
    const { webhook_id } = await findAlert(this.pool);
    await this.writeToWebhook(scope, webhook_id, decision, async (client) => {
      const { state, resolved_at } = await findAlert(client);
      if (state === 'OPEN') return [uuid];
      const resolvedAt = resolved_at === null ? '' : ` at ${resolved_at.toISOString()}`;
      throw new DomainError('ERROR_CONFLICT', 'conflict', `The alert ${alert_id} was resolved${resolvedAt}`);
    });
  }

  async applyToMatching(
    scope: Scope,
    query: unknown,
    decision: Decision,
    maxAlerts: number,
  ): Promise<number> {
    const { domain_id } = scope;
    const columns = ['alert_id', 'webhook_id'];
    const search = { domain_id, query, columns, limit: maxAlerts };
    const found = await this.engine.findAll<{ alert_id: string; webhook_id: string }>(OPEN_ALERTS, search);
    if (found.length > maxAlerts) {
      const [count, limit] = [Number(found[0]?.total), maxAlerts].map((number) =>
        number.toLocaleString('en'),
      );
      throw DomainError.invalid(
        'query',
        `finds ${count} open alerts; at most ${limit} are acknowledged at once`,
      );
    }
    for (const [webhook_id, alerts] of Map.groupBy(found, (row) => row.webhook_id)) {
      const ids = alerts.map(({ alert_id }) => alert_id);
      for (let at = 0; at < ids.length; at += ALERTS_PER_TRANSACTION) {
        const batch = ids.slice(at, at + ALERTS_PER_TRANSACTION);
        await this.writeToWebhook(scope, webhook_id, decision, () => Promise.resolve(batch));
      }
    }
    return found.length;
  }

  private async writeToWebhook(
    scope: Scope,
    uuid: string,
    decision: Decision,
    selectIds: (client: Pick<IngestPool, 'query'>) => Promise<readonly string[]>,
  ): Promise<void> {
    const webhook = { uuid, domain_id: scope.domain_id };
    try {
      await inWebhookTransaction(this.pool, webhook, async (client) => {
        await writeDecision(client, scope, webhook, await selectIds(client), decision);
      });
    } finally {
      // A worker that found the webhook locked relies on the holder of the lock to look again.
      this.wakeUp.signalDeliveries([uuid]);
    }
  }
}
