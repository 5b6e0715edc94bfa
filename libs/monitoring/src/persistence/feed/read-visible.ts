import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';

/** Milliseconds. */
const LOOK_EVERY = 50;
const LOOKS = 20;
/** Seconds. Citus ends each minute what a coordinator that broke down left half committed. */
const SETTLED_AFTER = 120;

/**
 * On several machines a transaction is committed on the coordinator first, and a moment later where its records are.
 * @param wanted ids, with seconds since the epoch; what is missing of the time long before `now` is gone
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
