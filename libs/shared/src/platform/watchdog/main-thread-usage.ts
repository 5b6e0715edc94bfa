import { readFileSync } from 'node:fs';
import type { ThreadUsage } from './stall-meter.js';

/** The unit in which Linux counts CPU time. */
const TICK_MS = 10;

/** @returns the use of the main thread; on systems without /proc that of the whole process, which is no less */
export function readMainThreadUsage(): ThreadUsage {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
    const [state, ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { cpuMs: (Number(numbers[10]) + Number(numbers[11])) * TICK_MS, asleep: state === 'S' };
  } catch {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1_000, asleep: false };
  }
}
