import { DomainError } from '#shared/kernel/domain-error.js';

/** Runs something whose errors name a field of a part of the request. @throws the error, naming the place in the request */
export function inPlace<T>(place: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw addPlace(error, place);
  }
}

/** As {@link inPlace}. */
export async function inPlaceAsync<T>(place: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw addPlace(error, place);
  }
}

function addPlace(error: unknown, place: string): unknown {
  if (!(error instanceof DomainError) || error.errors === undefined) return error;
  const errors = error.errors.map(({ field, reason }) => ({ field: `${place}.${field}`, reason }));
  const text = errors.map(({ field, reason }) => `${field} ${reason}`).join('; ');
  return new DomainError(error.code, error.kind, text, { errors, cause: error });
}
