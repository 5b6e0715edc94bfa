import { randomInt } from 'node:crypto';
import { tryPort } from '../tools/start/ports.js';

/**
 * Below the ephemeral ports, which another process may get between the check and the use, and below the range of the
 * embedded PostgreSQL.
 */
const [FIRST, LAST] = [10_240, 14_998];
let next = randomInt(FIRST, LAST);

/** Returns a free port. Neither it nor the next one is returned again soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 2 > LAST ? FIRST : port + 2;
    const free = await tryPort('127.0.0.1', port).catch(() => undefined);
    if (free !== undefined) return free;
  }
}
