import { Injectable } from '@nestjs/common';
import type { QueryResult, QueryResultRow } from 'pg';
import { DomainError } from '../../kernel/domain-error.js';
import { DomainShares } from '../../kernel/domain-shares.js';
import type { RawJson } from '../../kernel/json.js';
import type { Page } from '../../kernel/page.js';
import type { Scope } from '../../kernel/scope.js';
import { CursorCodec } from '../../query/cursor.js';
import { compileDottedKeyCheck, judgeResult, type FruitlessQuery } from '../../query/dotted-key-check.js';
import type { PlainFilter } from '../../query/filter.js';
import { compileCount, compileList, type CompiledList } from '../../query/list.js';
import {
  compileMatchEach,
  compileFind,
  compileMatch,
  compilePatternCheck,
  type MatchEachRequest,
  type FindRequest,
  type MatchRequest,
} from '../../query/match.js';
import type { Resource } from '../../query/resource.js';
import type { Statement } from '../../query/statement.js';
import {
  compileStatistics,
  parseStatistics,
  type StatisticsResult,
  type ParsedStatistics,
} from '../../query/statistics.js';
import { readPage, toPageJson } from './list-page.js';
import { getPlannedRows, type Plan } from './planned-rows.js';
import { QueryPool, QueryLimits } from './pools.js';
import { toQueryError } from './query-error.js';
import type { RecordSerializer } from './record-serializer.js';
import { runCancellable, type RunOptions } from './run-cancellable.js';

interface StatOptions {
  readonly scope: Scope;
  /** A query as the caller sent it. */
  readonly query?: unknown;
}

export interface ListOptions extends StatOptions {
  /** The plain fields of the request. */
  readonly filter?: PlainFilter;
  readonly record: RecordSerializer;
}

/** Runs queries of the query language: compiles them, enforces the limits, and converts errors of the database to responses. */
@Injectable()
export class QueryEngine {
  private readonly shares: DomainShares;

  constructor(
    private readonly pool: QueryPool,
    private readonly cursors: CursorCodec,
    private readonly limits: QueryLimits,
  ) {
    this.shares = new DomainShares({
      name: 'lists, stats and previews',
      // One connection stays free for what is read by its id, which takes no place.
      places: Math.max(1, limits.connections - 1),
      waitMs: limits.waitTimeoutMs,
    });
  }

  /**
   * Returns a page as JSON. Records that have only columns are written without creating an object for each row, which would
   * take most of the time of a page.
   * @throws ERROR_INVALID_QUERY, ERROR_QUERY_TIMEOUT, ERROR_RATE_LIMITED
   */
  async list<Info extends object>(
    resource: CountedResource,
    { scope, filter, query, record }: ListOptions,
    signal?: AbortSignal,
  ): Promise<RawJson<Page<Partial<Info>>>> {
    const { domain_id } = scope;
    const now = new Date();
    const select = (fields: ReadonlySet<string>) => record.select(fields);
    const list = compileList(resource, { domain_id, plain: filter, query, now, select }, this.cursors);
    const quickResource = list.known || list.unwound ? undefined : resource.findQuickerResource?.(list, now);
    const countStatement = quickResource
      ? compileCount(quickResource, list.filter, { domain_id, now })
      : list.count;
    const { page } = list;
    const rejectDottedKeys = ({ paths }: Statement) =>
      this.rejectDottedKeys(resource, { domain_id, filter: list.filter, now, paths }, signal);
    return this.shares.run(
      domain_id,
      async () => {
        if (page === undefined) {
          const total_count = await this.countRows(countStatement, this.limits.timeoutMs, signal);
          if (total_count === 0) await rejectDottedKeys(list.count);
          return toPageJson([], { total_count });
        }
        const pageRows = readPage(list, { record, scope }, (onRow) =>
          this.runStatement(page, { signal, onRow }),
        );
        const count = () => this.countRows(countStatement, this.limits.countTimeoutMs, signal);
        const earlyCount =
          quickResource?.isCheap && this.hasSpareConnection()
            ? this.shares.tryRun(domain_id, count)
            : undefined;
        // The count may turn out to be unneeded, or fail before the page.
        earlyCount?.catch(() => undefined);
        const found = await pageRows;
        const last = found.hasMore ? found.last : undefined;
        const resultCount = found.results.length;
        const total = await this.getTotal(
          list,
          resultCount,
          last !== undefined,
          () => earlyCount ?? count(),
          signal,
        );
        if (total.count === 0) await rejectDottedKeys(page);
        return toPageJson(found.results, {
          total_count: total.count,
          ...(total.estimated ? { total_count_estimated: true as const } : {}),
          ...(last ? { next_cursor: list.cursorAfter(last, total.count, total.estimated) } : {}),
        });
      },
      signal,
    );
  }

  /** @throws as {@link list} */
  async stat(
    resource: CountedResource,
    { scope, query }: StatOptions,
    signal?: AbortSignal,
  ): Promise<StatisticsResult> {
    const { domain_id } = scope;
    const now = new Date();
    const read = parseStatistics(query);
    const source = resource.findQuickerResource?.(read, now) ?? resource;
    const { statement, decode } = compileStatistics(source, read, { domain_id, now });
    return this.shares.run(
      domain_id,
      async () => {
        const { rows } = await this.runStatement<QueryResultRow>(statement, { signal });
        const result = decode(rows);
        const found = judgeResult(result);
        if (found !== 'values') {
          const { paths } = statement;
          const asked = { domain_id, filter: read.filter, now, paths, hasMatches: found === 'nulls' };
          await this.rejectDottedKeys(resource, asked, signal);
        }
        return result;
      },
      signal,
    );
  }

