/** Returns the message of whatever was thrown, to show to the user whom it concerns. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'unknown error';
}

/**
 * As {@link getErrorMessage}, but for a log. An error whose message quotes text from outside has a `logged` message that is safe to
 * log.
 */
export function getLogMessage(error: unknown): string {
  const { logged } = (error ?? {}) as { readonly logged?: unknown };
  return typeof logged === 'string' ? logged : getErrorMessage(error);
}
