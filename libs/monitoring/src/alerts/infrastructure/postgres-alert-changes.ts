import type { Pool } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import { AlertChanges, type AlertChange, type AlertChangesPage } from '../../contracts/alert-changes.js';
import type { FeedPosition } from '../../contracts/feed-position.js';
import type { AlertTransition } from '../../processing/domain/alert-transition.js';

/** Milliseconds. */
const TIMEOUT_MS = 5_000;

interface ChangeRow extends Required<AlertTransition> {
  readonly xid: string;
  readonly index: string;
  readonly at: number;
  readonly domain_id: string;
  readonly changed_at: Date;
}

export class PostgresAlertChanges implements AlertChanges {
  constructor(private readonly pool: Pool) {}

  /**
   * Reads a bounded number of rows and drops those of other domains. A condition on the domain could scan any number of rows
   * between two of one domain.
   */
  async read(
    domains: readonly string[],
    from: FeedPosition,
    horizon: FeedPosition,
    limit: number,
  ): Promise<AlertChangesPage> {
    const { rows } = await this.pool.query<ChangeRow>({
      name: 'read alert changes',
      query_timeout: TIMEOUT_MS,
      text: `
        select xid::text, index::text, floor(extract(epoch from changed_at))::float8 as at, domain_id, alert_id, kind,
          state_before, state, severity_before, severity, event_id, actor, flapping, calm_at, changed_at
        from alert_change
        where (xid, index) >= ($1::xid8, $2::bigint) and xid < $3::xid8
        order by alert_change.xid, alert_change.index limit $4`,
      values: [from.xid, from.index, horizon.xid, limit],
    });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      changes: rows.filter(({ domain_id }) => domains.includes(domain_id)).map(toAlertChange),
      next: last && positionAfter(last),
    };
  }
}

function toAlertChange({ xid, index, at, ...row }: ChangeRow): AlertChange {
  return {
    ...row,
    alert_id: formatId('alert', row.alert_id),
    event_id: row.event_id === null ? null : formatId('event', row.event_id),
    calm_at: row.calm_at?.toISOString() ?? null,
    changed_at: row.changed_at.toISOString(),
    position: positionAfter({ xid, index, at }),
  };
}

function positionAfter({ xid, index, at }: Pick<ChangeRow, 'xid' | 'index' | 'at'>): FeedPosition {
  return { xid, index: String(BigInt(index) + 1n), offset: 0, at };
}
