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
import { UNLESS_FLAPPING } from './unless-flapping.js';

/** Changes per page. A page takes half a second, and its rows fit into the memory of the database. */
const CHANGES_PER_PAGE = 50_000;
/** Changes per page that leave the database, so that a page keeps neither its memory nor this process busy. */
const READ_PER_PAGE = 5_000;
/** Filters that a statement has, and values that these compare, at most. */
const QUERIES_PER_STATEMENT = 200;
const VALUES_PER_STATEMENT = 1_000;
/** Filters that a statement applies to changes, and that are applied in one page, at most. */
const FILTERS_PER_PAGE = 500_000;
const MATCHES_PER_PAGE = 4_000_000;
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

type ChangeRow = TellableChange & { readonly change_id: string };

const CHANGE_COLUMNS = `c.alert_id, c.kind, c.state, c.severity, c.flapping, c.event_id, r.title,
          r.webhook_id || ' ' || r.event_key as key,
          (extract(epoch from c.changed_at) * 1000)::float8 as changed_at,
          (extract(epoch from r.opened_at) * 1000)::float8 as opened_at,
          to_char(c.calm_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as calm_at,`;

@Injectable()
export class PostgresAlertHistory extends AlertHistory {
  /** The same for all pages of a request. */
  private readonly groups = new WeakMap<Queries, readonly Queries[]>();

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
    const groups = this.groups.get(request.queries) ?? groupQueries(request.queries);
    this.groups.set(request.queries, groups);
    const filters = Math.min(QUERIES_PER_STATEMENT, request.queries.length);
    const limit = Math.min(
      READ_PER_PAGE,
      Math.ceil(FILTERS_PER_PAGE / Math.max(1, filters)),
      Math.ceil(MATCHES_PER_PAGE / Math.max(1, request.queries.length)),
    );
    const [first = [], ...others] = groups;
    const rows = await this.run<ChangeRow>(
      selectChanges(this.withFloor(request), { queries: first, columns: CHANGE_COLUMNS, after, limit }),
      request,
    );
    const last = rows.at(-1)?.change_id;
    const matched = rows.map((row) => [row.matched]);
    // A statement with thousands of filters would take long to write, and keep others from their turn.
    for (const queries of last === undefined ? [] : others) {
      const statement = selectChanges(this.withFloor(request), { queries, columns: '', after, limit, last });
      const found = await this.run<Pick<ChangeRow, 'change_id' | 'matched'>>(statement, request);
      const byId = new Map(found.map((row) => [row.change_id, row.matched]));
      // Of what was removed meanwhile, nothing matches.
      for (const [at, { change_id }] of rows.entries())
        matched[at]?.push(byId.get(change_id) ?? '0'.repeat(queries.length));
    }
    return {
      changes: rows
        .map((row, at) => ({ ...row, matched: matched[at]?.join('') ?? '' }))
        // Those of alerts that were removed only say where the page ends.
        .filter(({ title }) => title !== null),
      next: rows.length < limit ? undefined : last,
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

type Queries = TellableRequest['queries'];

/** Returns the queries in their order, as many together as one statement may have. */
function groupQueries(queries: Queries): readonly Queries[] {
  const groups: (object | undefined)[][] = [];
  let values = VALUES_PER_STATEMENT;
  for (const query of queries) {
    const own = countValues(query);
    const group = groups.at(-1);
    if (group === undefined || group.length >= QUERIES_PER_STATEMENT || values + own > VALUES_PER_STATEMENT) {
      groups.push([query]);
      values = own;
    } else {
      group.push(query);
      values += own;
    }
  }
  return groups;
}

/** Returns how many values the conditions of a query have, also nested ones. */
function countValues(query: unknown): number {
  if (Array.isArray(query)) return query.reduce<number>((sum, each) => sum + countValues(each), 1);
  if (typeof query !== 'object' || query === null) return 1;
  return Object.values(query).reduce<number>((sum, each) => sum + countValues(each), 0);
}

interface ChangesPart {
  readonly queries: Queries;
  readonly columns: string;
  readonly after: string | undefined;
  readonly limit: number;
  readonly last?: string;
}

/** Selects a page of changes, each with the queries that find it. */
function selectChanges(
  request: TellableRequest & { readonly floor: number | undefined },
  { queries, columns, after, limit, last }: ChangesPart,
): Statement {
  const values = new SqlParameters();
  const { floor, bounds, domain } = selectBounds(request, values, after, last);
  const context = { values, resolve: createResolver(CHANGED_ALERTS, values), now: new Date() };
  const matched = queries.map((query) => {
    const parsed = parseFilter((query ?? {}) as Record<string, unknown>);
    const condition = compileFilter(CHANGED_ALERTS, request.domain_id, parsed, context);
    return `case when ${condition} then '1' else '0' end`;
  });
  return values.statement(`
        with page as materialized (
          select change_id, alert_id, kind, state, severity, changed_at, flapping, calm_at, event_id from alert_change
          where ${bounds} order by change_id limit ${limit}
        )
        select c.change_id, ${columns} array_to_string(array[${matched.join(', ')}]::text[], '') as matched
        from page c left join ${selectAlertsSince(floor)} r on r.domain_id = ${domain} and r.alert_id = c.alert_id
        order by c.change_id`);
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
    ...(kinds.includes('flapping') ? [UNLESS_FLAPPING] : []),
    compileFilter(CHANGED_ALERTS, domain_id, filter, context),
    ...(spanConditions === undefined ? [] : [`(${['false', ...spanConditions].join(' or ')})`]),
  ];
  return `coalesce(${conditions.join(' and ')}, false)`;
}
