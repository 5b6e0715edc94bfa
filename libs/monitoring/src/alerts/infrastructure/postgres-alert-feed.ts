import type { Pool } from 'pg';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { AlertChange, ChangeWithMessage, AlertChangesPage } from '../../contracts/alert-outbox.js';
import type { FeedPosition } from '../../contracts/feed-position.js';
import { readVisible } from '../../feed/feed-horizon.js';
import type { FeedPage, FeedSource } from '../../feed/feed-source.js';
import { heartbeatKey } from '../../processing/domain/heartbeat-alarms.js';
import type { AlertMessage, AlertInfo } from '../domain/alert-record.js';
import { ALERT_SERIALIZER, ALERTS } from './alert-resource.js';
import type { AlertTransition } from '../../processing/domain/correlation.js';

const MAX_CHANGES = 200;
/** Milliseconds. */
const TIMEOUT_MS = 5_000;

/** Changes of alerts as they become visible, each with the alert in its state at that time. */
export class PostgresAlertFeed implements FeedSource<AlertMessage> {
  readonly name = 'alerts';
  readonly resource = ALERTS;
  readonly kind = 'alert';
  readonly retentionSeconds = 86_400;

  constructor(private readonly pool: Pool) {}

  async read(
    from: FeedPosition,
    horizon: FeedPosition,
    domains: readonly string[],
  ): Promise<FeedPage<AlertMessage>> {
    const { changes, next } = await readAlertChanges(this.pool, domains, from, horizon, MAX_CHANGES);
    const messages = await this.loadMessages(changes, horizon);
    return {
      items: messages.map(({ change: { domain_id, alert_id: id, position }, message: data }) => {
        return { domain_id, record: data.data.alert, id, position, type: data.type, data };
      }),
      next,
    };
  }

  /** Returns the messages of changes. Changes whose alert was removed are left out. */
  async loadMessages(
    changes: readonly AlertChange[],
    horizon: FeedPosition,
  ): Promise<readonly ChangeWithMessage[]> {
    const ids = changes.map(({ alert_id, position }) => ({ id: alert_id, at: position.at }));
    const found = await readVisible(this.pool, ids, horizon.at, () => this.readAlerts(changes));
    const notes = await this.readNotes(changes);
    return changes.flatMap((change) => {
      const alert = found.get(change.alert_id);
      if (alert === undefined) return [];
      const note = change.note_id === null ? null : (notes.get(change.note_id) ?? null);
      return [{ change, message: createMessage(change, alert, note), heartbeat: findHeartbeatName(alert) }];
    });
  }

  /** Returns the texts of the notes that changes added, unless they were deleted since. */
  private async readNotes(changes: readonly AlertChange[]): Promise<ReadonlyMap<string, string>> {
    const noted = changes.flatMap(({ domain_id, alert_id, note_id }) =>
      note_id === null ? [] : [{ domain_id, alert_id, note_id }],
    );
    if (noted.length === 0) return new Map();
    const { rows } = await this.pool.query<{ note_id: string; text: string }>({
      name: 'notes of the feed',
      query_timeout: TIMEOUT_MS,
      text: `
        select note.note_id, note.text from unnest($1::text[], $2::uuid[], $3::uuid[]) as wanted (domain_id, alert_id, note_id)
        join alert_note note on note.domain_id = wanted.domain_id and note.alert_id = wanted.alert_id
          and note.note_id = wanted.note_id`,
      values: [
        noted.map(({ domain_id }) => domain_id),
        noted.map(({ alert_id }) => parseId('alert', alert_id)),
        noted.map(({ note_id }) => parseId('note', note_id)),
      ],
    });
    return new Map(rows.map(({ note_id, text }) => [formatId('note', note_id), text]));
  }

  private async readAlerts(changes: readonly AlertChange[]): Promise<ReadonlyMap<string, AlertInfo>> {
    const wanted = [...new Map(changes.map((change) => [change.alert_id, change])).values()];
    const { rows } = await this.pool.query<object>({
      name: 'alerts of the feed',
      query_timeout: TIMEOUT_MS,
      // Each alert is looked up by itself: a plan from the time when the table was small would read all alerts of the domains.
      text: `
        select found.* from unnest($1::text[], $2::uuid[]) as wanted (domain_id, alert_id) cross join lateral (
          select ${ALERT_SERIALIZER.select()} from alert r
          where r.domain_id = wanted.domain_id and r.alert_id = wanted.alert_id
          offset 0
        ) as found`,
      values: [
        wanted.map(({ domain_id }) => domain_id),
        wanted.map(({ alert_id }) => parseId('alert', alert_id)),
      ],
    });
    return new Map(rows.map((row) => ALERT_SERIALIZER.read(row)).map((alert) => [alert.alert_id, alert]));
  }
}

