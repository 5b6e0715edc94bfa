import type { ClientBase } from 'pg';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';
import { URGENT_KINDS, URGENT_SEVERITIES } from '../../quotas/domain/quota-policy.js';
import type { Hold } from './notification-holds.js';

/** The maximum number of lanes in one transaction. */
const MAX_LANES = 5_000;

const sqlLiterals = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** A condition on `n`: whether it is sent singly while a quota is low. It must agree with the rules of a low quota. */
export const IS_URGENT_SQL = `(n.severity in (${sqlLiterals(URGENT_SEVERITIES)}) or n.kind in (${sqlLiterals(URGENT_KINDS)})
  or n.attempt_count > 0 or n.kind = 'alert.resolved' and n.is_single)`;

/** Selects lanes: all; those whose head is urgent; those in which any waiting notification is urgent. */
export type LaneSelection = 'all' | 'urgent heads' | 'with urgent';

const CONDITIONS: Readonly<Record<LaneSelection, string>> = {
  all: '',
  'urgent heads': `and exists (
    select from notification n where n.notification_id = lane.head_id and ${IS_URGENT_SQL})`,
  // An array, so that its subquery is evaluated once, not for each lane, whatever the plan.
  'with urgent': `and subject_id = any(array(
    select n.subject_id from notification n
    where n.subscription_id = $1 and n.state in ('PENDING', 'HELD') and ${IS_URGENT_SQL}))`,
};

/** Makes held lanes due, the oldest first. Returns the number of lanes. */
export async function releaseLanes(
  client: ClientBase,
  { subscription_id, hold_key }: Hold,
  selection: LaneSelection,
): Promise<number> {
  const { rowCount } = await client.query({
    name: `release lanes, ${selection}`,
    text: `
      with held as materialized (
        select subject_id, head_id from notification_lane lane
        where subscription_id = $1 and hold_key = $2 ${CONDITIONS[selection]}
        order by head_id limit ${MAX_LANES} for update of lane skip locked
      ), numbered as (
        select subject_id, row_number() over (order by head_id desc) as place from held
      )
      update notification_lane lane set hold_key = null,
        next_attempt_at = clock_timestamp() - place * interval '1 millisecond',
        expires_at = greatest(expires_at, clock_timestamp() + make_interval(secs => ${LIFETIME_MS / 1000}))
      from numbered
      where lane.subscription_id = $1 and lane.subject_id = numbered.subject_id`,
    values: [subscription_id, hold_key],
  });
  return rowCount ?? 0;
}

/** Returns whether something urgent waits in the lanes of the hold. */
export async function hasUrgent(client: ClientBase, { subscription_id, hold_key }: Hold): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>({
    name: 'has urgent',
    text: `
      select exists (
        select from notification_lane lane
        where subscription_id = $1 and hold_key = $2 ${CONDITIONS['with urgent']}) as found`,
    values: [subscription_id, hold_key],
  });
  return rows[0]?.found === true;
}
