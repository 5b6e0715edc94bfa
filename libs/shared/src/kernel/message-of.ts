/** What is known of something that was thrown, for those whom it concerns. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'unknown error';
}

/** As {@link reasonOf}, for a log: an error that repeats words of strangers says what that may have of it. */
export function messageOf(error: unknown): string {
  const { logged } = (error ?? {}) as { readonly logged?: unknown };
  return typeof logged === 'string' ? logged : reasonOf(error);
}
