/** It takes longer than it is waited for, and goes on. */
export class TimeoutError extends Error {}

/** What `work` gives; `work` itself goes on when it takes too long. @throws as `work` does; TimeoutError */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new TimeoutError(`${what} took over ${milliseconds} ms`)),
    milliseconds,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
