import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';

/** Milliseconds. */
const LOOK_EVERY = 50;
const LOOKS = 20;
/** Seconds. Every minute, Citus completes transactions that a crashed coordinator left half committed. */
const SETTLED_AFTER = 120;

/**
 * Reads records and waits until all recent ones are visible. On a cluster, a transaction commits on the coordinator
 * first and on the machines of its records a moment later.
 * @param wanted ids, with times in seconds since the epoch; a missing record long before `now` was removed
 * @throws when that takes more than a second
 */
export async function readVisible<R>(
  pool: Pool,
  wanted: readonly { readonly id: string; readonly at: number }[],
  now: number,
  read: () => Promise<ReadonlyMap<string, R>>,
): Promise<ReadonlyMap<string, R>> {
  if (wanted.length === 0) return new Map();
  let found = await read();
  if (!(await isDistributed(pool))) return found;
  const fresh = wanted.filter(({ at }) => at > now - SETTLED_AFTER);
  for (let looked = 1; fresh.some(({ id }) => !found.has(id)); looked += 1) {
    if (looked === LOOKS) throw new Error('what was committed is not visible yet');
    await sleep(LOOK_EVERY);
    found = await read();
  }
  return found;
}
