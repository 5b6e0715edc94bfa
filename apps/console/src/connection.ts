import { signal } from '@preact/signals';
import { TocsinError, TocsinUnreachableError, type Schemas } from '../../../clients/typescript/src/tocsin.js';
import { SERVICE_URL } from './client.js';
import { learnServerTime, serverNow } from './clock.js';
import { endIfUnauthorized } from './session.js';

/** Milliseconds. */
const CHECK_INTERVAL_MS = 5_000;
const UNREACHABLE_MESSAGE = 'The service cannot be reached.';

export type Reachability = { readonly state: 'yes' } | { readonly state: 'no'; readonly why: string };

/** Whether the service answers and its database can be reached. */
export const reachability = signal<Reachability>({ state: 'yes' });

/** When the service last reported that its database is reachable, in milliseconds since 1970; 0: never. */
export const reachedAt = signal(0);

/** Whether deliveries wait in the spool of the service. */
export const isSpoolInUse = signal(false);

function markUnreachable(why: string): void {
  reachability.value = { state: 'no', why };
}

async function checkConnection(): Promise<void> {
  try {
    const [requestedAt, startedAt] = [Date.now(), serverNow()];
    const response = await fetch(`${SERVICE_URL}/health/ready`, {
      signal: AbortSignal.timeout(CHECK_INTERVAL_MS),
    });
    learnServerTime(response, requestedAt);
    const { ok, status } = response;
    if (!ok)
      return markUnreachable(
        status === 503
          ? 'The service is not ready. Its database may be unavailable.'
          : `The service answered HTTP ${status}.`,
      );
    const { database, spool } = (await response.json()) as Partial<Schemas['ReadyInfo']>;
    // With a spool, the service is ready even while its database is unavailable.
    if (database === 'unavailable')
      return markUnreachable('The service cannot reach its database. Deliveries wait in the spool.');
    reachability.value = { state: 'yes' };
    reachedAt.value = startedAt;
    isSpoolInUse.value = spool === 'in_use';
  } catch {
    markUnreachable(UNREACHABLE_MESSAGE);
  }
}

/** Starts to check the connection periodically. @returns a function that stops it */
export function watchConnection(): () => void {
  const timer = setInterval(() => void checkConnection(), CHECK_INTERVAL_MS);
  const checkNow = () => void checkConnection();
  addEventListener('online', checkNow);
  addEventListener('offline', checkNow);
  // Browsers throttle timers of hidden pages, so the state may be stale when the page becomes visible.
  addEventListener('visibilitychange', checkNow);
  void checkConnection();
  return () => {
    clearInterval(timer);
    removeEventListener('online', checkNow);
    removeEventListener('offline', checkNow);
    removeEventListener('visibilitychange', checkNow);
  };
}

/** Whether the error may be temporary, so that a retry may succeed. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof TocsinError)) return true;
  return error.status >= 500 || error.status === 429 || error.status === 408;
}

/** Returns the text to show for an error; `undefined` if the session has ended, which shows the sign-in instead. */
export function explainError(error: unknown): string | undefined {
  if (endIfUnauthorized(error)) return undefined;
  if (error instanceof TocsinError) {
    if (error.status >= 500) void checkConnection();
    return error.message;
  }
  void checkConnection();
  if (error instanceof TocsinUnreachableError) return UNREACHABLE_MESSAGE;
  if (!(error instanceof Error)) return String(error);
  return error.name === 'TimeoutError' ? 'The service does not answer.' : error.message;
}
