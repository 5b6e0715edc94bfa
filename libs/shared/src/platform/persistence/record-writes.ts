import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import {
  EntityManager,
  IsNull,
  QueryFailedError,
  type DataSource,
  type EntityTarget,
  type FindOptionsSelect,
  type FindOptionsWhere,
  type ObjectLiteral,
} from 'typeorm';
import { DomainError } from '../../kernel/domain-error.js';
import { DomainShares } from '../../kernel/domain-shares.js';
import { formatVersion, requireVersion } from '../../kernel/record-changes.js';
import type { Scope } from '../../kernel/scope.js';
import { UNIQUE_VIOLATION } from './database-unavailable.js';

/** Milliseconds that a change may wait for a connection. The locks of records are waited for as long. */
const MAX_WAIT_MS = 5_000;

const sharesByOwner = new WeakMap<object, DomainShares>();

/** Returns the places of a pool, of which there is one instance for each process and pool. */
function getShares(pool: object, places: number): DomainShares {
  const existing = sharesByOwner.get(pool);
  if (existing !== undefined) return existing;
  const shares = new DomainShares({ name: 'changes', places: Math.max(1, places), waitMs: MAX_WAIT_MS });
  sharesByOwner.set(pool, shares);
  return shares;
}

/**
 * Runs a transaction that changes records of a domain. The connections are shared between domains before one is taken: changes
 * of one record wait for each other, and would hold all connections meanwhile. One connection remains for reading by id.
 * @throws ERROR_RATE_LIMITED, ERROR_UNAVAILABLE if no connection becomes free in time
 */
export function inDomainTransaction<T>(
  dataSource: DataSource,
  domain_id: string,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const { poolSize = 1 } = dataSource.options;
  return getShares(dataSource, poolSize - 1).run(domain_id, () =>
    dataSource.transaction(async (manager) => {
      const result = await work(manager);
      await readAnswer(manager);
      return result;
    }),
  );
}

/** Runs work on a connection for accepting deliveries, which may wait for locks. Half of the connections remain for accepting. */
export function shareIngest<T>(pool: Pool, domain_id: string, work: () => Promise<T>): Promise<T> {
  return getShares(pool, Math.floor(pool.options.max / 2)).run(domain_id, work);
}

/**
 * Reads a record of the domain and locks it until the end of the transaction. Waits for transactions that have locked it, to
 * change it or to decide by it. A tombstone is not found.
 * @param id the name of the id, and the id
 * @param title for the error, as in `The silence`
 * @param leftOut columns that are not read, so that they need not be readable; an update with the record leaves them as they are
 * @throws ERROR_NOT_FOUND; ERROR_PRECONDITION_FAILED if the caller expects another version
 */
export async function lockRecord<T extends ObjectLiteral & { readonly updated_at: Date }>(
  manager: EntityManager,
  scope: Pick<Scope, 'domain_id' | 'expected'>,
  entity: EntityTarget<T>,
  id: Readonly<Record<string, string>>,
  title: string,
  leftOut: readonly (keyof T & string)[] = [],
): Promise<T> {
  const columns = manager.connection.getMetadata(entity).columns.map(({ propertyName }) => propertyName);
  const read = columns.filter((name) => !leftOut.includes(name));
  const notDeleted = columns.includes('deleted_at') && { deleted_at: IsNull() };
  const record = await manager.findOne(entity, {
    select: Object.fromEntries(read.map((name) => [name, true])) as FindOptionsSelect<T>,
    where: {
      ...id,
      domain_id: scope.domain_id,
      ...notDeleted,
    } as FindOptionsWhere<ObjectLiteral> as FindOptionsWhere<T>,
    lock: { mode: 'pessimistic_write' },
  });
  if (record === null) throw DomainError.notFound(title, Object.values(id)[0]);
  requireVersion(scope, formatVersion(record.updated_at));
  return record;
}

