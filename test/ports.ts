import { randomInt } from 'node:crypto';
import { tryPort } from '../tools/start/ports.js';

/**
 * Below the ports that systems lend, which anyone may get between the asking and the listening, and below those that
 * an embedded PostgreSQL chooses from.
 */
const [FIRST, LAST] = [10_240, 14_998];
let next = randomInt(FIRST, LAST);

/** A port of this machine that nobody else is given, nor the one after it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 2 > LAST ? FIRST : port + 2;
    const free = await tryPort('127.0.0.1', port).catch(() => undefined);
    if (free !== undefined) return free;
  }
}
