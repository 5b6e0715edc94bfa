/** The work takes longer than its limit, and continues. */
export class TimeoutError extends Error {}

/** Returns the result of `work`, which continues if it takes too long. @throws TimeoutError; the error of `work` */
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
