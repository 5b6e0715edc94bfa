import pg from 'pg';

/** What PostgreSQL says to a row that belongs to no partition. */
const CHECK_VIOLATION = '23514';

/** Data exceptions (class 22), limits of the database's (class 54), and a time of which nothing is kept any more. */
export function isUnstorable(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '' } = error;
  return /^(22|54)/.test(code) || (code === CHECK_VIOLATION && error.message.startsWith('no partition'));
}
