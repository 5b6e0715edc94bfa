import type { ClientBase } from 'pg';
import { texts, times, uuids } from '#shared/platform/persistence/binary-arrays.js';
import { LIFETIME_MS } from '../domain/retry-delay.js';
import type { DueHead } from './claim-attempts.js';
import type { RefusedHead } from './take-units.js';

/** Seconds: longer than an attempt may take to begin, to end and to be stored. */
const LEASE = 20;

const keysOf = (heads: readonly DueHead[]) => [
  uuids(heads.map(({ lane }) => lane.subscription_id)),
  uuids(heads.map(({ lane }) => lane.alert_id)),
];

/** Nobody else sends from these lanes for the time of a lease. */
export async function takeLanes(client: ClientBase, heads: readonly DueHead[]): Promise<void> {
  if (heads.length === 0) return;
  await client.query({
    name: 'take lanes',
    text: `
      update notification_lane l set attempt_id = t.attempt_id, attempted_at = clock_timestamp(),
        next_attempt_at = clock_timestamp() + interval '${LEASE} seconds'
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (subscription_id, alert_id, attempt_id)
      where l.subscription_id = t.subscription_id and l.alert_id = t.alert_id`,
    values: [...keysOf(heads), uuids(heads.map(({ attempt_id }) => attempt_id))],
  });
}

/** Until more of the quota can be had; what waits in the lane has its whole time from then on. */
export async function holdLanes(client: ClientBase, heads: readonly RefusedHead[]): Promise<void> {
  if (heads.length === 0) return;
  const expiries = times(heads.map(({ window_end }) => new Date(window_end.getTime() + LIFETIME_MS)));
  await client.query({
    name: 'hold lanes',
    text: `
      update notification_lane l set attempt_id = null, attempted_at = null, next_attempt_at = t.next_attempt_at,
        expires_at = greatest(l.expires_at, t.expires_at)
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
        as t (subscription_id, alert_id, next_attempt_at, expires_at)
      where l.subscription_id = t.subscription_id and l.alert_id = t.alert_id`,
    values: [...keysOf(heads), times(heads.map(({ next_attempt_at }) => next_attempt_at)), expiries],
  });
  const fresh = heads.filter(({ head, lane, window_end }) => {
    return head.state !== 'HELD' || lane.expires_at.getTime() < window_end.getTime() + LIFETIME_MS;
  });
  if (fresh.length === 0) return;
  await client.query({
    name: 'hold notifications',
    text: `
      update notification n set expires_at = greatest(n.expires_at, t.expires_at),
        state = case when n.notification_id = t.head_id then 'HELD' else n.state end,
        reason = case when n.notification_id = t.head_id then t.reason else n.reason end
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[])
        as t (subscription_id, alert_id, head_id, floor_id, reason, expires_at)
      where n.subscription_id = t.subscription_id and n.alert_id = t.alert_id and n.state in ('PENDING', 'HELD')
        and n.notification_id >= t.floor_id`,
    values: [
      ...keysOf(fresh),
      uuids(fresh.map(({ lane }) => lane.head_id)),
      uuids(fresh.map(({ lane }) => lane.floor_id)),
      texts(fresh.map(({ reason }) => reason)),
      times(fresh.map(({ window_end }) => new Date(window_end.getTime() + LIFETIME_MS))),
    ],
  });
}
