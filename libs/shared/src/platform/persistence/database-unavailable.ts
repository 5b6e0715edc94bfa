import pg from 'pg';

/** The SQLSTATE for a row that belongs to no partition. */
const CHECK_VIOLATION = '23514';
export const UNIQUE_VIOLATION = '23505';

/**
 * Whether data can never be stored: data exceptions (class 22), limits of PostgreSQL (class 54), or a time whose partition
 * was dropped.
 */
export function isUnstorable(error: unknown): error is pg.DatabaseError {
  return isOfClass(error, '22') || isOfClass(error, '54') || isPartitionMissing(error);
}

/** Class 22: the data itself cannot be stored. */
export function isDataException(error: unknown): error is pg.DatabaseError {
  return isOfClass(error, '22');
}

function isOfClass(error: unknown, sqlstate: string): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith(sqlstate) === true;
}

/** Returns the reason to show in the quarantine. */
export function describeUnstorable(error: pg.DatabaseError): string {
  return isPartitionMissing(error) ? 'it arrived longer ago than events are kept' : error.message;
}

export function isPartitionMissing(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, message } = error;
  return code === CHECK_VIOLATION && message.startsWith('no partition');
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}

/** undefined_table, undefined_column, undefined_function, undefined_object, invalid_schema_name */
const MISSING_CODES = /^(42P01|42703|42883|42704|3F000)$/;

/** Whether a statement failed because it names something that the database does not have, as before a migration. */
export function isSchemaMissing(error: unknown): boolean {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string' && MISSING_CODES.test(code)) return true;
  return driverError !== undefined && driverError !== error && isSchemaMissing(driverError);
}

/** SQLSTATEs of transient errors: the same statement may succeed a little later. */
const TRANSIENT_STATE = /^(08|53|57P0|25006|25P03|40001|40P01|55P03)/;
const TRANSIENT_SYSTEM_ERROR =
  /^(ECONN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE)/;
// Errors of the driver and of TypeORM that have no code.
const TRANSIENT_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end|Query read timeout|Driver not Connected|Connection with .* is not established)/;

/** Whether an error only means that the database is unreachable, restarting, overloaded or failing over. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError, errors } = error as { code?: unknown; driverError?: unknown; errors?: unknown };
  if (typeof code === 'string' && (TRANSIENT_STATE.test(code) || TRANSIENT_SYSTEM_ERROR.test(code)))
    return true;
  if (TRANSIENT_MESSAGE.test(error.message)) return true;
  const inner = Array.isArray(errors) ? errors : [driverError, error.cause];
  return inner.some((each) => each !== error && isDatabaseUnavailable(each));
}
