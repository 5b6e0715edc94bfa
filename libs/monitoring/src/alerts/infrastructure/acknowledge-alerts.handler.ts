import { Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClientBase } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChanges } from '#shared/platform/audit/audit-log.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { type DeliveryTarget, WakeUp } from '../../intake/application/ports/delivery-log.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { markHasDecisions, updateAcknowledgements } from '../../processing/tables/update-acknowledgements.js';
import { inWebhookTransaction } from '../../processing/tables/webhook-transaction.js';
import { AcknowledgeAlert, AcknowledgeAlerts, UnacknowledgeAlert } from '../application/change-alerts.js';
import { createAcknowledgement, createWithdrawal, type Decision } from '../domain/user-acts.js';
import { ALERTS_PER_TRANSACTION, findOpenAlerts } from './find-open-alerts.js';

interface FoundAlert {
  readonly webhook_id: string;
  readonly state: string;
  readonly resolved_at: Date | null;
  readonly acknowledged_by: string | null;
}

/** Writes decisions about single alerts. */
@Injectable()
export class AlertDecisions {
  constructor(
    private readonly pool: IngestPool,
    private readonly floors: RetentionFloors,
    private readonly wakeUp: WakeUp,
  ) {}

  /** @param onlyFirst whether it is refused if somebody has acknowledged the alert already */
  async write(scope: Scope, alert_id: string, decision: Decision, onlyFirst = false): Promise<void> {
    const uuid = parseId('alert', alert_id);
    const findAlert = async (client: Pick<IngestPool, 'query'>): Promise<FoundAlert> => {
      const { rows } = await client.query<FoundAlert>({
        name: 'find alert to acknowledge',
        text: `select webhook_id, state, resolved_at, acknowledged_by from alert where domain_id = $1 and alert_id = $2
               and (state = 'OPEN' or last_received_at >= $3)`,
        values: [scope.domain_id, uuid, new Date(this.floors.getFloor(scope.domain_id) ?? 0)],
      });
      const [found] = rows;
      if (found === undefined) throw DomainError.notFound('The alert', alert_id);
      return found;
    };
    const { webhook_id } = await findAlert(this.pool);
    await this.writeToWebhook(scope, webhook_id, decision, async (client) => {
      const { state, resolved_at, acknowledged_by } = await findAlert(client);
      if (state === 'OPEN' && onlyFirst && acknowledged_by !== null) {
        const text = `The alert ${alert_id} was acknowledged by ${acknowledged_by}`;
        throw new DomainError('ERROR_CONFLICT', 'conflict', text);
      }
      if (state === 'OPEN') return [uuid];
      const resolvedAt = resolved_at === null ? '' : ` at ${resolved_at.toISOString()}`;
      throw new DomainError('ERROR_CONFLICT', 'conflict', `The alert ${alert_id} was resolved${resolvedAt}`);
    });
  }

  /** @param selectIds returns the alerts of the webhook, under its lock */
  async writeToWebhook(
    scope: Scope,
    uuid: string,
    decision: Decision,
    selectIds: (client: ClientBase) => Promise<readonly string[]>,
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

@CommandHandler(AcknowledgeAlert)
export class AcknowledgeAlertHandler implements ICommandHandler<AcknowledgeAlert> {
  constructor(private readonly decisions: AlertDecisions) {}

  async execute({ scope, alert_id, terms, onlyFirst }: AcknowledgeAlert): Promise<void> {
    await this.decisions.write(scope, alert_id, createAcknowledgement(scope, terms), onlyFirst);
  }
}

@CommandHandler(UnacknowledgeAlert)
export class UnacknowledgeAlertHandler implements ICommandHandler<UnacknowledgeAlert> {
  constructor(private readonly decisions: AlertDecisions) {}

  async execute({ scope, alert_id }: UnacknowledgeAlert): Promise<void> {
    await this.decisions.write(scope, alert_id, createWithdrawal(scope));
  }
}

@CommandHandler(AcknowledgeAlerts)
export class AcknowledgeAlertsHandler implements ICommandHandler<AcknowledgeAlerts> {
  constructor(
    private readonly decisions: AlertDecisions,
    private readonly engine: QueryEngine,
  ) {}

  async execute({ scope, query, terms, all }: AcknowledgeAlerts): Promise<number> {
    const decision = createAcknowledgement(scope, terms);
    const found = await findOpenAlerts(this.engine, scope, query, all, 'acknowledged');
    for (const [webhook_id, ids] of found.byWebhook)
      for (let at = 0; at < ids.length; at += ALERTS_PER_TRANSACTION) {
        const batch = ids.slice(at, at + ALERTS_PER_TRANSACTION);
        await this.decisions.writeToWebhook(scope, webhook_id, decision, () => Promise.resolve(batch));
      }
    return found.count;
  }
}

/**
 * Also written for alerts that are in this state already: an earlier decision by a user of the sender may still be pending. A
 * decision made now is the newest and not from before its alert, whatever the clocks say.
 */
const INSERT_DECISIONS = `
  insert into alert_decision (domain_id, webhook_id, event_key, decided_at, received_at, decision_id, alert_id,
    acknowledged, actor, comment, until)
  select domain_id, webhook_id, event_key, coalesce($8::timestamptz, greatest(statement_timestamp(), opened_at, newest_at + interval '1 us')), statement_timestamp(), gen_random_uuid(), alert_id,
    $4::bool, $5, $6, $7::timestamptz
  from alert cross join lateral (
    select max(decided_at) as newest_at from alert_decision as one
    where one.domain_id = $1 and one.webhook_id = $2 and one.event_key = alert.event_key
      and (one.alert_id is null or one.alert_id = alert.alert_id)
  ) as made
  where domain_id = $1 and webhook_id = $2 and alert_id = any ($3::uuid[]) and state = 'OPEN'`;

/** Writes a decision. The caller's transaction holds the lock of the webhook. Skips alerts that are not open. */
export async function writeDecision(
  client: ClientBase,
  scope: Scope,
  { domain_id, uuid }: DeliveryTarget,
  alertIds: readonly string[],
  { acknowledged, by, comment, until }: Decision,
): Promise<void> {
  await client.query({
    name: 'decide of alerts',
    text: INSERT_DECISIONS,
    values: [domain_id, uuid, alertIds, acknowledged, by, comment, until, scope.via?.at ?? null],
  });
  await markHasDecisions(client, domain_id, [uuid]);
  const changed = await updateAcknowledgements(client, domain_id, alertIds, scope.via);
  await recordChanges(
    client,
    scope,
    'alert',
    changed.map((alert_id) => formatId('alert', alert_id)),
  );
}
