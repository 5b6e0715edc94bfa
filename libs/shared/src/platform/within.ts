/** It takes longer than it is waited for, and goes on. */
export class TooLateError extends Error {}

/** What `work` gives; `work` itself goes on when it takes too long. @throws as `work` does; TooLateError */
export async function within<T>(milliseconds: number, work: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new TooLateError(`${what} took over ${milliseconds} ms`)),
    milliseconds,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
