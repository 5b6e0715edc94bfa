import { readdir, readFile } from 'node:fs/promises';

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns the quantile of each part (0.99 is p99) by the nearest-rank method. */
export function quantiles(values: readonly number[], fractions: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  return fractions.map((fraction) => sorted[Math.ceil(sorted.length * fraction) - 1] ?? Number.NaN);
}

/** Returns the resident memory of a process in MB. */
export function readResidentMemory(pid: number): Promise<number> {
  return memoryOf(pid, 'VmRSS');
}

/** Returns the peak resident memory of a process in MB. */
export function readPeakMemory(pid: number): Promise<number> {
  return memoryOf(pid, 'VmHWM');
}

/** Returns the CPU seconds of a process and its children, including children that have ended. */
export async function readCpuSeconds(pid: number): Promise<number> {
  const parents = new Map<number, number>();
  const seconds = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The process may have ended since; its CPU time is then included in that of its parent.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined) continue;
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0] = fields.slice(1, 2);
    parents.set(Number(name), parent);
    seconds.set(Number(name), fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / TICKS);
  }
  let sum = 0;
  for (const [childPid, time] of seconds) if (childPid === pid || parents.get(childPid) === pid) sum += time;
  return sum;
}

/** Clock ticks per second on Linux. */
const TICKS = 100;

async function memoryOf(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

export function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function formatMilliseconds(...values: readonly number[]): string {
  return `${values.map((value) => value.toFixed(1)).join(' / ')} ms`;
}

export function printTable(rows: readonly (readonly [label: string, value: string])[]): void {
  const width = Math.max(...rows.map(([label]) => label.length));
  for (const [label, value] of rows) console.log(`${label.padEnd(width)}  ${value}`);
}
