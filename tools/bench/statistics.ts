import { readFile } from 'node:fs/promises';

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Resident memory of a process, MB. */
export function residentMemory(pid: number): Promise<number> {
  return memoryOf(pid, 'VmRSS');
}

/** The most that it ever had, MB. */
export function peakMemory(pid: number): Promise<number> {
  return memoryOf(pid, 'VmHWM');
}

async function memoryOf(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

export function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function print(rows: readonly (readonly [label: string, value: string])[]): void {
  const width = Math.max(...rows.map(([label]) => label.length));
  for (const [label, value] of rows) console.log(`${label.padEnd(width)}  ${value}`);
}
