/** Returns the message of whatever was thrown, to show to the user whom it concerns. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'unknown error';
}

/**
 * As {@link reasonOf}, but for a log. An error whose message quotes text from outside has a `logged` message that is safe to
 * log.
 */
export function messageOf(error: unknown): string {
  const { logged } = (error ?? {}) as { readonly logged?: unknown };
  return typeof logged === 'string' ? logged : reasonOf(error);
}