  /**
   * Returns which of the records match a query. Only `filter`, `filter_or` and `keyword` of the query are allowed.
   * @throws as {@link list}
   */
  async match(
    resource: Resource,
    { domain_id, query, ids }: Omit<MatchRequest, 'now'>,
  ): Promise<ReadonlySet<string>> {
    const statement = compileMatch(resource, { domain_id, query, ids, now: new Date() });
    const { rows } = await this.shares.run(domain_id, () => this.runStatement<{ id: string }>(statement, {}));
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns all records that match a query, but at most `limit` + 1; `total` is their number. @throws as {@link list} */
  async findAll<Row extends QueryResultRow>(
    resource: Resource,
    request: Omit<FindRequest, 'now'>,
  ): Promise<readonly (Row & { readonly total: string })[]> {
    const statement = compileFind(resource, { ...request, now: new Date() });
    return this.shares.run(
      request.domain_id,
      async () => (await this.runStatement<never>(statement, {})).rows,
    );
  }

  /**
   * Matches several queries, as in {@link match}, against the same rows. Returns the places of the matching rows for each
   * query. One invalid query fails all of them.
   * @throws as {@link list}
   */
  async matchEach(
    resource: Resource,
    request: Omit<MatchEachRequest, 'now'>,
    signal?: AbortSignal,
  ): Promise<readonly ReadonlySet<number>[]> {
    const statement = compileMatchEach(resource, { ...request, now: new Date() });
    const [row] = await this.run<Record<number, readonly number[] | null>>(request.domain_id, statement, {
      signal,
    });
    return request.queries.map((_, at) => new Set(row?.[at] ?? []));
  }

  /** Throws what {@link match} would throw for a query, whatever the records. */
  async checkMatch(
    resource: Resource,
    { domain_id, query }: Omit<MatchRequest, 'now' | 'ids'>,
  ): Promise<void> {
    const now = new Date();
    compileMatch(resource, { domain_id, query, now, ids: [] });
    const patterns = compilePatternCheck(query, now);
    if (patterns) await this.shares.run(domain_id, () => this.runStatement(patterns, {}));
  }

  /** Runs a statement of a domain on its share of the connections. @throws as {@link list} */
  async run<Row extends QueryResultRow>(
    domainId: string,
    statement: Statement,
    options: Partial<RunOptions>,
  ): Promise<readonly Row[]> {
    const run = async () => (await this.runStatement<Row>(statement, options)).rows;
    return this.shares.run(domainId, run, options.signal);
  }

  /** Rejects a query that found nothing if it names a key with dots as a path. */
  private async rejectDottedKeys(
    resource: Resource,
    query: FruitlessQuery,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const dotted = compileDottedKeyCheck(resource, query);
    if (dotted === undefined) return;
    try {
      const { rows } = await this.runStatement(dotted.statement, {
        signal,
        timeoutMs: this.limits.countTimeoutMs,
      });
      dotted.refuse(rows[0] ?? {});
    } catch (error) {
      // This check is only a hint to the caller, and not worth a timeout.
      if (!(error instanceof DomainError) || error.code !== 'ERROR_QUERY_TIMEOUT') throw error;
    }
  }

  /**
   * Whether the count can have a connection besides the one for the page: an idle one, or a new one if the pool may grow.
   * With none idle it waits, so that the first request does not open two at once.
   */
  private hasSpareConnection(): boolean {
    const { idleCount, totalCount } = this.pool;
    return idleCount > 1 || (idleCount === 1 && totalCount < this.limits.connections);
  }

  private async getTotal(
    list: CompiledList,
    resultCount: number,
    hasMore: boolean,
    count: () => Promise<number>,
    signal: AbortSignal | undefined,
  ): Promise<{ count: number; estimated: boolean }> {
    if (list.known) return { count: list.known.total_count, estimated: list.known.estimated };
    if (!hasMore && (resultCount > 0 || list.offset === 0)) {
      return { count: list.offset + resultCount, estimated: false };
    }
    try {
      return { count: await count(), estimated: false };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'ERROR_QUERY_TIMEOUT') throw error;
      const { rows } = await this.runStatement<{ 'QUERY PLAN': [{ Plan: Plan }] }>(list.explain, { signal });
      const [explained] = rows;
      const estimate = explained ? getPlannedRows(explained['QUERY PLAN'][0].Plan) : 0;
      return {
        count: Math.max(Math.round(estimate), list.offset + resultCount + Number(hasMore)),
        estimated: true,
      };
    }
  }

  private async countRows(
    statement: Statement,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const { rows } = await this.runStatement<{ count: string }>(statement, { signal, timeoutMs });
    return Number(rows[0]?.count);
  }

  private async runStatement<Row extends QueryResultRow>(
    statement: Statement,
    limits: Partial<RunOptions>,
  ): Promise<QueryResult<Row>> {
    try {
      const { timeoutMs } = this.limits;
      return await runCancellable<Row>(this.pool, statement, { timeoutMs, ...limits });
    } catch (error) {
      throw toQueryError(error, statement) ?? error;
    }
  }
}

/** What is counted: the filter, and the stages of a stat. */
export type CountedQuery = Pick<ParsedStatistics, 'filter'> &
  Partial<Pick<ParsedStatistics, 'distinct' | 'stages'>>;

/** A resource that may have a quicker one, such as a roll-up, which gives the same counts for some queries. */
export interface CountedResource extends Resource {
  readonly findQuickerResource?: (query: CountedQuery, now: Date) => Resource | undefined;
}
