import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import { EntityManager } from 'typeorm';
import { DomainError } from '../../kernel/domain-error.js';

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
