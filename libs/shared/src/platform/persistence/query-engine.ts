import { Injectable } from '@nestjs/common';
import type { FieldDef, QueryResult, QueryResultRow } from 'pg';
import { DomainError } from '../../kernel/domain-error.js';
import { isObject } from '../../kernel/json.js';
import type { Page } from '../../kernel/page.js';
import type { Scope } from '../../kernel/scope.js';
import { RawJson } from '../../kernel/raw-json.js';
import { CursorCodec } from '../../query/cursor.js';
import type { PlainFilter } from '../../query/filter.js';
import { compileDottedKeys } from '../../query/dotted-keys.js';
import { compileCount, compileList, type CompiledList } from '../../query/list.js';
import {
  compileEach,
  compileFind,
  compileMatch,
  compilePatterns,
  type EachRequest,
  type FindRequest,
  type MatchRequest,
} from '../../query/match.js';
import type { Resource } from '../../query/resource.js';
import type { Statement } from '../../query/statement.js';
import { compileStatistics, readStatistics, type StatisticsAnswer } from '../../query/statistics.js';
import { runCancellable, type Cells, type Limits } from './cancellable.js';
import type { CountedResource } from './counted-resource.js';
import { FairShare } from './fair-share.js';
import { plannedRows, type Plan } from './planned-rows.js';
import { QueryPool } from './pools.js';
import { QueryLimits } from './query-limits.js';
import { queryRefusal } from './query-refusal.js';
import type { RowWriter } from './record-serializer.js';
import { unwoundWriter } from './unwound-writer.js';

/**
 * The maximum length of the JSON of a page; the record that exceeds it is the last one. It counts characters, because
 * counting bytes would copy each record.
 */
const MAX_PAGE_LENGTH = 8 * 1024 * 1024;

interface Asked {
  readonly scope: Scope;
  /** A query as the caller sent it. */
  readonly query?: unknown;
}

export interface ListAsked extends Asked {
  /** The plain fields of the request. */
  readonly filter?: PlainFilter;
  readonly record: RowWriter;
}

/** The records of one page, in JSON. */
interface Found {
  readonly results: readonly string[];
  /** The row of the last record, with the values that it is ordered by. */
  readonly last: QueryResultRow | undefined;
  /** Whether more records follow. */
  readonly isOver: boolean;
}

/** Runs queries of the query language: compiles them, enforces the limits, and converts errors of the database to responses. */
@Injectable()
export class QueryEngine {
  private readonly share: FairShare;

  constructor(
    private readonly pool: QueryPool,
    private readonly cursors: CursorCodec,
    private readonly limits: QueryLimits,
  ) {
    this.share = new FairShare(Math.max(1, Math.floor(limits.connections / 2)), limits.patienceMs);
  }

  /**
   * Returns a page as JSON. Records that have only columns are written without creating an object for each row, which would
   * take most of the time of a page.
   * @throws ERROR_INVALID_QUERY, ERROR_QUERY_TIMEOUT, ERROR_RATE_LIMITED
   */
  async list<Info extends object>(
    resource: CountedResource,
    { scope, filter, query, record }: ListAsked,
    signal?: AbortSignal,
  ): Promise<RawJson<Page<Partial<Info>>>> {
    const { domain_id } = scope;
    const now = new Date();
    const select = (fields: ReadonlySet<string>) => record.select(fields);
    const list = compileList(resource, { domain_id, plain: filter, query, now, select }, this.cursors);
    const quick = list.known || list.unwound ? undefined : resource.quicker?.(list, now);
    const counting = quick ? compileCount(quick, list.filter, { domain_id, now }) : list.count;
    const { page } = list;
    return this.share.run(domain_id, async () => {
      if (page === undefined) {
        const total_count = await this.count(counting, this.limits.timeoutMs, signal);
        if (total_count === 0) await this.refuseDottedKeys(resource, domain_id, list.count, signal);
        return answer([], { total_count });
      }
      const finding = this.find(list, page, record, signal);
      const count = () => this.count(counting, this.limits.countMs, signal);
      const counted =
        quick?.isCheap && this.hasIdleBeside() ? this.share.tryRun(domain_id, count) : undefined;
      // The count may turn out to be unneeded, or fail before the page.
      counted?.catch(() => undefined);
      const found = await finding;
      const last = found.isOver ? found.last : undefined;
      const shown = found.results.length;
      const total = await this.total(list, shown, last !== undefined, () => counted ?? count(), signal);
      if (total.count === 0) await this.refuseDottedKeys(resource, domain_id, page, signal);
      return answer(found.results, {
        total_count: total.count,
        ...(total.estimated ? { total_count_estimated: true as const } : {}),
        ...(last ? { next_cursor: list.cursorAfter(last, total.count, total.estimated) } : {}),
      });
    });
  }

