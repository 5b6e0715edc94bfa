import type { Pool } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import type { AlertChange, AlertChangesPage } from '../../contracts/alert-outbox.js';
import type { FeedPosition } from '../../contracts/feed-position.js';
import type { AlertTransition } from '../../processing/domain/correlation.js';

/** Milliseconds. */
const TIMEOUT_MS = 5_000;
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
