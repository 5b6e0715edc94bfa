import type { Type } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '../../kernel/domain-error.js';
import { parseId, type IdKind } from '../../kernel/ids.js';
import type { RawJson } from '../../kernel/json.js';
import type { Page } from '../../kernel/page.js';
import type { Scope } from '../../kernel/scope.js';
import { replaceSynonym } from '../../query/expression.js';
import type { PlainFilter } from '../../query/filter.js';
import type { GetRecord, ListRecords, StatRecords } from '../../messages/read-messages.js';
import type { Resource } from '../../query/resource.js';
import type { StatisticsResult } from '../../query/statistics.js';
import { getReader } from './record-writes.js';
import { QueryPool } from './pools.js';
import { QueryEngine } from './query-engine.js';
import type { RecordSerializer } from './record-serializer.js';

/**
 * Creates the handler that reads a record by its id.
 * @param noun the word for the record in errors
 */
export function createGetHandler<Info>(
  message: Type<GetRecord<Info>>,
  resource: Resource,
  record: RecordSerializer,
  kind: IdKind,
  noun: string = kind,
): Type<IQueryHandler> {
  const text = `select ${record.select()} from ${resource.relation} as r where domain_id = $1 and ${resource.id} = $2`;

  @QueryHandler(message)
  class GetHandler implements IQueryHandler<GetRecord<Info>> {
    constructor(private readonly pool: QueryPool) {}

    async execute({ scope, id, only }: GetRecord<Info>): Promise<Partial<Info>> {
      // Not a prepared statement: a migration may add columns to `r.*` while a process still has it.
      const { rows } = await getReader(this.pool).query(text, [scope.domain_id, parseId(kind, id)]);
      const [row] = rows;
      if (row === undefined) throw DomainError.notFound(`The ${noun}`, id);
      const keys = only?.map((key) => replaceSynonym(resource, key));
      return record.pick(row, keys, scope) as Partial<Info>;
    }
  }
  return GetHandler;
}

/** Creates the handler that lists records. */
export function createListHandler<Info extends object, Filter extends object>(
  message: Type<ListRecords<Info, Filter>>,
  resource: Resource,
  record: RecordSerializer,
): Type<IQueryHandler> {
  @QueryHandler(message)
  class ListHandler implements IQueryHandler<ListRecords<Info, Filter>> {
    constructor(private readonly engine: QueryEngine) {}

    execute({ signal, ...request }: ListRecords<Info, Filter>): Promise<RawJson<Page<Partial<Info>>>> {
      const { scope, query, filter } = request;
      return this.engine.list(resource, { scope, query, filter: filter as PlainFilter, record }, signal);
    }
  }
  return ListHandler;
}

/** What is answered without a query: the number of records in each state, or the result of another query. */
type DefaultStatistics = { readonly states: readonly string[] } | { readonly query: object };

/** The number of all records. */
export const COUNT_ALL = { query: { aggregate: [{ count: { name: 'count' } }] } };

/** Creates the handler of statistics. */
export function createStatHandler(
  message: Type<StatRecords>,
  resource: Resource,
  byDefault: DefaultStatistics,
): Type<IQueryHandler> {
  @QueryHandler(message)
  class StatHandler implements IQueryHandler<StatRecords> {
    constructor(private readonly engine: QueryEngine) {}

    execute({ scope, query, signal }: StatRecords): Promise<StatisticsResult> {
      if (query !== undefined) return this.engine.stat(resource, { scope, query }, signal);
      if ('states' in byDefault) return countByState(this.engine, resource, byDefault.states, scope, signal);
      return this.engine.stat(resource, { scope, query: byDefault.query }, signal);
    }
  }
  return StatHandler;
}

const BY_STATE = {
  aggregate: [{ group: { keys: [{ key: 'state' }], fields: [{ name: 'count', operator: 'count' }] } }],
};

/** Returns the number of records in each state, including states without records. */
export async function countByState(
  engine: QueryEngine,
  resource: Resource,
  states: readonly string[],
  scope: Scope,
  signal?: AbortSignal,
): Promise<StatisticsResult> {
  const { results } = await engine.stat(resource, { scope, query: BY_STATE }, signal);
  const counted = results as readonly { readonly state: string; readonly count: number }[];
  return {
    results: states.map((state) => counted.find((each) => each.state === state) ?? { state, count: 0 }),
  };
}
