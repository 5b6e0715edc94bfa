import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import type { Severity } from '#senders/plugin-api/event.js';
import { formatId } from '#shared/kernel/ids.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createResolver } from '#shared/query/expression.js';
import { compileFilter, parseFilter } from '#shared/query/filter.js';
import { lowestUuid } from '#shared/query/instant.js';
import { SqlParameters, type Statement } from '#shared/query/statement.js';
import {
  AlertHistory,
  type ChangeSelection,
  type HistoryPage,
  type HistoryRequest,
  type Membership,
  type PastChange,
  type TellableChange,
  type TellablePage,
  type TellableRequest,
} from '../../contracts/alert-history.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { alertsWithState, selectAlertsSince } from './alert-resource.js';

/** Changes per page. A page takes half a second, and its rows fit into the memory of the database. */
const CHANGES_PER_PAGE = 50_000;
/** Changes per page that leave the database, so that a page keeps neither its memory nor this process busy. */
const READ_PER_PAGE = 5_000;
/** Filters that are applied to changes in one page, at most. */
const FILTERS_PER_PAGE = 500_000;
/** Milliseconds per page. */
const TIMEOUT_MS = 15_000;

/** Alerts as a change `c` left them. */
const CHANGED_ALERTS = alertsWithState('c.state', 'c.severity');

interface CountRow {
  readonly day: string;
  readonly severity: Severity;
  readonly selected: readonly boolean[];
  readonly count: number;
  /** The number of changes in the whole page, repeated in every row. */
  readonly read: number;
  readonly last: string;
}

interface ListRow extends Omit<PastChange, 'changed_at'> {
  readonly changed_at: Date;
}

@Injectable()
export class PostgresAlertHistory extends AlertHistory {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {
    super();
  }

  async count(request: HistoryRequest, after?: string): Promise<HistoryPage> {
    const values = new SqlParameters();
    const decided = selectDecided(this.withFloor(request), values, after, undefined);
    const rows = await this.run<CountRow>(
      values.statement(`
        with ${decided},
        counted as (
          select (changed_at at time zone 'utc')::date::text as day, severity, selected, count(*)::int as count
          from decided where true = any (selected) group by 1, 2, 3
        )
        select counted.*, whole.read, whole.last from (
          select count(*)::int as read, max(change_id::text) as last from page
        ) as whole left join counted on true`),
      request,
    );
    const { read = 0, last } = rows[0] ?? {};
    return {
      counts: rows.filter(({ day }) => day !== null),
      after,
      next: read < CHANGES_PER_PAGE ? undefined : last,
    };
  }

