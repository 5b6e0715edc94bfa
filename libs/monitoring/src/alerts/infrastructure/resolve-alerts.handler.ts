import { Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClientBase } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChanges } from '#shared/platform/audit/audit-log.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { resolveWebhookAlerts } from '../../processing/tables/resolve-webhook-alerts.js';
import { inWebhookTransaction } from '../../processing/tables/webhook-transaction.js';
import { ResolveAlert, ResolveAlerts } from '../application/change-alerts.js';
import { createResolution, describeResolution, type Resolution } from '../domain/user-acts.js';
import { ALERTS_PER_TRANSACTION, findOpenAlerts } from './find-open-alerts.js';

interface FoundAlert {
  readonly webhook_id: string;
  readonly state: string;
  readonly resolved_at: Date | null;
  readonly resolved_reason: string | null;
  readonly resolved_by: string | null;
}

/** Resolves alerts of one webhook for a user. */
@Injectable()
export class AlertResolutions {
  constructor(
    private readonly pool: IngestPool,
    private readonly floors: RetentionFloors,
    private readonly wakeUp: WakeUp,
  ) {}

  async findAlert(
    client: Pick<IngestPool, 'query'>,
    { domain_id }: Scope,
    alert_id: string,
  ): Promise<FoundAlert> {
    const { rows } = await client.query<FoundAlert>({
      name: 'find alert to resolve',
      text: `select webhook_id, state, resolved_at, resolved_reason, resolved_by from alert
             where domain_id = $1 and alert_id = $2 and (state = 'OPEN' or last_received_at >= $3)`,
      values: [domain_id, parseId('alert', alert_id), new Date(this.floors.getFloor(domain_id) ?? 0)],
    });
    const [found] = rows;
    if (found === undefined) throw DomainError.notFound('The alert', alert_id);
    return found;
  }

  async resolveOne(scope: Scope, alert_id: string, resolution: Resolution): Promise<void> {
    const { webhook_id } = await this.findAlert(this.pool, scope, alert_id);
    await this.resolve(scope, webhook_id, [parseId('alert', alert_id)], resolution, async (client) => {
      const { state, resolved_at, resolved_reason, resolved_by } = await this.findAlert(
        client,
        scope,
        alert_id,
      );
      if (state === 'OPEN') return;
      const how = describeResolution(resolved_at, resolved_reason, resolved_by);
      throw new DomainError('ERROR_CONFLICT', 'conflict', `The alert ${alert_id} was resolved${how}`);
    });
  }

  /** Resolves those that are open. @param check runs under the lock of the webhook */
  async resolve(
    scope: Scope,
    uuid: string,
    alertIds: readonly string[],
    resolution: Resolution,
    check?: (client: ClientBase) => Promise<void>,
  ): Promise<void> {
    const webhook = { uuid, domain_id: scope.domain_id };
    try {
      await inWebhookTransaction(this.pool, webhook, async (client) => {
        await check?.(client);
        const resolved = await resolveWebhookAlerts(client, webhook, alertIds, resolution);
        const ids = resolved.map((alert_id) => formatId('alert', alert_id));
        await recordChanges(client, scope, 'alert', ids);
      });
    } finally {
      // A worker that found the webhook locked relies on the holder of the lock to look again.
      this.wakeUp.signalDeliveries([uuid]);
    }
  }
}

@CommandHandler(ResolveAlert)
export class ResolveAlertHandler implements ICommandHandler<ResolveAlert> {
  constructor(private readonly resolutions: AlertResolutions) {}

  async execute({ scope, alert_id, terms }: ResolveAlert): Promise<void> {
    await this.resolutions.resolveOne(scope, alert_id, createResolution(scope, terms));
  }
}

@CommandHandler(ResolveAlerts)
export class ResolveAlertsHandler implements ICommandHandler<ResolveAlerts> {
  constructor(
    private readonly resolutions: AlertResolutions,
    private readonly engine: QueryEngine,
  ) {}

  async execute({ scope, query, terms, all }: ResolveAlerts): Promise<number> {
    const resolution = createResolution(scope, terms);
    const found = await findOpenAlerts(this.engine, scope, query, all, 'resolved');
    for (const [webhook_id, ids] of found.byWebhook)
      for (let at = 0; at < ids.length; at += ALERTS_PER_TRANSACTION)
        await this.resolutions.resolve(
          scope,
          webhook_id,
          ids.slice(at, at + ALERTS_PER_TRANSACTION),
          resolution,
        );
    return found.count;
  }
}
