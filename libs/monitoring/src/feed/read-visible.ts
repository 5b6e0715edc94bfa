import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';

/** Milliseconds. */
const POLL_INTERVAL_MS = 50;
const MAX_POLLS = 20;
/** Seconds. Every minute, Citus completes transactions that a crashed coordinator left half committed. */
const SETTLED_AFTER_SECONDS = 120;

/**
 * Reads records and waits until all recent ones are visible. On a cluster, a transaction commits on the coordinator
 * first and on the machines of its records a moment later.
 * @param requested ids, with times in seconds since the epoch; a missing record long before `now` was removed
 * @throws when that takes more than a second
 */
export async function readVisible<R>(
  pool: Pool,
  requested: readonly { readonly id: string; readonly at: number }[],
  now: number,
  read: () => Promise<ReadonlyMap<string, R>>,
): Promise<ReadonlyMap<string, R>> {
  if (requested.length === 0) return new Map();
  let found = await read();
  if (!(await isDistributed(pool))) return found;
  const recent = requested.filter(({ at }) => at > now - SETTLED_AFTER_SECONDS);
  for (let polls = 1; recent.some(({ id }) => !found.has(id)); polls += 1) {
    if (polls === MAX_POLLS) throw new Error('what was committed is not visible yet');
    await sleep(POLL_INTERVAL_MS);
    found = await read();
  }
  return found;
}
