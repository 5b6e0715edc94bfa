import type { ClientBase } from 'pg';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { advanceLanes, encodeLaneKeys, type Lane } from '../../delivery/tables/lanes.js';
import { buildToldCondition, mayHaveArrivedSql } from '../../delivery/tables/told-condition.js';
import { getUuidTime, lowestUuidNear } from '#shared/query/instant.js';
import { getPairKey, type SubscriptionAlert } from '../../silences/tables/silenced-alerts.js';
import type { StoredRun } from './runs.js';

const CANCEL_REASON = 'the alert was acknowledged before it was sent';

/** A condition on `n`, the notification of a step, and `run`: an acknowledgement has stopped the escalation. */
export const IS_STOPPED_SQL =
  "(run.escalation_id = n.escalation_id and run.alert_id = n.alert_id and run.held = 'ACKNOWLEDGED')";

/**
 * Cancels the notifications of steps that nobody can have got yet, also those that were refused and wait for the next attempt. What is
 * being sent may arrive, and stays.
 * @returns the keys of the subscriptions and alerts of which nothing is told any more
 */
export async function cancelSteps(
  client: ClientBase,
  runs: readonly StoredRun[],
): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const oldest = Math.min(...runs.map(({ run_id }) => getUuidTime(run_id)));
  const selection = [
    encodeUuids(runs.map(({ escalation_id }) => escalation_id)),
    encodeUuids(runs.map(({ alert_id }) => alert_id)),
    lowestUuidNear(oldest),
  ];
  const isOfRun = (
    n: string,
  ) => `${n}.notification_id >= $3 and ${n}.state in ('PENDING', 'HELD') and not ${mayHaveArrivedSql(n)}
    and (${n}.escalation_id, ${n}.alert_id) in (select * from unnest($1::uuid[], $2::uuid[]))`;
  const { rows: lanes } = await client.query<Lane & { readonly head_id: string }>({
    name: 'lanes of steps that are not needed',
    text: `
      select lane.subscription_id, lane.subject_id, lane.floor_id, lane.head_id
      from notification_lane lane
      where lane.digest_id is null and lane.subject_id = any($2::uuid[]) and exists (
        select from notification n
        where n.subscription_id = lane.subscription_id and n.subject_id = lane.subject_id and ${isOfRun('n')})
      order by lane.subscription_id, lane.subject_id for update of lane`,
    values: selection,
  });
  if (lanes.length === 0) return new Set();
  const { rows: cancelled } = await client.query<SubscriptionAlert & { readonly notification_id: string }>({
    name: 'cancel steps',
    text: `
      update notification n set state = 'CANCELLED', next_attempt_at = null, reason = '${CANCEL_REASON}'
      from unnest($4::uuid[], $5::uuid[]) as t (subscription_id, subject_id)
      join notification_lane lane on lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id
      where n.subscription_id = t.subscription_id and n.subject_id = t.subject_id and ${isOfRun('n')}
        and (lane.attempt_id is null or lane.head_id <> n.notification_id)
      returning n.notification_id, n.subscription_id, n.alert_id`,
    values: [...selection, ...encodeLaneKeys(lanes)],
  });
  const ids = new Set(cancelled.map(({ notification_id }) => notification_id));
  await advanceLanes(
    client,
    lanes.filter(({ head_id }) => ids.has(head_id)),
  );
  return findUntold(client, cancelled, selection[2] as string);
}

/**
 * Cancels those of these notifications (uuids) of steps that an acknowledgement has stopped: they were being sent then, and were refused.
 * Their lanes must be locked, and advance.
 * @returns those that were cancelled
 */
export async function cancelStopped(
  client: ClientBase,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await client.query<{ notification_id: string }>({
    name: 'cancel steps that were stopped',
    text: `
      update notification n set state = 'CANCELLED', next_attempt_at = null, reason = '${CANCEL_REASON}'
      from escalation_run run
      where n.notification_id = any($1::uuid[]) and n.notification_id >= $2 and ${IS_STOPPED_SQL}
        and not ${mayHaveArrivedSql('n')}
      returning n.notification_id`,
    values: [encodeUuids(ids), ids.toSorted()[0]],
  });
  return new Set(rows.map(({ notification_id }) => notification_id));
}

async function findUntold(
  client: ClientBase,
  cancelled: readonly SubscriptionAlert[],
  since: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<SubscriptionAlert>({
    name: 'told in spite of cancelled steps',
    text: `
      select distinct n.subscription_id, n.alert_id from notification n
      where n.notification_id >= $3 and (n.subscription_id, n.alert_id) in (select * from unnest($1::uuid[], $2::uuid[]))
        and ${buildToldCondition('n')}`,
    values: [
      encodeUuids(cancelled.map(({ subscription_id }) => subscription_id)),
      encodeUuids(cancelled.map(({ alert_id }) => alert_id)),
      since,
    ],
  });
  const told = new Set(rows.map(getPairKey));
  return new Set(cancelled.map(getPairKey).filter((key) => !told.has(key)));
}
