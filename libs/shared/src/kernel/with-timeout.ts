import { DomainError } from './domain-error.js';

/** A task was not run, because the turn of its domain came too late to be of use. */
export class TooLateError extends Error {
  constructor() {
    super('the turn of the domain came too late');
  }
}

/** The work takes longer than its limit, and continues. */
export class TimeoutError extends Error {}

/** Returns the result of `work`, which continues if it takes too long. @throws TimeoutError; the error of `work` */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  description: string,
): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const expire = () => timeout.reject(new TimeoutError(`${description} took over ${milliseconds} ms`));
  // A process that was held up runs its timers before it reads answers that have arrived meanwhile.
  const timer = setTimeout(() => setImmediate(expire), milliseconds);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a function that is called between two steps. @throws ERROR_QUERY_TIMEOUT with `text` when the time is over */
export function createTimeLimit(timeoutMs: number, text: string): () => void {
  const begun = performance.now();
  return () => {
    if (performance.now() - begun > timeoutMs) throw new DomainError('ERROR_QUERY_TIMEOUT', 'timeout', text);
  };
}
