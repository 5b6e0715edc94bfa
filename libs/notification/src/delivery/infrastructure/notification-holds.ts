import type { ClientBase } from 'pg';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import { MAX_INTERVAL_SECONDS, type Group } from '../../subscriptions/domain/group.js';
import { DIGEST_INTERVAL_MS } from '../../quotas/domain/quota-policy.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';

/** The key of holds that wait for the quota. */
export const QUOTA_HOLD_KEY = '';

/** A hold, with its subscription. Ids are uuids. */
export interface Hold {
  readonly subscription_id: string;
  readonly hold_key: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  /** To the microsecond, as text of PostgreSQL. */
  readonly opened_at: string;
  /** Milliseconds until the digest of a quota is due. */
  readonly wait: number;
  /** The state of the subscription; `null` if it no longer exists. */
  readonly state: string | null;
  readonly name: string;
  readonly project_id: string | null;
  readonly group_by: Group | null;
  /** `null`: the subscription no longer exists. */
  readonly options: PluginOptions | null;
}

/** A hold of the quota is looked at after the interval of digests at the latest, that of a group after its own interval. */
const IS_DUE_SQL = `(hold_key = '${QUOTA_HOLD_KEY}' and ${buildDueCondition('look_at', DIGEST_INTERVAL_MS / 1000)}
  or hold_key <> '${QUOTA_HOLD_KEY}' and ${buildDueCondition('look_at', MAX_INTERVAL_SECONDS)})`;

/** Locks a hold that is due and not locked by another transaction. @param excludedDomains domains that are skipped */
export async function lockDueHold(
  client: ClientBase,
  excludedDomains: readonly string[] = [],
): Promise<Hold | undefined> {
  const { rows } = await client.query<Hold>({
    name: 'lock due hold',
    text: `
      with h as materialized (
        select * from notification_hold where ${IS_DUE_SQL} and domain_id <> all($1::text[])
        order by look_at limit 1 for update skip locked
      )
      select h.subscription_id, h.hold_key, h.domain_id, h.protocol_id, h.opened_at::text,
        case when ${buildDueCondition('h.digest_at', DIGEST_INTERVAL_MS / 1000)} then 0
          else ceil(extract(epoch from h.digest_at - clock_timestamp()) * 1000)::float8 end as wait,
        s.state, s.name, s.project_id, s.group_by, s.options
      from h left join subscription s on s.subscription_id = h.subscription_id and s.deleted_at is null`,
    values: [excludedDomains],
  });
  return rows[0];
}

/** Sets when the hold is looked at again. @param delayMs milliseconds */
export async function rescheduleHold(client: ClientBase, hold: Hold, delayMs: number): Promise<void> {
  await client.query({
    name: 'look at hold again',
    text: `
      update notification_hold set look_at = clock_timestamp() + make_interval(secs => $3)
      where subscription_id = $1 and hold_key = $2`,
    values: [hold.subscription_id, hold.hold_key, delayMs / 1000],
  });
}

/** Deletes the hold. If lanes are left in it, because they were locked or too many, it is due again a second later. */
export async function closeHold(client: ClientBase, hold: Hold): Promise<void> {
  const key = [hold.subscription_id, hold.hold_key];
  const { rowCount } = await client.query({
    name: 'close hold',
    text: `
      delete from notification_hold where subscription_id = $1 and hold_key = $2 and not exists (
        select from notification_lane where subscription_id = $1 and hold_key = $2)`,
    values: key,
  });
  if (rowCount !== 0) return;
  await client.query({
    name: 'reopen hold',
    text: `
      update notification_hold set opened_at = clock_timestamp(),
        look_at = clock_timestamp() + interval '1 second'
      where subscription_id = $1 and hold_key = $2`,
    values: key,
  });
}

/**
 * Extends the lifetime of waiting notifications to the end of the window plus the whole lifetime. Lanes that are locked are
 * skipped until the hold is looked at again: their transaction may be waiting for the hold.
 */
export async function extendLanes(client: ClientBase, hold: Hold, windowEnd: Date): Promise<void> {
  await client.query({
    name: 'prolong lanes',
    text: `
      with held as materialized (
        select subject_id from notification_lane
        where subscription_id = $1 and hold_key = $2 and expires_at < $3 for update skip locked
      )
      update notification_lane lane set expires_at = $3
      from held where lane.subscription_id = $1 and lane.subject_id = held.subject_id`,
    values: [hold.subscription_id, hold.hold_key, new Date(windowEnd.getTime() + LIFETIME_MS)],
  });
}
