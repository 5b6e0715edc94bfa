import { signal } from '@preact/signals';
import { TocsinError, TocsinUnreachableError, type Schemas } from '../../../clients/typescript/src/tocsin.js';
import { SERVICE } from './client.js';
import { endedBy } from './session.js';

/** Milliseconds. */
const LOOK_EVERY = 5_000;
const UNREACHABLE = 'The service cannot be reached.';

export type Reachable = { readonly state: 'yes' } | { readonly state: 'no'; readonly why: string };

/** Whether the service answers and its database can be reached. */
export const reachable = signal<Reachable>({ state: 'yes' });

/** When the service last reported that its database is reachable, in milliseconds since 1970; 0: never. */
export const reachedAt = signal(0);

/** Whether deliveries wait in the spool of the service. */
export const isSpoolInUse = signal(false);

function lost(why: string): void {
  reachable.value = { state: 'no', why };
}

async function look(): Promise<void> {
  try {
    const asked = Date.now();
    const answer = await fetch(`${SERVICE}/health/ready`, { signal: AbortSignal.timeout(LOOK_EVERY) });
    const { ok, status } = answer;
    if (!ok)
      return lost(
        status === 503
          ? 'The service is not ready. Its database may be unavailable.'
          : `The service answered HTTP ${status}.`,
      );
    const { database, spool } = (await answer.json()) as Partial<Schemas['ReadyInfo']>;
    // With a spool, the service is ready even while its database is unavailable.
    if (database === 'unavailable')
      return lost('The service cannot reach its database. Deliveries wait in the spool.');
    reachable.value = { state: 'yes' };
    reachedAt.value = asked;
    isSpoolInUse.value = spool === 'in_use';
  } catch {
    lost(UNREACHABLE);
  }
}

/** Starts to check the connection periodically. @returns a function that stops it */
export function watchConnection(): () => void {
  const timer = setInterval(() => void look(), LOOK_EVERY);
  const hurry = () => void look();
  addEventListener('online', hurry);
  addEventListener('offline', hurry);
  // Browsers throttle timers of hidden pages, so the state may be stale when the page becomes visible.
  addEventListener('visibilitychange', hurry);
  void look();
  return () => {
    clearInterval(timer);
    removeEventListener('online', hurry);
    removeEventListener('offline', hurry);
    removeEventListener('visibilitychange', hurry);
  };
}

/** Whether the error may be temporary, so that a retry may succeed. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof TocsinError)) return true;
  return error.status >= 500 || error.status === 429 || error.status === 408;
}

/** Returns the text to show for an error; `undefined` if the session has ended, which shows the sign-in instead. */
export function explain(error: unknown): string | undefined {
  if (endedBy(error)) return undefined;
  if (error instanceof TocsinError) {
    if (error.status >= 500) void look();
    return error.message;
  }
  void look();
  if (error instanceof TocsinUnreachableError) return UNREACHABLE;
  if (!(error instanceof Error)) return String(error);
  return error.name === 'TimeoutError' ? 'The service does not answer.' : error.message;
}