/** Returns the name of the heartbeat of an alert. The prefix cannot be forged: no sender knows the id of its webhook. */
function findHeartbeatName({ event_key, webhook_id }: AlertInfo): string | null {
  const prefix = heartbeatKey(webhook_id, '');
  return event_key.startsWith(prefix) ? event_key.slice(prefix.length) : null;
}

export function createMessage(
  change: AlertChange,
  alert: AlertInfo,
  note: string | null = null,
): AlertMessage {
  const { kind, changed_at, state_before, state, severity_before, severity } = change;
  const { event_id, actor, assignee, note_id, flapping } = change;
  const states = { state_before, state, severity_before, severity };
  return {
    type: `alert.${kind}`,
    timestamp: changed_at,
    data: { alert, change: { ...states, event_id, actor, assignee, note_id, note, flapping } },
  };
}

/** The number of rows, of any domain, that are examined for each change that a page may have. */
const EXAMINED_PER_CHANGE = 20;

/**
 * The position is hidden from the planner. It would else estimate by the statistics, which in a storm are from before it, that
 * few rows follow, and for each page sort all of them, instead of reading the first ones by the index.
 */
const IS_AFTER_START = '(xid, index) >= ((select $1::xid8), (select $2::bigint))';

export interface ChangeRow extends Required<AlertTransition> {
  readonly xid: string;
  readonly index: string;
  readonly at: number;
  readonly domain_id: string;
  readonly changed_at: Date;
}

interface ExaminedRow extends ChangeRow {
  /** Not a change of the page, but the last row that was examined, if more may follow. */
  readonly is_end: boolean;
}

/**
 * Returns the changes of these domains from a position up to the horizon, at most `limit`.
 * Examines a bounded number of rows: a condition on the domain alone could scan any number of rows between two of one domain.
 * Many more than it returns, so that a storm of one domain is soon passed by the readers of others.
 */
export async function readAlertChanges(
  pool: Pool,
  domains: readonly string[],
  from: FeedPosition,
  horizon: FeedPosition,
  limit: number,
): Promise<AlertChangesPage> {
  const { rows } = await pool.query<ExaminedRow>({
    name: 'read alert changes',
    query_timeout: TIMEOUT_MS,
    text: `
        with found as materialized (
          select * from (
            select *, floor(extract(epoch from changed_at))::float8 as at from alert_change
            where ${IS_AFTER_START} order by xid, index limit $4
          ) as examined
          where domain_id = any($6::text[]) and xid < $3::xid8 order by xid, index limit $5
        )
        select row.xid::text, row.index::text, at, domain_id, alert_id, kind, state_before, state, severity_before, severity,
          event_id, actor, assignee, note_id, via_id, via_at, flapping, calm_at, changed_at, is_end
        from (
          (select *, false as is_end from found order by xid, index)
          union all
          (
            select *, true from (
              select *, floor(extract(epoch from changed_at))::float8 from alert_change
              where ${IS_AFTER_START} and (select count(*) from found) < $5
              order by xid, index limit 1 offset $4 - 1
            ) as last
            where xid < $3::xid8
          )
        ) as row
        order by is_end, row.xid, row.index`,
    values: [from.xid, from.index, horizon.xid, limit * EXAMINED_PER_CHANGE, limit, domains],
  });
  const changes = rows.filter(({ is_end }) => !is_end);
  const last = changes.length === limit ? changes.at(-1) : rows.find(({ is_end }) => is_end);
  return { changes: changes.map(toAlertChange), next: last && positionAfter(last) };
}

export function toAlertChange({ xid, index, at, ...row }: ChangeRow): AlertChange {
  return {
    ...row,
    alert_id: formatId('alert', row.alert_id),
    event_id: row.event_id === null ? null : formatId('event', row.event_id),
    note_id: row.note_id === null ? null : formatId('note', row.note_id),
    calm_at: row.calm_at?.toISOString() ?? null,
    via_at: row.via_at?.toISOString() ?? null,
    changed_at: row.changed_at.toISOString(),
    position: positionAfter({ xid, index, at }),
  };
}

function positionAfter({ xid, index, at }: Pick<ChangeRow, 'xid' | 'index' | 'at'>): FeedPosition {
  return { xid, index: String(BigInt(index) + 1n), offset: 0, at };
}
