import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AlertOutbox, AlertQueries, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { createTimeLimit } from '#shared/kernel/with-timeout.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { getUuidTime, lowestUuidNear } from '#shared/query/instant.js';
import { findEscalating } from '../../escalations/tables/runs.js';
import { findInhibited } from '../../inhibitions/tables/find-inhibited.js';
import { readInhibitions } from '../../inhibitions/tables/inhibition-tables.js';
import { isRemarkSql } from '../../protocols/domain/remarks.js';
import {
  findSilences,
  readSilences,
  type NamedSilence,
  type Silenced,
} from '../../silences/tables/decide-silenced.js';
import { GetAlertTellings } from '../application/get-alert-telling.js';
import type { NotificationState } from '../domain/notification-record.js';
import { decideTellingState, MAX_NAMED, type TellingInfo } from '../domain/telling-record.js';
import { readKeptSince } from '../../persistence/partitions.js';
import { mayHaveArrivedSql } from '../tables/told-condition.js';
import { readPosition } from './notification-cursors.js';

/** Milliseconds for which notifications are kept at least, whatever NOTIFICATION_RETENTION says. */
const MIN_KEPT_MS = 2 * 86_400_000;
/** The longest time in which silences and inhibitions are applied, in milliseconds. A domain may have thousands. */
const TIMEOUT_MS = 15_000;
const TOO_LONG = 'The silences and inhibitions of the domain take too long to apply; ask for fewer alerts';

/**
 * What each subscription was told of the alerts `$2`, the newest subscriptions of each alert, with the counts of all. Ids begin with a
 * time, so that only the partitions since `$3` are read. `kept`: it is told what is held back when nothing holds it any more. What
 * came before the alert was last reopened (`$4`, `$5`) says nothing of who knows that it is open again.
 */
export const FIND_TOLD = `
  with own as (
    select n.alert_id, n.subscription_id, n.protocol_id, n.state, n.seq,
      coalesce(n.sent_at, (n.attempts -> -1 ->> 'at')::timestamptz, n.created_at) as at,
      n.created_at >= coalesce(reopening.reopened_at, '-infinity') as is_present, ${mayHaveArrivedSql('n')} as has_arrived
    from notification n
    left join unnest($4::uuid[], $5::timestamptz[]) as reopening (alert_id, reopened_at) on reopening.alert_id = n.alert_id
    where n.domain_id = $1 and n.alert_id = any($2::uuid[]) and n.notification_id >= $3::uuid and not ${isRemarkSql('n')}
  ), pair as (
    select alert_id, subscription_id, bool_or(has_arrived and is_present) as is_told, bool_or(state in ('PENDING', 'HELD')) as is_waiting,
      (array_agg(state order by state in ('SUPERSEDED', 'CANCELLED'), seq desc))[1] as state,
      (array_agg(is_present order by state in ('SUPERSEDED', 'CANCELLED'), seq desc))[1] as is_present,
      (array_agg(protocol_id order by state in ('SUPERSEDED', 'CANCELLED'), seq desc))[1] as protocol_id,
      (array_agg(at order by state in ('SUPERSEDED', 'CANCELLED'), seq desc))[1] as at
    from own group by alert_id, subscription_id
  ), counted as (
    select pair.*, row_number() over (partition by pair.alert_id order by pair.at desc, pair.subscription_id) as place,
      (count(*) filter (where is_told) over alert)::int as told,
      (count(*) filter (where is_waiting) over alert)::int as waiting,
      (count(*) filter (where is_waiting or kept.change is not null) over alert)::int as waiting_or_kept,
      (count(*) filter (where is_present and state = 'FAILED') over alert)::int as failed,
      (count(*) filter (where is_present and state = 'SILENCED') over alert)::int as silenced,
      (count(*) filter (where is_present and state = 'INHIBITED') over alert)::int as inhibited
    from pair left join silenced_alert kept
      on kept.domain_id = $1 and kept.subscription_id = pair.subscription_id and kept.alert_id = pair.alert_id and pair.state in ('SILENCED', 'INHIBITED')
    window alert as (partition by pair.alert_id)
  )
  select counted.*, subscription.name
  from counted left join subscription on subscription.domain_id = $1 and subscription.subscription_id = counted.subscription_id
  where place <= ${MAX_NAMED} order by counted.alert_id, place`;

/** Ids are uuids. */
interface ToldRow {
  readonly alert_id: string;
  readonly subscription_id: string;
  readonly name: string | null;
  readonly protocol_id: string;
  readonly state: NotificationState;
  readonly at: Date;
  readonly told: number;
  readonly waiting: number;
  readonly waiting_or_kept: number;
  readonly failed: number;
  readonly silenced: number;
  readonly inhibited: number;
}

/** What ends the applying of silences and inhibitions. */
interface Ends {
  /** Is called before each statement. @throws to stop */
  readonly requireTime: () => void;
  readonly signal: AbortSignal | undefined;
}

