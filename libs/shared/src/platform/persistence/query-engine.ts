import { Inject, Injectable } from '@nestjs/common';
import { types, type FieldDef, type QueryResult, type QueryResultRow } from 'pg';
import { DomainError } from '../../kernel/domain-error.js';
import { only } from '../../kernel/only.js';
import type { Scope } from '../../kernel/scope.js';
import { RawJson } from '../../kernel/raw-json.js';
import { CursorCodec } from '../../query/cursor.js';
import type { PlainFilter } from '../../query/filter.js';
import { compileCount, compileList, type CompiledList } from '../../query/list.js';
import type { Resource } from '../../query/resource.js';
import type { Statement } from '../../query/statement.js';
import { compileStatistics, type StatisticsAnswer } from '../../query/statistics.js';
import { runCancellable, type Cells, type Limits } from './cancellable.js';
import { FairShare } from './fair-share.js';
import { plannedRows, type Plan } from './planned-rows.js';
import { QueryPool } from './pools.js';
import { queryRefusal } from './query-refusal.js';
import type { RecordSerializer } from './record-serializer.js';

/**
 * What a page may have in JSON; the record that goes beyond is its last. In characters, not bytes: to count those, each
 * record would have to be copied.
 */
const MAX_PAGE_LENGTH = 8 * 1024 * 1024;

export abstract class QueryLimits {
  /** How long a statement may run. */
  abstract readonly timeoutMs: number;
  /** How long an exact count may take before the planner's estimate is given instead. */
  abstract readonly countMs: number;
  /** How long a list may wait for the others of its domain. */
  abstract readonly patienceMs: number;
  /** Connections there are; a domain gets half of them. */
  abstract readonly connections: number;
}

/** A list, as every list answers. */
export interface Listed<T> {
  readonly results: readonly T[];
  /** Matches before paging. */
  readonly total_count: number;
  /** Counting took too long: the planner's estimate. */
  readonly total_count_estimated?: true;
  /** Where more follow. */
  readonly next_cursor?: string;
}

interface Asked {
  readonly scope: Scope;
  /** The request's plain fields. */
  readonly filter?: PlainFilter;
  /** A Query as it was sent. */
  readonly query?: unknown;
  /** What gives the same count in less time, where there is something for this filter. */
  readonly quicker?: (now: Date) => Resource | undefined;
}

export interface ListAsked<Row, Info extends object> extends Asked {
  /** What is selected for these top-level fields of the record, from the alias `r`. */
  readonly select: (fields: ReadonlySet<string>) => string;
  readonly record: (row: Row) => Info;
}

export interface WriteAsked<Info extends object> extends Asked {
  readonly record: RecordSerializer<string & keyof Info>;
}

/** The records of one page. */
interface Found<T> {
  readonly results: readonly T[];
  /** The row of the last one, with what it is ordered by. */
  readonly last: QueryResultRow | undefined;
  /** There was one more. */
  readonly isOver: boolean;
}

/** Runs the query language: compiles, keeps to the limits, turns the database's complaints into answers. */
@Injectable()
export class QueryEngine {
  private readonly share: FairShare;

  constructor(
    @Inject(QueryPool) private readonly pool: QueryPool,
    @Inject(CursorCodec) private readonly cursors: CursorCodec,
    @Inject(QueryLimits) private readonly limits: QueryLimits,
  ) {
    this.share = new FairShare(Math.max(1, Math.floor(limits.connections / 2)), limits.patienceMs);
  }

  /** @throws ERROR_INVALID_QUERY, ERROR_QUERY_TIMEOUT, ERROR_RATE_LIMITED */
  list<Row extends QueryResultRow, Info extends object>(
    resource: Resource,
    asked: ListAsked<Row, Info>,
    signal?: AbortSignal,
  ): Promise<Listed<Partial<Info>>> {
    return this.page(resource, asked, asked.select, signal, async (list, statement) => {
      const results: Partial<Info>[] = [];
      const take = (row: Row) => {
        results.push(only(asked.record(row), list.only, resource.record));
        return row;
      };
      return { results, ...(await this.takeRows(list, statement, signal, take)) };
    });
  }

