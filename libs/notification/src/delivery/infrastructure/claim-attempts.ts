import type { ClientBase } from 'pg';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { uuids } from '#shared/platform/persistence/binary-arrays.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import { BREAKER_FAILURES } from '../domain/retry-delay.js';

/** Of a subscription, on all workers; several that claim in one moment may go a little beyond. */
const MOST_IN_FLIGHT = 8;
/** Subscriptions that one claim looks at. */
const SUBSCRIPTIONS = 200;

/** A lane that is due, with its head; ids are uuids. */
export interface DueLane {
  readonly subscription_id: string;
  readonly alert_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  readonly head_id: string;
  readonly floor_id: string;
  readonly expires_at: Date;
  /** Of an attempt whose outcome nobody stored. */
  readonly attempt_id: string | null;
  readonly attempted_at: Date | null;
  readonly options: PluginOptions;
  readonly secret_options: Buffer | null;
  readonly signing_secrets: Buffer | null;
  readonly previous_secret_expires_at: Date | null;
}

export interface Head {
  readonly notification_id: string;
  readonly state: string;
  readonly attempt_count: number;
  readonly message: AlertNotice;
}

/** A lane that is due, and the notification at its head. */
export interface DueHead {
  readonly lane: DueLane;
  readonly head: Head;
  /** uuid */
  readonly attempt_id: string;
}

/** Those with a lane, behind one of them: each is found by the index, however many lanes it has. */
const BUSY = `
  with recursive busy as (
    (select subscription_id, 1 as place from notification_lane where subscription_id > $1
     order by subscription_id limit 1)
    union all
    select (select subscription_id from notification_lane where subscription_id > busy.subscription_id
            order by subscription_id limit 1), place + 1
    from busy where busy.subscription_id is not null and place < ${SUBSCRIPTIONS}
  )
  select subscription_id from busy where subscription_id is not null order by place`;

/**
 * Of each subscription what has been due longest. One that keeps failing is tried by one attempt at a time. Lanes that
 * somebody else has locked are passed over.
 */
const DUE = `
  select due.*, s.options, s.secret_options, s.signing_secrets, s.previous_secret_expires_at
  from unnest($1::uuid[]) with ordinality as busy (subscription_id, place)
  join subscription s on s.subscription_id = busy.subscription_id and s.state = 'ENABLED' and s.deleted_at is null
  left join subscription_health h on h.subscription_id = s.subscription_id
  cross join lateral (
    select count(*)::int as number from notification_lane sent
    where sent.subscription_id = s.subscription_id and sent.attempt_id is not null
      and sent.next_attempt_at > clock_timestamp()
  ) as sending
  cross join lateral (
    select lane.subscription_id, lane.alert_id, lane.domain_id, lane.protocol_id, lane.head_id, lane.floor_id,
      lane.expires_at, lane.attempt_id, lane.attempted_at
    from notification_lane lane
    where lane.subscription_id = s.subscription_id and lane.next_attempt_at <= clock_timestamp()
    order by lane.next_attempt_at
    limit case
      when coalesce(h.failures, 0) < ${BREAKER_FAILURES} then greatest(0, ${MOST_IN_FLIGHT} - sending.number)
      when sending.number = 0 and coalesce(h.probe_at, '-infinity') <= clock_timestamp() then 1
      else 0 end
    for update skip locked
  ) as due
  limit $2`;

export interface Due {
  readonly lanes: readonly DueLane[];
  /** Behind it the next round begins. */
  readonly after: string;
  /** All there are behind `after` were looked at: the next round begins at the beginning. */
  readonly wrapped: boolean;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Subscriptions in their turn. */
export async function lockDueLanes(client: ClientBase, most: number, after: string): Promise<Due> {
  const busy = await client.query<{ subscription_id: string }>({
    name: 'busy subscriptions',
    text: BUSY,
    values: [after],
  });
  const ids = busy.rows.map(({ subscription_id }) => subscription_id);
  if (ids.length === 0) return { lanes: [], after: FIRST, wrapped: true };
  const { rows: lanes } = await client.query<DueLane>({
    name: 'due lanes',
    text: DUE,
    values: [uuids(ids), most],
  });
  const last = lanes.length === most ? lanes.at(-1)?.subscription_id : undefined;
  if (last !== undefined && last !== ids.at(-1)) return { lanes, after: last, wrapped: false };
  const wrapped = ids.length < SUBSCRIPTIONS;
  return { lanes, after: wrapped ? FIRST : (ids.at(-1) ?? FIRST), wrapped };
}

/** By id; what is in no partition any more is missing. */
export async function readHeads(
  client: ClientBase,
  lanes: readonly DueLane[],
): Promise<ReadonlyMap<string, Head>> {
  const ids = lanes.map(({ head_id }) => head_id).toSorted();
  const { rows } = await client.query<Head>({
    name: 'heads of lanes',
    // The bounds name the partitions.
    text: `
      select notification_id, state, attempt_count, message from notification
      where notification_id = any($1::uuid[]) and notification_id between $2 and $3`,
    values: [ids, ids[0], ids.at(-1)],
  });
  return new Map(rows.map((row) => [row.notification_id, row]));
}
