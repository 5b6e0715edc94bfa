import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClientBase } from 'pg';
import type { Scope, Via } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { resolveWebhookAlerts } from '../../processing/tables/resolve-webhook-alerts.js';
import { FollowReceiver } from '../application/change-alerts.js';
import {
  createAcknowledgement,
  createWithdrawal,
  createResolution,
  ACT_MEMORY_DAYS,
  isWithoutEffect,
  type ReceiverAct,
  type ReceiverActOutcome,
} from '../domain/user-acts.js';
import { writeDecision } from './acknowledge-alerts.handler.js';
import { AlertLock, type LockedAlert } from './locked-alert.js';
import { addNote } from './notes.handler.js';

type ViaScope = FollowReceiver['scope'];

@CommandHandler(FollowReceiver)
export class FollowReceiverHandler implements ICommandHandler<FollowReceiver> {
  constructor(private readonly alerts: AlertLock) {}

  /** Remembers the act in the transaction that carries it out, so that of several at a time one does. */
  execute({ scope: given, alert_id, act }: FollowReceiver): Promise<ReceiverActOutcome> {
    return this.alerts.run(given, alert_id, async (client, alert) => {
      const { at, isOld } = await readTime(client, given.via);
      if (isOld) return 'outdated';
      const scope = { ...given, via: { ...given.via, at } };
      const isOutdated = await hasNewer(client, scope, alert, act.kind);
      if (!(await remember(client, scope, alert, act))) return 'repeated';
      if (isOutdated) return 'outdated';
      if (isWithoutEffect(act.kind, alert)) return 'unchanged';
      await carryOut(client, scope, alert_id, alert, act);
      return 'done';
    });
  }
}

/** A receiver whose clock is ahead must not make everything that follows look older. */
async function readTime(client: ClientBase, { at }: Via): Promise<{ at: Date; isOld: boolean }> {
  const { rows } = await client.query<{ at: Date; isOld: boolean }>({
    name: 'time of act',
    text: `
      select least($1::timestamptz(3), statement_timestamp())::timestamptz(3) as at,
        $1::timestamptz < statement_timestamp() - interval '${ACT_MEMORY_DAYS} days' as "isOld"`,
    values: [at],
  });
  return rows[0] ?? { at, isOld: false };
}

/**
 * Whether something was done after this act that it must not undo. An acknowledgement does not outlive the alert, so what resolves the
 * alert is compared only with what the same receiver said, and with alarms that reopened it.
 */
async function hasNewer(
  client: ClientBase,
  { domain_id, via }: ViaScope,
  { uuid }: LockedAlert,
  kind: ReceiverAct['kind'],
): Promise<boolean> {
  const isAcknowledgement = kind === 'acknowledge' || kind === 'unacknowledge';
  const { rows } = await client.query<{ is_newer: boolean }>({
    name: 'newer than act',
    text: `
      select exists (
        select from alert_act
        where domain_id = $1 and alert_id = $2 and occurred_at > $3 and ($4::bool or via_id = $5)
      ) or $4 and exists (
        select from alert join alert_decision one on one.domain_id = $1 and one.webhook_id = alert.webhook_id
          and one.event_key = alert.event_key and one.decided_at > $3 and one.decided_at >= alert.opened_at
          and (one.alert_id is null or one.alert_id = alert.alert_id)
        where alert.domain_id = $1 and alert.alert_id = $2
      ) as is_newer`,
    values: [domain_id, uuid, via.at, isAcknowledgement, via.id],
  });
  if (rows[0]?.is_newer === true) return true;
  // By itself: on a cluster, changes are on another machine than alerts.
  const { rowCount } = await client.query({
    name: 'reopened after act',
    text: `select from alert_change where domain_id = $1 and alert_id = $2 and kind = 'reopened' and changed_at > $3 limit 1`,
    values: [domain_id, uuid, via.at],
  });
  return rowCount !== 0;
}

async function remember(
  client: ClientBase,
  { domain_id, via }: ViaScope,
  { uuid }: LockedAlert,
  { act_id }: ReceiverAct,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'remember act',
    text: `
      insert into alert_act (domain_id, via_id, act_id, alert_id, occurred_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing`,
    values: [domain_id, via.id, act_id, uuid, via.at],
  });
  return rowCount === 1;
}

async function carryOut(
  client: ClientBase,
  scope: Scope,
  alert_id: string,
  alert: LockedAlert,
  { kind, text }: ReceiverAct,
): Promise<void> {
  const webhook = { domain_id: scope.domain_id, uuid: alert.webhook_id };
  const comment = text ?? undefined;
  if (kind === 'acknowledge')
    return writeDecision(client, scope, webhook, [alert.uuid], createAcknowledgement(scope, { comment }));
  if (kind === 'unacknowledge')
    return writeDecision(client, scope, webhook, [alert.uuid], createWithdrawal(scope));
  if (kind === 'note') {
    await addNote(client, scope, alert_id, alert, text ?? '');
    return undefined;
  }
  const resolution = { ...createResolution(scope, { comment }), via: scope.via };
  await resolveWebhookAlerts(client, webhook, [alert.uuid], resolution);
  return recordChange(client, scope, 'alert', alert_id);
}
