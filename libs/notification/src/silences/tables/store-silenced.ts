import type { ClientBase } from 'pg';
import {
  encodeBooleans,
  encodeJsons,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { AlertNotice } from '../../protocols/sent-message.js';

/** The longest time in seconds that a key flaps after an opening. */
export const MAX_FLAPPING_SECONDS = 86_400;

/** A subscription and an alert. Both ids are uuids. */
export interface SubscriptionAlert {
  readonly subscription_id: string;
  readonly alert_id: string;
}

export const getPairKey = ({ subscription_id, alert_id }: SubscriptionAlert): string =>
  `${subscription_id} ${alert_id}`;

interface UnsettledAlertRow extends SubscriptionAlert {
  /** `null`: it waits until its key no longer flaps. */
  readonly silence_id: string | null;
  readonly reason: string | null;
}

/** Returns the silenced alerts among these pairs that are not settled yet, and locks them to the end of the transaction. */
export async function lockUnsettled(
  client: ClientBase,
  pairs: readonly SubscriptionAlert[],
): Promise<ReadonlyMap<string, UnsettledAlertRow>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await client.query<UnsettledAlertRow>({
    name: 'unsettled alerts',
    text: `
      select s.subscription_id, s.alert_id, s.silence_id, silence.reason
      from silenced_alert s left join silence using (silence_id)
      where (s.subscription_id, s.alert_id) in (select * from unnest($1::uuid[], $2::uuid[]))
      order by s.subscription_id, s.alert_id for update of s`,
    values: [
      encodeUuids(pairs.map((pair) => pair.subscription_id)),
      encodeUuids(pairs.map((pair) => pair.alert_id)),
    ],
  });
  return new Map(rows.map((row) => [getPairKey(row), row]));
}

/** A notification that was silenced, or what is to be told when its key no longer flaps. */
export interface SilencedNotice extends SubscriptionAlert {
  readonly domain_id: string;
  /** `null`: its key is flapping. */
  readonly silence_id: string | null;
  readonly look_at: Date;
  readonly notice: AlertNotice;
}

/** The kinds of changes that tell most about an alert to a receiver that does not know it. */
const OPENING_TYPES: ReadonlySet<string> = new Set(['alert.opened', 'alert.reopened', 'alert.flapping']);
const RESOLVED_TYPE = 'alert.resolved';

interface SilencedAlertRow extends SilencedNotice {
  change: AlertNotice | null;
  resolution: AlertNotice | null;
}

/**
 * Stores what is to be sent when the silence is over. If the alert is open then: its newest opening, or else its newest
 * change. If it is resolved: the resolution, provided that the last notification before the silence was not a resolution.
 */
export async function storeSilenced(client: ClientBase, notices: readonly SilencedNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = [...foldNotices(notices).values()];
  await client.query({
    name: 'keep silenced alerts',
    text: `
      insert into silenced_alert as kept
        (subscription_id, alert_id, domain_id, silence_id, look_at, change, is_opening, resolution, was_open)
      select t.*, coalesce((
          select n.kind <> '${RESOLVED_TYPE}' from notification n
          where n.alert_id = t.alert_id and n.subscription_id = t.subscription_id
            and n.state in ('SENT', 'PENDING', 'HELD')
          order by n.seq desc limit 1), false)
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::json[], $7::boolean[],
        $8::json[]) as t (subscription_id, alert_id, domain_id, silence_id, look_at, change, is_opening, resolution)
      order by 1, 2
      on conflict (subscription_id, alert_id) do update set
        silence_id = excluded.silence_id, look_at = excluded.look_at,
        change = case when excluded.is_opening or not kept.is_opening
          then coalesce(excluded.change, kept.change) else kept.change end,
        is_opening = kept.is_opening or excluded.is_opening,
        resolution = coalesce(excluded.resolution, kept.resolution)`,
    values: [
      encodeUuids(rows.map(({ subscription_id }) => subscription_id)),
      encodeUuids(rows.map(({ alert_id }) => alert_id)),
      encodeTexts(rows.map(({ domain_id }) => domain_id)),
      encodeUuids(rows.map(({ silence_id }) => silence_id)),
      encodeTimes(rows.map(({ look_at }) => look_at)),
      encodeJsons(rows.map(({ change }) => change && JSON.stringify(change))),
      encodeBooleans(rows.map(({ change }) => isOpening(change))),
      encodeJsons(rows.map(({ resolution }) => resolution && JSON.stringify(resolution))),
    ],
  });
}

/** Folds the notices of each pair into one row, as the `on conflict` clause would. */
function foldNotices(notices: readonly SilencedNotice[]): ReadonlyMap<string, SilencedAlertRow> {
  const rows = new Map<string, SilencedAlertRow>();
  for (const each of notices) {
    const { change = null, resolution = null } = rows.get(getPairKey(each)) ?? {};
    const { notice } = each;
    if (notice.type === RESOLVED_TYPE) rows.set(getPairKey(each), { ...each, change, resolution: notice });
    else if (isOpening(change) && !isOpening(notice))
      rows.set(getPairKey(each), { ...each, change, resolution });
    else rows.set(getPairKey(each), { ...each, change: notice, resolution });
  }
  return rows;
}

function isOpening(notice: AlertNotice | null): boolean {
  return notice !== null && OPENING_TYPES.has(notice.type);
}
