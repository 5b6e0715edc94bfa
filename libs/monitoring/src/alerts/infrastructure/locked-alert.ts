import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import type { Severity } from '#senders/plugin-api/event.js';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { inWebhookTransaction } from '../../processing/tables/webhook-transaction.js';
import type { AlertInfo } from '../domain/alert-record.js';

/** An alert under the lock of its webhook. */
export interface LockedAlert {
  readonly uuid: string;
  readonly webhook_id: string;
  readonly state: AlertInfo['state'];
  readonly severity: Severity;
  readonly resolved_at: Date | null;
  readonly acknowledged: boolean;
  readonly assignee: string | null;
}

/** Finds alerts, and runs work on one of them under the lock of its webhook, as every writer of alerts does. */
@Injectable()
export class AlertLock {
  constructor(
    private readonly pool: IngestPool,
    private readonly floors: RetentionFloors,
    private readonly wakeUp: WakeUp,
  ) {}

  /** @throws ERROR_NOT_FOUND */
  async find(scope: Scope, alert_id: string, client: Pick<IngestPool, 'query'>): Promise<LockedAlert> {
    const uuid = parseId('alert', alert_id);
    const { rows } = await client.query<Omit<LockedAlert, 'uuid'>>({
      name: 'find alert to change',
      text: `select webhook_id, state, severity, resolved_at, acknowledged, assignee from alert
             where domain_id = $1 and alert_id = $2 and (state = 'OPEN' or last_received_at >= $3)`,
      values: [scope.domain_id, uuid, new Date(this.floors.getFloor(scope.domain_id) ?? 0)],
    });
    const [found] = rows;
    if (found === undefined) throw DomainError.notFound('The alert', alert_id);
    return { uuid, ...found };
  }

  /** @throws ERROR_NOT_FOUND; ERROR_UNAVAILABLE while its webhook is being processed */
  async run<T>(
    scope: Scope,
    alert_id: string,
    work: (client: PoolClient, alert: LockedAlert) => Promise<T>,
  ): Promise<T> {
    const { webhook_id: uuid } = await this.find(scope, alert_id, this.pool);
    try {
      return await inWebhookTransaction(this.pool, { uuid, domain_id: scope.domain_id }, async (client) =>
        work(client, await this.find(scope, alert_id, client)),
      );
    } finally {
      // A worker that found the webhook locked relies on the holder of the lock to look again.
      this.wakeUp.signalDeliveries([uuid]);
    }
  }
}
