import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { QueryResultRow } from 'pg';
import type { EventType, Severity } from '#senders/plugin-api/event.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { getUuidTime, lowestUuidNear } from '#shared/query/instant.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { FIND_DECISIONS } from '../../processing/tables/update-acknowledgements.js';
import { GetAlertTimeline, type AlertTimeline } from '../application/get-alert-timeline.js';
import { GetAlert } from '../application/read-alerts.js';
import type { AlertInfo } from '../domain/alert-record.js';
import {
  tellAcknowledgement,
  tellChange,
  tellEvents,
  tellExpiry,
  tellForgottenChanges,
  tellNote,
  type TimelineEntry,
} from '../domain/timeline.js';
import { GetAlertHandler } from './alert-resource.js';

/** Ids begin with a time, so that only the partitions since `$3` are read. */
const FIND_EVENTS = `
  with each as (
    select event_id, event_type, severity, title, created_at, occurred_at,
      (event_type, severity, title) is distinct from (lag(event_type) over in_order, lag(severity) over in_order,
        lag(title) over in_order) as is_first
    from event where domain_id = $1 and alert_id = $2::uuid and event_id >= $3::uuid
    window in_order as (order by created_at, occurred_at, event_id)
  ), numbered as (
    select *, count(*) filter (where is_first) over (order by created_at, occurred_at, event_id) as run from each
  )
  select (array_agg(event_id order by created_at, occurred_at, event_id))[1] as event_id, event_type, severity, title,
    min(created_at) as at, max(created_at) as last_at, count(*)::int as count, (count(*) over ())::int as total
  from numbered group by run, event_type, severity, title
  order by run desc limit $4`;

/** Acknowledgements and notes are told from their own rows, which have the texts and are kept as long as the alert. */
const FIND_CHANGES = `
  select changed_at, kind, severity_before, severity, event_id, actor, assignee, (count(*) over ())::int as total
  from alert_change
  where domain_id = $1 and alert_id = $2::uuid and change_id >= $3::uuid
    and kind not in ('acknowledged', 'unacknowledged', 'noted')
  order by change_id desc limit $4`;

const FIND_NOTES = `
  select note_id, author, text, created_at, (count(*) over ())::int as total
  from alert_note where domain_id = $1 and alert_id = $2::uuid
  order by created_at desc, note_id desc limit $3`;

interface Counted {
  /** The number of all rows, repeated in every row. */
  readonly total: number;
}

interface EventRow extends Counted {
  readonly event_id: string;
  readonly event_type: EventType;
  readonly severity: Severity;
  readonly title: string;
  readonly at: Date;
  readonly last_at: Date;
  readonly count: number;
}

interface ChangeRow extends Counted {
  readonly changed_at: Date;
  readonly kind: string;
  readonly severity_before: Severity | null;
  readonly severity: Severity;
  readonly event_id: string | null;
  readonly actor: string | null;
  readonly assignee: string | null;
}

interface NoteRow extends Counted {
  readonly note_id: string;
  readonly author: string;
  readonly text: string;
  readonly created_at: Date;
}

interface DecisionRow extends Counted {
  readonly decided_at: Date;
  readonly acknowledged: boolean;
  readonly actor: string | null;
  readonly comment: string | null;
  readonly until: Date | null;
  readonly has_expired: boolean;
}

type Entries = Pick<AlertTimeline, 'entries' | 'total_count'>;