  /** As {@link list}, but in JSON, without making a record of each row first: that takes most of the time of a page. */
  async write<Info extends object>(
    resource: Resource,
    asked: WriteAsked<Info>,
    signal?: AbortSignal,
  ): Promise<RawJson<Listed<Partial<Info>>>> {
    const { record } = asked;
    const select = (fields: ReadonlySet<string>) => record.select(fields);
    const { results, ...rest } = await this.page(resource, asked, select, signal, async (list, statement) => {
      const write = record.writer(list.only, resource.record);
      const written: string[] = [];
      let length = 0;
      let last: Cells = [];
      let fields: readonly FieldDef[] = [];
      let isOver = false;
      const onRow = (row: Cells, columns: readonly FieldDef[]) => {
        isOver = written.length === list.limit || length >= MAX_PAGE_LENGTH;
        // Nothing comes after the one beyond the limit: there is nothing to be stopped.
        if (isOver) return written.length === list.limit;
        const json = write(row);
        length += json.length;
        written.push(json);
        last = row;
        fields = columns;
        return true;
      };
      await this.run(statement, { signal, onRow });
      const named = Object.fromEntries(fields.map(({ name }, at) => [name, last[at]]));
      return { results: written, last: written.length > 0 ? named : undefined, isOver };
    });
    return new RawJson(`{"results":[${results.join(',')}],${JSON.stringify(rest).slice(1)}`);
  }

  /** @throws as {@link list} */
  async stat(
    resource: Resource,
    asked: {
      readonly scope: Scope;
      readonly query: unknown;
      readonly quicker?: (now: Date) => Resource | undefined;
    },
    signal?: AbortSignal,
  ): Promise<StatisticsAnswer> {
    const now = new Date();
    const request = { domain_id: asked.scope.domain_id, query: asked.query, now };
    const compiled = compileStatistics(resource, request);
    const quick = asked.quicker?.(now);
    const { statement, decode } = quick ? compileStatistics(quick, request) : compiled;
    const { rows } = await this.share.run(asked.scope.domain_id, () =>
      this.run<QueryResultRow>(statement, { signal }),
    );
    return decode(rows);
  }

  private page<T>(
    resource: Resource,
    { scope, filter, query, quicker }: Asked,
    select: (fields: ReadonlySet<string>) => string,
    signal: AbortSignal | undefined,
    find: (list: CompiledList, page: Statement) => Promise<Found<T>>,
  ): Promise<Listed<T>> {
    const asked = { domain_id: scope.domain_id, plain: filter, query, now: new Date() };
    const list = compileList(resource, { ...asked, select }, this.cursors);
    const quick = list.known ? undefined : quicker?.(asked.now);
    const counting = quick ? compileCount(quick, asked) : list.count;
    return this.share.run(scope.domain_id, async () => {
      if (list.page === undefined) {
        const total_count = await this.count(counting, this.limits.timeoutMs, signal);
        return { results: [], total_count };
      }
      const finding = find(list, list.page);
      const count = () => this.count(counting, this.limits.countMs, signal);
      const counted =
        quick?.isCheap && this.hasIdleBeside() ? this.share.tryRun(scope.domain_id, count) : undefined;
      // The page may turn out not to need it, or fail first.
      counted?.catch(() => undefined);
      const found = await finding;
      const shown = found.results.length;
      const last = found.isOver ? found.last : undefined;
      const total = await this.total(list, shown, last !== undefined, () => counted ?? count(), signal);
      return {
        results: found.results,
        total_count: total.count,
        ...(total.estimated ? { total_count_estimated: true as const } : {}),
        ...(last ? { next_cursor: list.cursorAfter(last, total.count, total.estimated) } : {}),
      };
    });
  }

  /** Whether a connection is left when a page has taken one, without opening the first two at once. */
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

  /** Rows as the driver reads them, until there are as many as asked for or they are too long together. */
  private async takeRows<Row extends QueryResultRow>(
    { limit }: CompiledList,
    statement: Statement,
    signal: AbortSignal | undefined,
    take: (row: Row) => Row,
  ): Promise<{ last: Row | undefined; isOver: boolean }> {
    let [taken, length, isOver] = [0, 0, false];
    let last: Row | undefined;
    const onRow = (cells: Cells, columns: readonly FieldDef[]) => {
      isOver = taken === limit || length >= MAX_PAGE_LENGTH;
      if (isOver) return taken === limit;
      last = take(readRow(cells, columns) as Row);
      for (const cell of cells) length += cell?.length ?? 0;
      taken += 1;
      return true;
    };
    await this.run(statement, { signal, onRow });
    return { last, isOver };
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

function readRow(cells: Cells, columns: readonly FieldDef[]): QueryResultRow {
  return Object.fromEntries(
    columns.map(({ name, dataTypeID }, at) => {
      const cell = cells[at] ?? null;
      return [name, cell === null ? null : (types.getTypeParser(dataTypeID, 'text')(cell) as unknown)];
    }),
  );
}
