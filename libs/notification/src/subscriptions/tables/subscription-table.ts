import type { Pool } from 'pg';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { formatId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { buildRecentCondition } from '#shared/platform/persistence/due-condition.js';
import { type SqlRunner, inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { BREAKER_FAILURES } from '../domain/retry-delay.js';
import type { AlertFilter } from '../domain/subscription.js';
import type { SubscriptionState, SubscriptionTrigger } from '../domain/subscription-record.js';

/** Seconds without a success after which something that was refused for good shows that the subscription fails. */
const REFUSAL_SECONDS = 60;

/** Seconds for which a receiver may ask for pauses. Pauses that are further apart have nothing to do with each other. */
const PAUSE_SECONDS = 300;

/** Returns SQL of the time since which the receiver of `h` asks for pauses; null if the last one was over some time ago. */
export const pausedSinceSql = (now = 'clock_timestamp()'): string => `case
  when h.paused_until > ${now} - interval '${PAUSE_SECONDS} s' and h.paused_since <= ${now} then h.paused_since end`;

/**
 * The SQL condition on a subscription `s` and its health `h` that nobody is told by it: its attempts failed several times in a
 * row; or something was refused for good, and nothing was delivered since; or its receiver has asked for pauses only, or for a
 * long one; or the service has disabled it.
 */
export const IS_FAILING_SQL = `(case
  when s.state = 'ENABLED' then coalesce(h.failures, 0) >= ${BREAKER_FAILURES} or coalesce(h.failures, 0) > 0
    and h.untold_from_id is not null and not (${buildRecentCondition('h.last_attempt_at', REFUSAL_SECONDS)})
    or coalesce(h.paused_until > h.paused_since + interval '${PAUSE_SECONDS} s', false)
  else s.state_reason is not null end)`;

/** The position at which reading begins. Numbers of 64 bits are texts. */
interface Position {
  readonly xid: string;
  readonly index: string;
  readonly at: number;
}

/**
 * Locks the subscriptions of a domain. Must come first in a transaction that enables, disables or deletes one, because only
 * one transaction at a time may decide whether the domain has a cursor.
 */
export async function lockSubscriptions(sql: SqlRunner, domain_id: string): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('tocsin subscriptions ' || $1))`, [domain_id]);
}

/**
 * Creates the cursor of a domain with an enabled subscription, and deletes that of a domain without one: changes that nobody
 * is notified of are not read.
 * @param start must be read before the transaction begins
 */
export async function syncCursor(sql: SqlRunner, domain_id: string, start: Position): Promise<void> {
  await sql.query(
    `insert into notification_cursor (domain_id, xid, index, at)
     select $1, $2::text::xid8, $3::bigint, $4::bigint
     where exists (select from subscription where domain_id = $1 and state = 'ENABLED' and deleted_at is null)
     on conflict (domain_id) do nothing`,
    [domain_id, start.xid, start.index, start.at],
  );
  await dropIdleCursor(sql, domain_id);
}

export async function dropIdleCursor(sql: SqlRunner, domain_id: string): Promise<void> {
  await sql.query(
    `delete from notification_cursor where domain_id = $1 and not exists (
       select from subscription where domain_id = $1 and state = 'ENABLED' and deleted_at is null)`,
    [domain_id],
  );
}

const ACTION = 'notification.subscription.disable';

/** A subscription as it was read. */
interface ReadVersion {
  /** uuid */
  readonly subscription_id: string;
  readonly domain_id: string;
  /** When it had been changed. */
  readonly changed_at: Date;
}

/**
 * Disables a subscription on behalf of the service, with a reason. Does nothing if it is already disabled, or if it was changed
 * since it was read: the reason may no longer apply. Uses a transaction
 * of its own: in that of the fan-out or the sender, locks would be taken in another order.
 */
export async function disableSubscription(
  pool: Pool,
  { subscription_id, domain_id, changed_at }: ReadVersion,
  reason: string,
): Promise<void> {
  const scope: Scope = {
    domain_id,
    user_id: null,
    role: 'ADMIN',
    root: false,
    origin: { action: ACTION, api_key_id: null, address: '' },
  };
  await inTransaction(pool, async (client) => {
    await lockSubscriptions(client, domain_id);
    const { rowCount } = await client.query(
      `update subscription set state = 'DISABLED', state_reason = $3, disabled_at = clock_timestamp(),
         updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
       where subscription_id = $1 and domain_id = $2 and state = 'ENABLED' and deleted_at is null
         and updated_at = $4`,
      [subscription_id, domain_id, reason, changed_at],
    );
    if (rowCount === 0) return;
    await dropIdleCursor(client, domain_id);
    await recordChange(client, scope, 'subscription', formatId('subscription', subscription_id));
  });
}

/** Returns the filters of the enabled subscriptions that tell of openings. */
export async function readOpeningFilters(
  client: RecordReader,
  domain_id: string,
): Promise<readonly (AlertFilter & { readonly project_id: string | null })[]> {
  const { rows } = await client.query<AlertFilter & { readonly project_id: string | null }>(
    `select project_id, filter, filter_or from subscription
     where domain_id = $1 and state = 'ENABLED' and deleted_at is null and trigger = 'CHANGE' and kinds ? 'alert.opened'`,
    [domain_id],
  );
  return rows;
}

/** What of a subscription decides what it is told of. */
export interface ReadSubscription extends AlertFilter {
  /** uuid */
  readonly subscription_id: string;
  readonly name: string;
  readonly project_id: string | null;
  readonly protocol_id: string;
  /** Without secrets. */
  readonly options: PluginOptions;
  readonly kinds: readonly string[];
  readonly trigger: SubscriptionTrigger;
  readonly state: SubscriptionState;
}

/** Why a subscription cannot have its name. */
export const NAME_TAKEN = 'is the name of another subscription of this project';

/** Returns the subscriptions of a domain, also those that are disabled. */
export async function readDomainSubscriptions(
  client: RecordReader,
  domain_id: string,
): Promise<readonly ReadSubscription[]> {
  const { rows } = await client.query<ReadSubscription>({
    name: 'subscriptions of a domain',
    text: `
      select subscription_id, name, project_id, protocol_id, options, kinds, trigger, filter, filter_or, state from subscription
      where domain_id = $1 and deleted_at is null order by subscription_id`,
    values: [domain_id],
  });
  return rows;
}