  /** @throws as {@link list} */
  async stat(
    resource: CountedResource,
    { scope, query }: Asked,
    signal?: AbortSignal,
  ): Promise<StatisticsAnswer> {
    const { domain_id } = scope;
    const now = new Date();
    const read = readStatistics(query);
    const { statement, decode } = compileStatistics(resource.quicker?.(read, now) ?? resource, read, {
      domain_id,
      now,
    });
    return this.share.run(domain_id, async () => {
      const { rows } = await this.run<QueryResultRow>(statement, { signal });
      const answered = decode(rows);
      if (saysNothing(answered)) await this.refuseDottedKeys(resource, domain_id, statement, signal);
      return answered;
    });
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
    const { rows } = await this.share.run(domain_id, () => this.run<{ id: string }>(statement, {}));
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns all records that match a query, but at most `most` + 1; `total` is their number. @throws as {@link list} */
  async findAll<Row extends QueryResultRow>(
    resource: Resource,
    request: Omit<FindRequest, 'now'>,
  ): Promise<readonly (Row & { readonly total: string })[]> {
    const statement = compileFind(resource, { ...request, now: new Date() });
    return this.share.run(request.domain_id, async () => (await this.run<never>(statement, {})).rows);
  }

  /**
   * Matches several queries, as in {@link match}, against the same rows. Returns the places of the matching rows for each
   * query. One invalid query fails all of them.
   * @throws as {@link list}
   */
  async matchEach(
    resource: Resource,
    request: Omit<EachRequest, 'now'>,
  ): Promise<readonly ReadonlySet<number>[]> {
    const statement = compileEach(resource, { ...request, now: new Date() });
    const { rows } = await this.share.run(request.domain_id, () =>
      this.run<Record<number, readonly number[] | null>>(statement, {}),
    );
    return request.queries.map((_, at) => new Set(rows[0]?.[at] ?? []));
  }

  /** Throws what {@link match} would throw for a query, whatever the records. */
  async checkMatch(
    resource: Resource,
    { domain_id, query }: Omit<MatchRequest, 'now' | 'ids'>,
  ): Promise<void> {
    const now = new Date();
    compileMatch(resource, { domain_id, query, now, ids: [] });
    const patterns = compilePatterns(query, now);
    if (patterns) await this.share.run(domain_id, () => this.run(patterns, {}));
  }

  /** Rejects a query that found nothing if it names a key with dots as a path. */
  private async refuseDottedKeys(
    resource: Resource,
    domainId: string,
    { paths }: Statement,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const dotted = compileDottedKeys(resource, domainId, paths);
    if (dotted === undefined) return;
    try {
      const { rows } = await this.run(dotted.statement, { signal, timeoutMs: this.limits.countMs });
      dotted.refuse(rows[0] ?? {});
    } catch (error) {
      // This check is only a hint to the caller, and not worth a timeout.
      if (!(error instanceof DomainError) || error.code !== 'ERROR_QUERY_TIMEOUT') throw error;
    }
  }

  /** Reads rows until the page is complete, or its JSON too long. */
  private async find(
    list: CompiledList,
    page: Statement,
    record: RowWriter,
    signal: AbortSignal | undefined,
  ): Promise<Found> {
    const { only, unwound } = list;
    const write = unwound ? unwoundWriter(record, unwound, only) : record.writer(only);
    const results: string[] = [];
    let length = 0;
    let last: Cells = [];
    let fields: readonly FieldDef[] = [];
    let isOver = false;
    const onRow = (row: Cells, columns: readonly FieldDef[]) => {
      isOver = results.length === list.limit || length >= MAX_PAGE_LENGTH;
      // The row beyond the limit is the last one, so the statement need not be cancelled.
      if (isOver) return results.length === list.limit;
      const json = write(row, columns);
      length += json.length;
      results.push(json);
      last = row;
      fields = columns;
      return true;
    };
    await this.run(page, { signal, onRow });
    const named = Object.fromEntries(fields.map(({ name }, at) => [name, last[at]]));
    return { results, last: results.length > 0 ? named : undefined, isOver };
  }

  /**
   * Whether the count can have a connection besides the one for the page: an idle one, or a new one if the pool may grow.
   * With none idle it waits, so that the first request does not open two at once.
   */
  private hasIdleBeside(): boolean {
    const { idleCount, totalCount } = this.pool;
    return idleCount > 1 || (idleCount === 1 && totalCount < this.limits.connections);
  }

  private async total(
    list: CompiledList,
    shown: number,
    moreFollow: boolean,
    count: () => Promise<number>,
    signal: AbortSignal | undefined,
  ): Promise<{ count: number; estimated: boolean }> {
    if (list.known) return { count: list.known.total_count, estimated: list.known.estimated };
    if (!moreFollow && (shown > 0 || list.offset === 0)) {
      return { count: list.offset + shown, estimated: false };
    }
    try {
      return { count: await count(), estimated: false };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'ERROR_QUERY_TIMEOUT') throw error;
      const { rows } = await this.run<{ 'QUERY PLAN': [{ Plan: Plan }] }>(list.explain, { signal });
      const [explained] = rows;
      const estimate = explained ? plannedRows(explained['QUERY PLAN'][0].Plan) : 0;
      return {
        count: Math.max(Math.round(estimate), list.offset + shown + Number(moreFollow)),
        estimated: true,
      };
    }
  }

  private async count(
    statement: Statement,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const { rows } = await this.run<{ count: string }>(statement, { signal, timeoutMs });
    return Number(rows[0]?.count);
  }

  private async run<Row extends QueryResultRow>(
    statement: Statement,
    limits: Partial<Limits>,
  ): Promise<QueryResult<Row>> {
    try {
      const { timeoutMs } = this.limits;
      return await runCancellable<Row>(this.pool, statement, { timeoutMs, ...limits });
    } catch (error) {
      throw queryRefusal(error, statement) ?? error;
    }
  }
}

/** Whether a stat found nothing: no row, only the row of a count, or null in every row. */
function saysNothing({ results }: StatisticsAnswer): boolean {
  return results.length <= 1 || results.every((row) => isObject(row) && Object.values(row).includes(null));
}

function answer<T>(results: readonly string[], rest: Omit<Page<T>, 'results'>): RawJson<Page<T>> {
  return new RawJson(`{"results":[${results.join(',')}],${JSON.stringify(rest).slice(1)}`);
}
