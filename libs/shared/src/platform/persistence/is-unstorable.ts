import pg from 'pg';

/** The SQLSTATE for a row that belongs to no partition. */
const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';

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
