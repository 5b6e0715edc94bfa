import { Injectable } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { uuidOf } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { WakeUp } from '../../intake/application/ports/wake-up.js';
import { inTransactionWith } from '../../persistence/begin-with-webhook.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { Acknowledgements } from '../application/ports/acknowledgements.js';
import type { Decision } from '../domain/acknowledgement.js';
import { OPEN_ALERTS } from './alert-resource.js';
import { writeDecision } from './write-decisions.js';

/** Alerts per transaction. It holds the lock of the webhook, so it must be short. */
const ALERTS_AT_A_TIME = 1_000;

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

  async decide(scope: Scope, alert_id: string, decision: Decision): Promise<void> {
    const uuid = uuidOf('alert', alert_id);
    const find = async (client: Pick<IngestPool, 'query'>): Promise<FoundAlert> => {
      const { rows } = await client.query<FoundAlert>({
        name: 'find alert to acknowledge',
        text: `select webhook_id, state, resolved_at from alert where domain_id = $1 and alert_id = $2
               and (state = 'OPEN' or last_received_at >= $3)`,
        values: [scope.domain_id, uuid, new Date(this.floors.of(scope.domain_id) ?? 0)],
      });
      const [found] = rows;
      if (found === undefined) throw DomainError.notFound('The alert', alert_id);
      return found;
    };
    const { webhook_id } = await find(this.pool);
    await this.write(scope, webhook_id, decision, async (client) => {
      const { state, resolved_at } = await find(client);
      if (state === 'OPEN') return [uuid];
      const since = resolved_at === null ? '' : ` at ${resolved_at.toISOString()}`;
      throw new DomainError('ERROR_CONFLICT', 'conflict', `The alert ${alert_id} was resolved${since}`);
    });
  }

  async decideFound(scope: Scope, query: unknown, decision: Decision, most: number): Promise<number> {
    const { domain_id } = scope;
    const columns = ['alert_id', 'webhook_id'];
    const asked = { domain_id, query, columns, most };
    const found = await this.engine.findAll<{ alert_id: string; webhook_id: string }>(OPEN_ALERTS, asked);
    if (found.length > most) {
      const [many, limit] = [Number(found[0]?.total), most].map((number) => number.toLocaleString('en'));
      throw DomainError.invalid(
        'query',
        `finds ${many} open alerts; at most ${limit} are acknowledged at once`,
      );
    }
    for (const [webhook_id, alerts] of Map.groupBy(found, (row) => row.webhook_id)) {
      const ids = alerts.map(({ alert_id }) => alert_id);
      for (let at = 0; at < ids.length; at += ALERTS_AT_A_TIME) {
        const some = ids.slice(at, at + ALERTS_AT_A_TIME);
        await this.write(scope, webhook_id, decision, () => Promise.resolve(some));
      }
    }
    return found.length;
  }

  private async write(
    scope: Scope,
    uuid: string,
    decision: Decision,
    idsOf: (client: Pick<IngestPool, 'query'>) => Promise<readonly string[]>,
  ): Promise<void> {
    const webhook = { uuid, domain_id: scope.domain_id };
    try {
      await inTransactionWith(this.pool, webhook, async (client) => {
        await writeDecision(client, scope, webhook, await idsOf(client), decision);
      });
    } finally {
      // A worker that found the webhook locked relies on the holder of the lock to look again.
      this.wakeUp.deliveriesArrived([uuid]);
    }
  }
}