/**
 * Returns ERROR_NOT_UNIQUE if the unique index has rejected a change; otherwise the error itself. On several machines the driver
 * reports the index only in the message, with the number of the shard.
 */
export function toNotUniqueError(error: unknown, index: string, field: string, reason: string): unknown {
  if (!(error instanceof QueryFailedError)) return error;
  // Not by its class: the driver of TypeORM can be another copy.
  const { code, constraint } = error.driverError as { readonly code?: string; readonly constraint?: string };
  const isIndex =
    constraint === undefined ? new RegExp(`"${index}(_\\d+)?"`).test(error.message) : constraint === index;
  return code === UNIQUE_VIOLATION && isIndex ? DomainError.notUnique(field, reason, error) : error;
}

/** Returns the time of the database, which also dates changes of alerts, in milliseconds as records have it. */
export async function readDatabaseTime(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ now: Date }[]>(
    `select date_trunc('milliseconds', statement_timestamp()) as now`,
  );
  return row?.now ?? new Date();
}

/** What reads a record: a pool, or the transaction that has changed it. */
export interface RecordReader {
  query<Row extends QueryResultRow>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<{ readonly rows: readonly Row[] }>;
}

interface Answer {
  readonly read: () => Promise<unknown>;
  record?: unknown;
}

const answers = new AsyncLocalStorage<Answer>();
/** The ids that the record must have which is answered. */
const expectedIds = new AsyncLocalStorage<Readonly<Record<string, unknown>>>();
const transactions = new AsyncLocalStorage<RecordReader>();

/**
 * Changes a record and returns it as this change left it: `read` runs in the transaction of the change, before the commit. After
 * the commit it could return what another caller has changed meanwhile, with that caller's version.
 * @param read a query whose handler reads with {@link getReader}; or a note of the change, which is committed with it or not at
 * all. Runs after the change if that needed no transaction
 */
export async function answerFromTransaction<T>(
  change: () => Promise<unknown>,
  read: () => Promise<T>,
): Promise<T> {
  const checkedRead = async () => checkIds(await read());
  const answer: Answer = { read: checkedRead };
  await answers.run(answer, change);
  return 'record' in answer ? (answer.record as T) : checkedRead();
}

/** Lets a change be rolled back, if the record that it answers has other ids at these paths. @throws ERROR_INVALID_PARAMETER */
export function requireSameIds<T>(
  ids: Readonly<Record<string, unknown>>,
  change: () => Promise<T>,
): Promise<T> {
  return expectedIds.run(ids, change);
}

function checkIds<T>(record: T): T {
  const errors = Object.entries(expectedIds.getStore() ?? {}).flatMap(([field, given]) => {
    const actual = valueAt(record, field) ?? null;
    return actual === given ? [] : [{ field, reason: `is ${JSON.stringify(actual)}, and cannot be changed` }];
  });
  const [first] = errors;
  if (first === undefined) return record;
  throw new DomainError('ERROR_INVALID_PARAMETER', 'invalid', `${first.field} ${first.reason}`, { errors });
}

function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], record);
}

/** Reads the record for {@link answerFromTransaction}. Called last in each transaction that changes records. */
export async function readAnswer(transaction: RecordReader | EntityManager): Promise<void> {
  const answer = answers.getStore();
  if (answer === undefined) return;
  const reader = transaction instanceof EntityManager ? fromManager(transaction) : transaction;
  answer.record = await transactions.run(reader, answer.read);
}

/** Returns what a query handler reads a single record with. */
export function getReader(pool: Pool): RecordReader {
  return transactions.getStore() ?? pool;
}

function fromManager(manager: EntityManager): RecordReader {
  return {
    query: async <Row extends QueryResultRow>(statement: string | QueryConfig, values?: unknown[]) => {
      const { text, values: own = values } = typeof statement === 'string' ? { text: statement } : statement;
      return { rows: await manager.query<Row[]>(text, own) };
    },
  };
}
