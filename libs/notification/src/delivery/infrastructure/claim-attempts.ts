import type { ClientBase } from 'pg';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { LOWEST_UUID } from '#shared/kernel/ids.js';
import type { Json } from '#shared/kernel/json.js';
import { encodeIntegers, encodeTexts, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import type { Receipt } from '../../protocols/protocol.js';
import type { StoredMessage } from '../../protocols/sent-message.js';
import type { Group } from '../../subscriptions/domain/group.js';
import {
  BREAKER_FAILURES,
  LIFETIME_MS,
  MAX_PAUSE_SECONDS,
  MAX_RETRY_SECONDS,
  MAX_THROTTLE_SECONDS,
} from '../../subscriptions/domain/retry-delay.js';
import type { ClaimCursor, DomainProgress } from '../domain/claim-rotation.js';
import { LANE_RANKS_SQL } from '../tables/notification-lanes.js';

/** The maximum number of attempts of a subscription under way, on all workers. Concurrent claims may exceed it a little. */
const MAX_IN_FLIGHT = 8;
/** A lane that is due. Ids are uuids. */
export interface DueLane {
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  readonly head_id: string;
  readonly floor_id: string;
  /** The last notification that joined the lane. */
  readonly tail_id: string | null;
  readonly expires_at: Date;
  /** The previous attempt, if its outcome was never stored. */
  readonly attempt_id: string | null;
  readonly attempted_at: Date | null;
  readonly options: PluginOptions;
  readonly secret_options: Buffer | null;
  readonly signing_secrets: Buffer | null;
  readonly previous_secret_expires_at: Date | null;
  readonly receipt: Receipt | null;
  readonly group_by: Group | null;
  readonly template: string | null;
  readonly timezone: string;
  readonly actions: boolean;
  readonly updated_at: Date;
}

export interface LaneHead {
  readonly notification_id: string;
  readonly state: string;
  readonly attempt_count: number;
  /** The attempts since it was queued, for the first time or again. */
  readonly recent_attempts: number;
  readonly kind: string;
  readonly severity: string;
  readonly message: StoredMessage;
  readonly is_single: boolean | null;
  /** uuid of the escalation whose step it belongs to */
  readonly escalation_id: string | null;
  readonly progress: Json | null;
  /** Whether it stands for what somebody must notice; `null`: no. */
  readonly wakes: boolean | null;
}

/** A lane that is due, and the notification at its head. */
export interface DueHead {
  readonly lane: DueLane;
  readonly head: LaneHead;
  /** uuid */
  readonly attempt_id: string;
}

/** A condition on `h`, the health of a subscription: it does not pause now. */
export const IS_UNPAUSED_SQL = `(h.paused_until is null
  or ${buildDueCondition('h.paused_until', MAX_THROTTLE_SECONDS)})`;

/**
 * Selects lanes of each subscription: the most severe first, of equal ones those that have been due longest. A subscription
 * that pauses gets none. While its circuit breaker is open, it gets one attempt at a time, and the next only after the outcome
 * was stored. Lanes that another transaction has locked are skipped. For each rank a scan of its own, so that an index finds
 * the first lanes, however many there are.
 */
export const DUE_LANES_SQL = `
  with s as materialized (
    select s.subscription_id, s.options, s.secret_options, s.signing_secrets, s.previous_secret_expires_at,
      -- A step must not wait behind a group, nor be sent in its digest.
      case when s.trigger = 'CHANGE' then s.group_by end as group_by,
      s.template, s.timezone, s.actions, s.updated_at, coalesce(h.failures, 0) as failures, coalesce(h.probe_at, '-infinity') as probe_at,
      least(${MAX_IN_FLIGHT}, rate.most) as most
    from unnest($1::uuid[]) with ordinality as busy (subscription_id, place)
    join subscription s on s.subscription_id = busy.subscription_id and s.state = 'ENABLED' and s.deleted_at is null
    left join subscription_health h on h.subscription_id = s.subscription_id
    left join unnest($4::text[], $5::int[]) as rate (protocol_id, most) on rate.protocol_id = s.protocol_id
    where ${IS_UNPAUSED_SQL}
    order by busy.place
  )
  select due.*, s.options, s.secret_options, s.signing_secrets, s.previous_secret_expires_at, s.group_by,
    s.template, s.timezone, s.actions, s.updated_at, (select r.receipt from notification_receipt r
     where r.subscription_id = due.subscription_id and r.subject_id = due.subject_id) as receipt
  from s
  cross join lateral (
    select count(*)::int as number, count(*) filter (where sent.attempt_id <> all($3::uuid[]))::int as in_flight
    from notification_lane sent
    where sent.subscription_id = s.subscription_id and sent.attempt_id is not null
      and sent.next_attempt_at > clock_timestamp()
  ) as sending
  cross join lateral (
    select ranked.*
    from ${LANE_RANKS_SQL}
    cross join lateral (
      select lane.subscription_id, lane.subject_id, lane.domain_id, lane.protocol_id, lane.head_id, lane.floor_id,
        lane.tail_id, lane.expires_at, lane.attempt_id, lane.attempted_at
      from notification_lane lane
      where lane.subscription_id = s.subscription_id and lane.rank = ranks.rank and lane.next_attempt_at < 'infinity'
        and (lane.next_attempt_at <= clock_timestamp()
          or lane.attempt_id is null and ${buildDueCondition('lane.next_attempt_at', MAX_RETRY_SECONDS)})
      order by lane.next_attempt_at
      limit ${MAX_IN_FLIGHT}
      for update skip locked
    ) as ranked
    limit case
      when s.failures < ${BREAKER_FAILURES} then greatest(0, s.most - sending.in_flight)
      when sending.number = 0 and ${buildDueCondition('s.probe_at', MAX_PAUSE_SECONDS)} then 1
      else 0 end
  ) as due
  limit $2`;

/**
 * Locks due lanes of these subscriptions, in their order. Attempts in `delivered` do not count as in flight.
 * @param rates the documented rates of receivers, in requests a second, by protocol
 */
export async function lockDueLanes(
  client: ClientBase,
  subscriptions: readonly string[],
  limit: number,
  rates: ReadonlyMap<string, number>,
  delivered: ReadonlySet<string> = new Set(),
): Promise<readonly DueLane[]> {
  if (subscriptions.length === 0) return [];
  const values = [
    encodeUuids(subscriptions),
    limit,
    encodeUuids([...delivered]),
    encodeTexts([...rates.keys()]),
    encodeIntegers([...rates.values()].map(Math.ceil)),
  ];
  return (await client.query<DueLane>({ name: 'due lanes', text: DUE_LANES_SQL, values })).rows;
}

/**
 * The attempts since a notification was queued again, which begins its lifetime anew, as far as they are stored. Notices of the
 * service may have other lifetimes.
 */
const RECENT_ATTEMPTS_SQL = `case
  when attempt_count = 0 or expires_at - interval '${LIFETIME_MS} ms' > clock_timestamp() then attempt_count
  else least(attempt_count, (
    select count(*)::int from jsonb_array_elements(attempts) as attempt
    where attempt ->> 'status' is distinct from '429'
      and (attempt ->> 'at')::timestamptz >= expires_at - interval '${LIFETIME_MS} ms')) end`;

/** Returns the heads of lanes by id. Heads whose partition was dropped are missing. */
export async function readHeads(
  client: ClientBase,
  lanes: readonly DueLane[],
): Promise<ReadonlyMap<string, LaneHead>> {
  const ids = lanes.map(({ head_id }) => head_id).toSorted();
  const { rows } = await client.query<LaneHead>({
    name: 'heads of lanes',
    // The bounds let PostgreSQL skip other partitions.
    text: `
      select notification_id, state, attempt_count, ${RECENT_ATTEMPTS_SQL} as recent_attempts, kind, severity, message, is_single, escalation_id, progress, wakes
      from notification
      where notification_id = any($1::uuid[]) and notification_id between $2 and $3`,
    values: [ids, ids[0], ids.at(-1)],
  });
  return new Map(rows.map((row) => [row.notification_id, row]));
}

/** The maximum numbers of domains and of subscriptions, of all domains together, that one claim looks at. */
const MAX_BUSY_DOMAINS = 50;
const MAX_BUSY_SUBSCRIPTIONS = 200;

/**
 * Selects subscriptions that have a lane: of the next domains in turn the next subscriptions, first one of each domain, then
 * a second of each. Recursive, so that each is found by one step in the index, however many lanes it has.
 */
export const BUSY_SUBSCRIPTIONS_SQL = `
  with recursive domains as (
    (select domain_id, 1 as place from notification_lane where domain_id > $1 order by domain_id limit 1)
    union all
    select (select domain_id from notification_lane where domain_id > domains.domain_id
            order by domain_id limit 1), place + 1
    from domains where domains.domain_id is not null and place < ${MAX_BUSY_DOMAINS}
  ), turns as materialized (
    select domain_id, domains.place, after, ${MAX_BUSY_SUBSCRIPTIONS} / count(*) over () as most
    from domains left join unnest($2::text[], $3::uuid[]) as place (domain_id, after) using (domain_id)
    where domain_id is not null
  )
  select turns.domain_id, turns.most::int, busy.subscription_id
  from turns left join lateral (
    with recursive busy as (
      (select subscription_id, 1 as place from notification_lane
       where domain_id = turns.domain_id and subscription_id > coalesce(turns.after, '${LOWEST_UUID}')
         and turns.domain_id <> all($4::text[])
       order by subscription_id limit 1)
      union all
      select (select subscription_id from notification_lane
              where domain_id = turns.domain_id and subscription_id > busy.subscription_id
              order by subscription_id limit 1), place + 1
      from busy where busy.subscription_id is not null and place < turns.most
    )
    select subscription_id, place from busy where subscription_id is not null
  ) as busy on true
  order by busy.place, turns.place`;

interface BusyRow {
  readonly domain_id: string;
  /** The maximum number of subscriptions that were selected of its domain. */
  readonly most: number;
  /** `null`: no subscription of the domain is left after the place. */
  readonly subscription_id: string | null;
}

/** The subscriptions whose turn it is, in the order of their turns. */
export class BusySubscriptions {
  private constructor(private readonly rows: readonly BusyRow[]) {}

  /** @param skippedDomains domains that are skipped */
  static async find(
    client: ClientBase,
    { domain, subscriptions }: ClaimCursor,
    skippedDomains: readonly string[],
  ): Promise<BusySubscriptions> {
    const { rows } = await client.query<BusyRow>({
      name: 'busy subscriptions',
      text: BUSY_SUBSCRIPTIONS_SQL,
      values: [domain, [...subscriptions.keys()], [...subscriptions.values()], skippedDomains],
    });
    return new BusySubscriptions(rows);
  }

  get ids(): readonly string[] {
    return this.rows.flatMap(({ subscription_id }) => subscription_id ?? []);
  }

  /**
   * Returns how far the claim came.
   * @param lastSubscription the last subscription that there was room for; `undefined` if there was room for all
   */
  measureProgress(lastSubscription: string | undefined): {
    domains: readonly DomainProgress[];
    lastDomain: string | undefined;
  } {
    const lastIndex =
      lastSubscription === undefined
        ? -1
        : this.rows.findIndex((row) => row.subscription_id === lastSubscription);
    const reached = new Set(
      this.rows.filter((row, at) => lastIndex === -1 || at <= lastIndex || row.subscription_id === null),
    );
    const byDomain = Map.groupBy(this.rows, ({ domain_id }) => domain_id);
    const domains = [...byDomain].map(([domain_id, domainRows]) => ({
      domain_id,
      after: domainRows.findLast((row) => reached.has(row))?.subscription_id ?? undefined,
      isComplete:
        domainRows.every((row) => reached.has(row)) &&
        domainRows.filter(({ subscription_id }) => subscription_id !== null).length <
          (domainRows[0]?.most ?? 0),
    }));
    const lastDomain = byDomain.size < MAX_BUSY_DOMAINS ? undefined : domains.at(-1)?.domain_id;
    return { domains, lastDomain: lastIndex === -1 ? lastDomain : this.rows[lastIndex]?.domain_id };
  }
}
