import { getLogMessage } from '../../kernel/error-message.js';

/**
 * Returns what a log may show of an error. Database errors carry the parameters of the statement and the rejected row, which
 * may contain secrets. Therefore only known fields are copied.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  const message = getLogMessage(error);
  return {
    type: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
