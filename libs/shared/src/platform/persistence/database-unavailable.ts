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