@QueryHandler(GetAlertTellings)
export class GetAlertTellingsHandler implements IQueryHandler<GetAlertTellings> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly outbox: AlertOutbox,
    private readonly engine: QueryEngine,
    private readonly pool: QueryPool,
  ) {}

  async execute({ scope, alert_ids, signal }: GetAlertTellings): Promise<readonly TellingInfo[]> {
    const { domain_id } = scope;
    const asked = [...new Set(alert_ids)];
    const alerts = await this.queries.load(domain_id, asked);
    const known = asked.filter((id) => alerts.has(id));
    if (known.length === 0) return [];
    const open = known.filter((id) => alerts.get(id)?.state === 'OPEN');
    // In this order: what is read or told in between is found by what follows, so that nobody seems to be told of no one.
    const unread = await this.findUnread(domain_id, known);
    const uuids = known.map((id) => parseId('alert', id));
    const escalating = await findEscalating(this.pool, domain_id, uuids);
    const reopenings = await this.outbox.findReopenings(domain_id, known);
    const told = await this.findTold(domain_id, uuids, reopenings, signal);
    const now = new Date();
    const keptSince = await this.findKeptSince(uuids, now);
    const requireRest = createTimeLimit(TIMEOUT_MS, TOO_LONG);
    const requireTime = () => {
      signal?.throwIfAborted();
      requireRest();
    };
    const ends = { requireTime, signal };
    const silences = await this.findSilences(domain_id, open, now, ends);
    const inhibitions = await this.findInhibitions(domain_id, open, alerts, now, ends);

    return known.map((alert_id) => {
      const uuid = parseId('alert', alert_id);
      const rows = told.get(uuid) ?? [];
      const { told: told_count = 0, failed: failed_count = 0, silenced = 0, inhibited = 0 } = rows[0] ?? {};
      const isOpen = alerts.get(alert_id)?.state === 'OPEN';
      const silenced_by = silences.get(alert_id) ?? [];
      const inhibited_by = inhibitions.get(alert_id) ?? [];
      const isHeldBack = !isOpen || silenced_by.length > 0 || inhibited_by.length > 0;
      const waiting_count = (isHeldBack ? rows[0]?.waiting : rows[0]?.waiting_or_kept) ?? 0;
      const state = decideTellingState({
        ...{ isOpen, silenced, inhibited },
        ...{ told: told_count, waiting: waiting_count, failed: failed_count },
        escalates: escalating.has(uuid),
        isSilenced: silenced_by.length > 0,
        isInhibited: inhibited_by.length > 0,
        isUnread: unread.has(alert_id),
        isForgotten: (reopenings.get(alert_id)?.getTime() ?? getUuidTime(uuid)) < keptSince.getTime(),
      });
      return {
        ...{ alert_id, state, told: rows.map(describeSubscription) },
        ...{ told_count, waiting_count, failed_count },
        ...{ silenced_by: silenced_by.map(describeSilence), inhibited_by },
      };
    });
  }

  private async findUnread(domain_id: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const position = await readPosition(this.pool, domain_id);
    return position === undefined ? new Set() : this.outbox.findChangedAfter(domain_id, ids, position);
  }

  /** Notifications of young alerts are always kept, so that most lists need not ask. */
  private async findKeptSince(uuids: readonly string[], now: Date): Promise<Date> {
    const isYoung = Math.min(...uuids.map(getUuidTime)) > now.getTime() - MIN_KEPT_MS;
    return isYoung ? new Date(0) : readKeptSince(this.pool);
  }

  /** Returns what was told, by alert. uuids */
  private async findTold(
    domain_id: string,
    uuids: readonly string[],
    reopenings: ReadonlyMap<string, Date>,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, readonly ToldRow[]>> {
    const oldest = Math.min(...uuids.map(getUuidTime));
    const since = lowestUuidNear(oldest);
    const reopened = [...reopenings.keys()].map((id) => parseId('alert', id));
    const values = [domain_id, uuids, since, reopened, [...reopenings.values()]];
    const statement = { text: FIND_TOLD, values, patterns: [], paths: [] };
    const rows = await this.engine.run<ToldRow>(domain_id, statement, { signal });
    return Map.groupBy(rows, ({ alert_id }) => alert_id);
  }

  private async findSilences(domain_id: string, ids: readonly string[], now: Date, ends: Ends) {
    const silences = await readSilences(this.pool, { domains: [domain_id], from: now, to: now });
    const asked = ids.map((alert_id) => ({ alert_id, at: now }));
    const found = await findSilences(
      async (_, queries, some) => {
        ends.requireTime();
        const matches = await this.queries.matchEach(
          domain_id,
          queries,
          some.map(({ alert_id }) => alert_id),
          ends.signal,
        );
        return matches.map((matched) => new Set(some.filter(({ alert_id }) => matched.has(alert_id))));
      },
      silences,
      asked,
      MAX_NAMED,
    );
    return new Map([...found].map(([{ alert_id }, silencedBy]) => [alert_id, silencedBy]));
  }

  private async findInhibitions(
    domain_id: string,
    ids: readonly string[],
    loaded: ReadonlyMap<string, AlertInfo>,
    now: Date,
    ends: Ends,
  ) {
    const inhibitions = await readInhibitions(this.pool, [domain_id]);
    const names = new Map(inhibitions.map(({ inhibition_id, name }) => [inhibition_id, name]));
    const uuids = ids.map((id) => parseId('alert', id));
    const held = await findInhibited(this.pool, this.queries, inhibitions, uuids, now, {
      loaded,
      ...ends,
    });
    return new Map(
      [...held].map(([alert_id, { inhibition_id, source_alert_id }]) => {
        const inhibitedBy = {
          inhibition_id: formatId('inhibition', inhibition_id),
          name: names.get(inhibition_id) ?? '',
          source_alert_id: formatId('alert', source_alert_id),
        };
        return [formatId('alert', alert_id), [inhibitedBy]];
      }),
    );
  }
}

const describeSubscription = ({ subscription_id, name, protocol_id, state, at }: ToldRow) => ({
  ...{ subscription_id: formatId('subscription', subscription_id), name, protocol_id, state },
  at: at.toISOString(),
});

const describeSilence = ({ silence: { silence_id, name, reason }, until }: Silenced<NamedSilence>) => ({
  ...{ silence_id: formatId('silence', silence_id), name, reason },
  ends_at: until.toISOString(),
});
