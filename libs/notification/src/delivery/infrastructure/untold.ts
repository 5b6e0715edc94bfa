import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import {
  buildNewerQuery,
  type NewerNotification,
  type ResentNotification,
  requeueNotifications,
  RESENT_COLUMNS,
} from './requeue-notifications.js';
import { REMINDER_TYPE } from '../../protocols/sent-message.js';
import { IS_STOPPED_SQL } from '../../escalations/tables/follow-changes.js';
import { HAS_MISSED_ENDS_SQL } from '../../silences/tables/silenced-alerts.js';
import { mayHaveArrivedSql } from '../tables/told-condition.js';

/** The maximum number of subscriptions in one round. */
const MAX_SUBSCRIPTIONS = 100;
/** The maximum number of notifications, and of lanes, in one transaction. */
const BATCH_SIZE = 1_000;
/**
 * How often a notification is queued again. Its receiver may accept others and refuse this one, whenever it works otherwise.
 */
const MAX_RETOLD = 5;

interface RecoveredSubscription {
  /** uuids */
  readonly subscription_id: string;
  readonly untold_from_id: string;
  readonly losses: number;
  readonly protocol_id: string;
}

/** What subscriptions could not be told while their receivers failed. Several processes share it. */
@Injectable()
export class Untold {
  private readonly logger = new Logger('Notifications');

  constructor(
    private readonly pool: QueryPool,
    private readonly protocols: ProtocolRegistry,
  ) {}

  /**
   * Queues it again for subscriptions whose receiver works again: of each alert the newest notification, or each in order if
   * the protocol sends every change, unless a newer one was told since. What still waits for its next attempt becomes due.
   * Returns the number of notifications that are due.
   */
  async tellAgain(): Promise<number> {
    const { rows } = await this.pool.query<RecoveredSubscription>({
      name: 'subscriptions that work again',
      text: `
        select h.subscription_id, h.untold_from_id, h.losses, s.protocol_id
        from subscription_health h join subscription s using (subscription_id)
        where h.untold_from_id is not null and h.failures = 0 and h.paused_since is null
          and s.state = 'ENABLED' and s.deleted_at is null and not ${HAS_MISSED_ENDS_SQL}
        limit ${MAX_SUBSCRIPTIONS}`,
    });
    let due = 0;
    for (const subscription of rows)
      try {
        due += await inTransaction(this.pool, (client) => this.tellSubscription(client, subscription));
      } catch (error) {
        this.logger.warn(`what was not told is told later: ${getLogMessage(error)}`);
      }
    return due;
  }

  private async tellSubscription(client: ClientBase, subscription: RecoveredSubscription): Promise<number> {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('tocsin untold'), hashtext($1)) as locked`,
      [subscription.subscription_id],
    );
    if (rows[0]?.locked !== true) return 0;
    const failed = await this.findFailed(client, subscription);
    const untold = await this.selectUntold(client, failed, subscription);
    await countRetold(client, untold);
    const queued = await requeueNotifications(client, untold, this.protocols);
    const due = await makeWaitingDue(client, subscription);
    const next = failed.length < BATCH_SIZE ? null : failed.at(-1)?.notification_id;
    await storeProgress(client, subscription, next ?? null);
    return queued + due;
  }

  /**
   * Reads notifications of alerts that failed. Leaves out recoveries of what was never told, unless every change is sent. An
   * attempt without an answer may have told it. Leaves out reminders: they may no longer be true, and the next one follows; and steps of
   * escalations that an acknowledgement has stopped.
   */
  private async findFailed(
    client: ClientBase,
    { subscription_id, untold_from_id, protocol_id }: RecoveredSubscription,
  ): Promise<readonly ResentNotification[]> {
    const { rows } = await client.query<ResentNotification>({
      name: 'what was not told',
      text: `
        select ${RESENT_COLUMNS} from notification n
        where n.subscription_id = $1 and n.notification_id >= $2 and n.state = 'FAILED' and n.alert_id is not null
          and n.kind <> '${REMINDER_TYPE}'
          and n.retold < ${MAX_RETOLD}
          and not exists (select from escalation_run run where ${IS_STOPPED_SQL})
          and ($3 or n.kind <> 'alert.resolved' or exists (
            select from notification o
            where o.alert_id = n.alert_id and o.subscription_id = n.subscription_id and o.kind <> 'alert.resolved'
              and ${mayHaveArrivedSql('o')}))
        order by n.notification_id limit ${BATCH_SIZE}`,
      values: [subscription_id, untold_from_id, !this.protocols.sendsOnlyNewest(protocol_id)],
    });
    return rows;
  }

  /** Leaves out what is older than something that did not fail: the receiver would take it for the present state. */
  private async selectUntold(
    client: ClientBase,
    failed: readonly ResentNotification[],
    { protocol_id }: RecoveredSubscription,
  ): Promise<readonly ResentNotification[]> {
    if (failed.length === 0) return [];
    const { rows } = await client.query<NewerNotification>({
      ...buildNewerQuery(failed, this.protocols.sendsOnlyNewest(protocol_id)),
    });
    const outdated = new Set(
      rows.filter(({ state }) => state !== 'FAILED').map(({ notification_id }) => notification_id),
    );
    return failed.filter(({ notification_id }) => !outdated.has(notification_id));
  }
}

async function countRetold(client: ClientBase, untold: readonly ResentNotification[]): Promise<void> {
  if (untold.length === 0) return;
  const ids = untold.map(({ notification_id }) => notification_id).toSorted();
  await client.query({
    name: 'count retold',
    text: `
      update notification set retold = retold + 1
      where notification_id = any($1::uuid[]) and notification_id between $2 and $3`,
    values: [encodeUuids(ids), ids[0], ids.at(-1)],
  });
}

/** Makes lanes due that wait for their next attempt. Returns their number. */
async function makeWaitingDue(
  client: ClientBase,
  { subscription_id }: RecoveredSubscription,
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'waiting lanes are due',
    text: `
      with waiting as materialized (
        select subject_id from notification_lane
        where subscription_id = $1 and next_attempt_at > clock_timestamp() and next_attempt_at < 'infinity'
          and attempt_id is null and digest_id is null and hold_key is null
        limit ${BATCH_SIZE} for update skip locked
      )
      update notification_lane lane set next_attempt_at = clock_timestamp()
      from waiting where lane.subscription_id = $1 and lane.subject_id = waiting.subject_id`,
    values: [subscription_id],
  });
  return rowCount ?? 0;
}

/** Stores where the next batch begins, unless something failed meanwhile: then the same batch is read again. */
async function storeProgress(
  client: ClientBase,
  { subscription_id, untold_from_id, losses }: RecoveredSubscription,
  next: string | null,
): Promise<void> {
  await client.query({
    name: 'what was told again',
    text: `
      update subscription_health set untold_from_id = $4
      where subscription_id = $1 and untold_from_id = $2 and losses = $3`,
    values: [subscription_id, untold_from_id, losses, next],
  });
}
