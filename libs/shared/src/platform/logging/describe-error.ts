import { messageOf } from '../../kernel/message-of.js';

/**
 * What a log may show of an error. Errors of the database carry the statement's parameters and the row that was
 * refused, and those hold secrets; so fields are named, not copied.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  const message = messageOf(error);
  return {
    type: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
