import { signal } from '@preact/signals';
import { TocsinError } from '../../../clients/typescript/src/tocsin.js';
import { SERVICE } from './client.js';
import { endedBy } from './session.js';

/** Milliseconds. */
const LOOK_EVERY = 5_000;

export type Reachable =
  { readonly state: 'yes' } | { readonly state: 'no'; readonly why: string; readonly since: Date };

/** Whether the service answers and its database can be reached: what is on the page is as old as this. */
export const reachable = signal<Reachable>({ state: 'yes' });

function lost(why: string): void {
  const known = reachable.value;
  reachable.value = { state: 'no', why, since: known.state === 'no' ? known.since : new Date() };
}

async function look(): Promise<void> {
  try {
    const { ok, status } = await fetch(`${SERVICE}/health/ready`, {
      signal: AbortSignal.timeout(LOOK_EVERY),
    });
    if (ok) reachable.value = { state: 'yes' };
    else lost(status === 503 ? 'The service is not ready: it may not reach its database.' : `HTTP ${status}`);
  } catch {
    lost('The service cannot be reached.');
  }
}

/** Looks for as long as the page is there. */
export function watchConnection(): () => void {
  const timer = setInterval(() => void look(), LOOK_EVERY);
  const hurry = () => void look();
  addEventListener('online', hurry);
  addEventListener('offline', hurry);
  void look();
  return () => {
    clearInterval(timer);
    removeEventListener('online', hurry);
    removeEventListener('offline', hurry);
  };
}

/** In words for the page, after the session and the connection were told of it; `undefined`: nothing is left to say. */
export function explain(error: unknown): string | undefined {
  if (endedBy(error)) return undefined;
  if (error instanceof TocsinError) {
    if (error.status >= 500) void look();
    return error.message;
  }
  void look();
  return error instanceof Error ? error.message : String(error);
}
