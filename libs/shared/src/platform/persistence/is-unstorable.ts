import pg from 'pg';

/** What PostgreSQL says to a row that belongs to no partition. */
const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';

/** Data exceptions (class 22), limits of the database's (class 54), and a time of which nothing is kept any more. */
export function isUnstorable(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  return /^(22|54)/.test(error.code ?? '') || isOfDroppedTime(error);
}

/** For whoever looks into the quarantine. */
export function unstorableReason(error: pg.DatabaseError): string {
  return isOfDroppedTime(error) ? 'it arrived longer ago than events are kept' : error.message;
}

export function isOfDroppedTime(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, message } = error;
  return code === CHECK_VIOLATION && message.startsWith('no partition');
}

export function isThereAlready(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}
