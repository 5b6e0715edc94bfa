import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { inDomainTransaction } from '#shared/platform/persistence/record-writes.js';
import { joinLanes } from '../tables/notification-lanes.js';
import { lockSilencedAlerts, discardResent } from '../../silences/tables/silenced-alerts.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { SendWakeUp } from './send-wake-up.js';
import { ResendNotification } from '../application/resends.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';
import {
  buildNewerQuery,
  RESENT_COLUMNS,
  type NewerNotification,
  type ResentNotification,
} from './requeue-notifications.js';

interface NotificationRow extends ResentNotification {
  readonly is_enabled: boolean | null;
}

@CommandHandler(ResendNotification)
export class ResendNotificationHandler implements ICommandHandler<ResendNotification> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly protocols: ProtocolRegistry,
    private readonly wakeUp: SendWakeUp,
  ) {}

  async execute({ scope, notification_id }: ResendNotification): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      const row = await findResendable(manager, scope, notification_id);
      await lockSilencedAlerts(manager, [row]);
      // Lock the lane before the notification, as the sender does, even during an attempt.
      await manager.query(
        `select from notification_lane where subscription_id = $1 and subject_id = $2 for update`,
        [row.subscription_id, row.subject_id],
      );
      // A notification that already waits only becomes due.
      await manager.query(
        `update notification_lane set next_attempt_at = least(next_attempt_at, clock_timestamp()), hold_key = null
         where subscription_id = $1 and subject_id = $2 and attempt_id is null and digest_id is null`,
        [row.subscription_id, row.subject_id],
      );
      // The notification and those before it in the lane no longer wait for their group.
      await manager.query(
        `update notification set is_single = true
         where subscription_id = $1 and subject_id = $2 and (state in ('PENDING', 'HELD') or notification_id = $3)`,
        [row.subscription_id, row.subject_id, row.notification_id],
      );
      const queued = await manager.query<[unknown[], number]>(
        `update notification set state = 'PENDING', reason = null, next_attempt_at = null, sent_at = null,
           digest_id = null, seq = case when $2 then seq else nextval('notification_seq') end,
           expires_at = clock_timestamp() + make_interval(secs => ${LIFETIME_MS / 1000})
         where notification_id = $1 and state not in ('PENDING', 'HELD')`,
        [row.notification_id, this.protocols.sendsOnlyNewest(row.protocol_id)],
      );
      if (queued[1] > 0) {
        await joinLanes(manager, [row]);
        // The lane is locked now: a newer notification of the alert waits for this transaction.
        await this.rejectSuperseded(manager, row);
        await discardResent(manager, [row]);
      }
      await recordChange(manager, scope, 'notification', notification_id);
      await storeCreatedIds(manager, { notification_id });
    });
    this.wakeUp.wakeSender(scope.domain_id);
  }

  /**
   * Rejects a notification that is not the newest of its alert. The receiver would take the older state for the present one.
   * @throws ERROR_CONFLICT
   */
  private async rejectSuperseded(manager: EntityManager, row: NotificationRow): Promise<void> {
    const { protocol_id } = row;
    if (!this.protocols.sendsOnlyNewest(protocol_id)) return;
    const { text, values } = buildNewerQuery([row], true);
    const [newer] = await manager.query<NewerNotification[]>(text, values);
    if (newer === undefined) return;
    const name = `${formatId('notification', newer.newer_id)} (${newer.state})`;
    const reason = `${protocol_id} tells only the newest state, and ${name} is newer; resend that one instead`;
    throw new DomainError('ERROR_CONFLICT', 'conflict', reason);
  }
}

async function findResendable(
  manager: EntityManager,
  { domain_id }: Scope,
  notification_id: string,
): Promise<NotificationRow> {
  const [row] = await manager.query<NotificationRow[]>(
    `select ${RESENT_COLUMNS}, s.state = 'ENABLED' and s.deleted_at is null as is_enabled
     from notification n left join subscription s on s.subscription_id = n.subscription_id
     where n.notification_id = $1 and n.domain_id = $2`,
    [parseId('notification', notification_id), domain_id],
  );
  if (row === undefined) throw DomainError.notFound('The notification', notification_id);
  if (row.is_enabled === true) return row;
  const text = 'The subscription of this notification is disabled or deleted';
  throw new DomainError('ERROR_CONFLICT', 'conflict', text);
}
