import type { ClientBase } from 'pg';
import { encodeTexts, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { advanceLanes, encodeLaneKeys, type Lane } from '../../delivery/tables/lanes.js';
import { isRemark } from '../../protocols/domain/remarks.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import { addMargin, storeSilenced } from '../../silences/tables/silenced-alerts.js';
import type { CaughtAlert, EndedSource, InhibitedChanges } from './inhibit-changes.js';
import { removeRoles, storeRoles } from './inhibition-tables.js';

interface InDomain {
  readonly domain_id: string;
}

/**
 * Stores what inhibitions do with a page of changes. Called after the notifications of the page were written.
 * @param subscriptionIds the subscriptions of the domains. uuids
 * @param isRead whether the changes of this domain are processed
 * @returns how many notifications that waited to be sent are held back now
 */
export async function storeInhibited(
  client: ClientBase,
  changes: InhibitedChanges,
  subscriptionIds: readonly string[],
  isRead: (domain_id: string) => boolean,
): Promise<number> {
  const select = <T extends InDomain>(all: readonly T[]) => all.filter(({ domain_id }) => isRead(domain_id));
  // What was held back before is locked before lanes, the order everywhere.
  await endSources(client, select(changes.ended));
  const heldCount = await holdWaiting(client, select(changes.caught), subscriptionIds);
  const replaced = select(changes.removed).map(({ alert_id }) => alert_id);
  await removeRoles(client, [...new Set(replaced)]);
  await storeRoles(client, select(changes.stored));
  return heldCount;
}

/**
 * Holds back what waits to be sent of alerts whose source has arrived. What was tried may have arrived, and stays as it is.
 * Recoveries are never held back.
 */
async function holdWaiting(
  client: ClientBase,
  caught: readonly CaughtAlert[],
  subscriptionIds: readonly string[],
): Promise<number> {
  if (caught.length === 0) return 0;
  const { rows: lanes } = await client.query<Lane>({
    name: 'lanes that wait for a source',
    text: `
      select lane.subscription_id, lane.subject_id, lane.floor_id
      from notification_lane lane join notification head on head.notification_id = lane.head_id
      where lane.subscription_id = any($1::uuid[]) and lane.subject_id = any($2::uuid[]) and lane.attempt_id is null
        and lane.hold_key is null and lane.digest_id is null and head.attempt_count = 0
      order by lane.subscription_id, lane.subject_id for update of lane`,
    values: [encodeUuids(subscriptionIds), encodeUuids(caught.map(({ alert_id }) => alert_id))],
  });
  if (lanes.length === 0) return 0;
  const byAlert = new Map(caught.map((each) => [each.alert_id, each]));
  const holders = lanes.map(({ subject_id }) => byAlert.get(subject_id) as CaughtAlert);
  const { rows } = await client.query<{ subscription_id: string; alert_id: string; message: AlertNotice }>({
    name: 'hold back what waits for a source',
    text: `
      with held as (
        update notification n set state = 'INHIBITED', reason = t.reason, inhibition_id = t.inhibition_id,
          source_alert_id = t.source_alert_id, next_attempt_at = null
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[])
          as t (subscription_id, subject_id, floor_id, inhibition_id, source_alert_id, reason)
        where n.subscription_id = t.subscription_id and n.subject_id = t.subject_id and n.state in ('PENDING', 'HELD')
          and n.notification_id >= t.floor_id and n.notification_id >= $7 and n.attempt_count = 0
          and n.kind <> 'alert.resolved'
        returning n.subscription_id, n.alert_id, n.message, n.seq
      )
      select subscription_id, alert_id, message from held order by seq`,
    values: [
      ...encodeLaneKeys(lanes),
      encodeUuids(lanes.map(({ floor_id }) => floor_id)),
      encodeUuids(holders.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(holders.map(({ source_alert_id }) => source_alert_id)),
      encodeTexts(holders.map(({ reason }) => reason)),
      // A lower bound, so that PostgreSQL skips older partitions.
      lanes.map(({ floor_id }) => floor_id).toSorted()[0],
    ],
  });
  await storeSilenced(
    client,
    rows
      .filter(({ message }) => !isRemark(message.type))
      .flatMap(({ message: notice, ...pair }) => {
        const { until, domain_id, inhibition_id, source_alert_id } = byAlert.get(
          pair.alert_id,
        ) as CaughtAlert;
        const held = { domain_id, inhibition_id, source_alert_id, silence_id: null };
        return [{ ...pair, ...held, look_at: addMargin(until), notice }];
      }),
  );
  await advanceLanes(client, lanes);
  return rows.length;
}

/** Makes what sources held back due once it has settled. Locks it in the order used everywhere, to avoid deadlocks. */
async function endSources(client: ClientBase, ended: readonly EndedSource[]): Promise<void> {
  if (ended.length === 0) return;
  await client.query({
    name: 'sources have ended',
    text: `
      with due as materialized (
        select s.subscription_id, s.alert_id, t.told_at
        from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as t (inhibition_id, source_alert_id, told_at)
        join silenced_alert s on s.inhibition_id = t.inhibition_id and s.source_alert_id = t.source_alert_id
        order by s.subscription_id, s.alert_id for update of s
      )
      update silenced_alert s set look_at = due.told_at
      from due where s.subscription_id = due.subscription_id and s.alert_id = due.alert_id`,
    values: [
      encodeUuids(ended.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(ended.map(({ alert_id }) => alert_id)),
      encodeTimes(ended.map(({ told_at }) => told_at)),
    ],
  });
}
