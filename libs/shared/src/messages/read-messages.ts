import { Query } from '@nestjs/cqrs';
import type { RawJson } from '../kernel/json.js';
import type { Page } from '../kernel/page.js';
import type { Scope } from '../kernel/scope.js';
import type { StatisticsResult } from '../query/statistics.js';

/** Returns a record by its id. @throws ERROR_NOT_FOUND */
export abstract class GetRecord<Info> extends Query<Partial<Info>> {
  constructor(
    readonly scope: Scope,
    readonly id: string,
    /** The fields to return; not set: all. */
    readonly only?: readonly string[],
  ) {
    super();
  }
}

/** Returns a page of records. @throws ERROR_INVALID_QUERY, ERROR_QUERY_TIMEOUT, ERROR_RATE_LIMITED */
export abstract class ListRecords<Info, Filter extends object> extends Query<RawJson<Page<Partial<Info>>>> {
  constructor(
    readonly scope: Scope,
    /** Each given value must be equal. */
    readonly filter: Filter,
    /** A query of the query language. The handler checks it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

/** Returns statistics of records. @throws as {@link ListRecords} */
export abstract class StatRecords extends Query<StatisticsResult> {
  constructor(
    readonly scope: Scope,
    /** A statistics query of the query language. The handler checks it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