  async list(
    request: HistoryRequest,
    { after, next }: HistoryPage,
    membership: Membership,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<readonly PastChange[]> {
    const values = new SqlParameters();
    const decided = selectDecided(this.withFloor(request), values, after, next);
    const conditions = membership.flatMap((isSelected, at) =>
      isSelected === null ? [] : [`selected[${at + 1}] = ${values.add(isSelected, 'boolean')}`],
    );
    const rows = await this.run<ListRow>(
      values.statement(`
        with ${decided}
        select 'alert.' || kind as type, alert_id, severity, title, changed_at from decided
        where ${['true', ...conditions].join(' and ')} order by change_id
        offset ${values.add(offset, 'int')} limit ${values.add(limit, 'int')}`),
      request,
    );
    return rows.map((row) => ({
      ...row,
      alert_id: formatId('alert', row.alert_id),
      changed_at: row.changed_at.toISOString(),
    }));
  }

  async read(request: TellableRequest, after?: string): Promise<TellablePage> {
    const { queries, domain_id } = request;
    const values = new SqlParameters();
    const limit = Math.min(READ_PER_PAGE, Math.ceil(FILTERS_PER_PAGE / Math.max(1, queries.length)));
    const { floor, bounds, domain } = selectBounds(this.withFloor(request), values, after, undefined);
    const context = { values, resolve: createResolver(CHANGED_ALERTS, values), now: new Date() };
    const matched = queries.map((query) => {
      const condition = compileFilter(
        CHANGED_ALERTS,
        domain_id,
        parseFilter((query ?? {}) as Record<string, unknown>),
        context,
      );
      return `case when ${condition} then '1' else '0' end`;
    });
    const rows = await this.run<TellableChange & { readonly change_id: string }>(
      values.statement(`
        with page as materialized (
          select change_id, alert_id, kind, state, severity, changed_at, flapping, calm_at, event_id from alert_change
          where ${bounds} order by change_id limit ${limit}
        )
        select c.change_id, c.alert_id, c.kind, c.state, c.severity, c.flapping, c.event_id, r.title,
          r.webhook_id || ' ' || r.event_key as key,
          (extract(epoch from c.changed_at) * 1000)::float8 as changed_at,
          (extract(epoch from r.opened_at) * 1000)::float8 as opened_at,
          to_char(c.calm_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as calm_at,
          array_to_string(array[${matched.join(', ')}]::text[], '') as matched
        from page c left join ${selectAlertsSince(floor)} r on r.domain_id = ${domain} and r.alert_id = c.alert_id
        order by c.change_id`),
      request,
    );
    return {
      // Those of alerts that were removed only say where the page ends.
      changes: rows.filter(({ title }) => title !== null),
      next: rows.length < limit ? undefined : rows.at(-1)?.change_id,
    };
  }

  private withFloor<Request extends { readonly domain_id: string }>(request: Request) {
    return { ...request, floor: this.floors.getFloor(request.domain_id) };
  }

  private run<Row extends QueryResultRow>(
    statement: Statement,
    { domain_id, signal }: Pick<HistoryRequest, 'domain_id' | 'signal'>,
  ): Promise<readonly Row[]> {
    return this.engine.run<Row>(domain_id, statement, { timeoutMs: TIMEOUT_MS, signal });
  }
}

/**
 * Selects a page of changes and, for each change, which selections contain it. `materialized` makes the database read the page by
 * its index before it looks at any alert.
 */
function selectDecided(
  request: HistoryRequest & { readonly floor: number | undefined },
  values: SqlParameters,
  after: string | undefined,
  last: string | undefined,
): string {
  const { domain_id, selections, floor } = request;
  const addInstant = (at: Date) => values.add(at.toISOString(), 'timestamptz');
  const { domain, bounds } = selectBounds(request, values, after, last);
  const selected = selections.map((selection) => buildCondition(selection, domain_id, values, addInstant));
  return `
    page as materialized (
      select change_id, alert_id, kind, state, severity, changed_at, flapping from alert_change
      where ${bounds} order by change_id limit ${CHANGES_PER_PAGE}
    ),
    decided as (
      select c.change_id, c.alert_id, c.kind, c.severity, c.changed_at, r.title,
        array[${selected.join(', ')}]::boolean[] as selected
      from page c join ${selectAlertsSince(floor)} r on r.domain_id = ${domain} and r.alert_id = c.alert_id
      where not c.flapping or c.kind = 'flapping'
    )`;
}

/** Returns the condition on the changes of a page. */
function selectBounds(
  {
    domain_id,
    from,
    to,
    floor,
  }: Pick<HistoryRequest, 'domain_id' | 'from' | 'to'> & { readonly floor: number | undefined },
  values: SqlParameters,
  after: string | undefined,
  last: string | undefined,
) {
  const domain = values.add(domain_id, 'text');
  const bounds = [
    `domain_id = ${domain}`,
    `change_id >= ${values.add(lowestUuid(Math.max(from.getTime(), floor ?? 0)), 'uuid')}`,
    `change_id < ${values.add(lowestUuid(to.getTime()), 'uuid')}`,
    ...(after === undefined ? [] : [`change_id > ${values.add(after, 'uuid')}`]),
    ...(last === undefined ? [] : [`change_id <= ${values.add(last, 'uuid')}`]),
  ];
  return { domain, floor, bounds: bounds.join(' and ') };
}

function buildCondition(
  { query, types, spans }: ChangeSelection,
  domain_id: string,
  values: SqlParameters,
  addInstant: (at: Date) => string,
): string {
  const kinds = types.map((type) => type.slice('alert.'.length));
  const filter = parseFilter((query ?? {}) as Record<string, unknown>);
  const context = { values, resolve: createResolver(CHANGED_ALERTS, values), now: new Date() };
  const spanConditions = spans?.map(
    ({ start, end }) =>
      `c.changed_at >= ${addInstant(new Date(start))} and c.changed_at < ${addInstant(new Date(end))}`,
  );
  const conditions = [
    `c.kind = any (${values.add(kinds, 'text[]')})`,
    compileFilter(CHANGED_ALERTS, domain_id, filter, context),
    ...(spanConditions === undefined ? [] : [`(${['false', ...spanConditions].join(' or ')})`]),
  ];
  return `coalesce(${conditions.join(' and ')}, false)`;
}