/** Reads each table with one statement, one after the other: all at once would take the connections of others. */
@QueryHandler(GetAlertTimeline)
export class GetAlertTimelineHandler implements IQueryHandler<GetAlertTimeline> {
  constructor(
    private readonly alerts: GetAlertHandler,
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  async execute(query: GetAlertTimeline): Promise<AlertTimeline> {
    const { scope, alert_id } = query;
    const alert = (await this.alerts.execute(new GetAlert(scope, alert_id))) as AlertInfo;
    const uuid = parseId('alert', alert_id);
    const since = this.findStart(scope.domain_id, uuid, alert);
    const parts = [
      await this.tellEvents(query, uuid, since),
      await this.tellChanges(query, uuid, since, alert),
      await this.tellDecisions(query, uuid),
      await this.tellNotes(query, uuid),
    ];
    return {
      alert,
      entries: parts.flatMap(({ entries }) => entries),
      total_count: parts.reduce((sum, { total_count }) => sum + total_count, 0),
    };
  }

  /** Returns an id that is lower than those of all rows about the alert. */
  private findStart(domain_id: string, uuid: string, { opened_at }: AlertInfo): string {
    const first = lowestUuidNear(Math.min(getUuidTime(uuid), Date.parse(opened_at)));
    const floor = this.floors.lowestId(domain_id);
    return first > floor ? first : floor;
  }

  private async tellEvents(query: GetAlertTimeline, uuid: string, since: string): Promise<Entries> {
    const rows = await this.run<EventRow>(query, FIND_EVENTS, [uuid, since, query.limit]);
    return countEntries(
      rows,
      rows.map(({ at, event_id, last_at, event_type, severity, title, count }) =>
        tellEvents(at.toISOString(), {
          ...{ event_type, severity, title, count },
          event_id: formatId('event', event_id),
          last_at: last_at.toISOString(),
        }),
      ),
    );
  }

  private async tellChanges(
    query: GetAlertTimeline,
    uuid: string,
    since: string,
    alert: AlertInfo,
  ): Promise<Entries> {
    const rows = await this.run<ChangeRow>(query, FIND_CHANGES, [uuid, since, query.limit]);
    const kept = rows.map(({ changed_at, kind, severity_before, severity, event_id, actor, assignee }) =>
      tellChange(
        changed_at.toISOString(),
        {
          ...{ change: kind, severity_before, severity, by: actor, assignee },
          event_id: event_id && formatId('event', event_id),
        },
        alert,
      ),
    );
    const { entries, total_count } = countEntries(rows, kept);
    if (total_count > kept.length) return { entries, total_count };
    const forgotten = tellForgottenChanges(kept, alert);
    return { entries: [...entries, ...forgotten], total_count: total_count + forgotten.length };
  }

  private async tellDecisions(query: GetAlertTimeline, uuid: string): Promise<Entries> {
    const rows = await this.run<DecisionRow>(query, FIND_DECISIONS, [uuid, query.limit]);
    const decisions = rows.map(({ decided_at, acknowledged, actor, comment, until }) =>
      tellAcknowledgement(decided_at.toISOString(), {
        ...{ acknowledged, by: actor, comment },
        until: until && until.toISOString(),
      }),
    );
    const expiries = rows.flatMap(({ has_expired, until, actor }) =>
      has_expired && until !== null ? tellExpiry(until.toISOString(), actor) : [],
    );
    const { entries, total_count } = countEntries(rows, decisions);
    return { entries: [...entries, ...expiries], total_count: total_count + expiries.length };
  }

  private async tellNotes(query: GetAlertTimeline, uuid: string): Promise<Entries> {
    const rows = await this.run<NoteRow>(query, FIND_NOTES, [uuid, query.limit]);
    return countEntries(
      rows,
      rows.map(({ note_id, author, text, created_at }) =>
        tellNote(created_at.toISOString(), { note_id: formatId('note', note_id), author, text }),
      ),
    );
  }

  private run<Row extends QueryResultRow>(
    { scope: { domain_id }, signal }: GetAlertTimeline,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    const statement = { text, values: [domain_id, ...values], patterns: [], paths: [] };
    return this.engine.run<Row>(domain_id, statement, { signal });
  }
}

/** Returns the entries, which were read newest first, with the oldest first: several can have happened at the same time. */
function countEntries(rows: readonly Counted[], newestFirst: readonly TimelineEntry[]): Entries {
  return { entries: newestFirst.toReversed(), total_count: rows[0]?.total ?? 0 };
}
