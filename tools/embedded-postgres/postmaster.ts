import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function untilGone(pids: readonly number[], timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(10)) {
    if (!pids.some(isAlive)) return true;
  }
  return false;
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The processes a postmaster has started. */
export function childrenOf(pid: number): number[] {
  const parents = process.platform === 'linux' ? parentsFromProc() : parentsFromPs();
  return parents.filter(([, parent]) => parent === pid).map(([child]) => child);
}

/**
 * Ends a server that outlived its starter and clears a pid file whose process is gone or a stranger. The caller
 * holds the folder, so no live starter can be behind it. Returns the pid of the server that was ended.
 */
export async function endOrphan(data: string): Promise<number | null> {
  const pidFile = join(data, 'postmaster.pid');
  const pid = Number(readFirstLine(pidFile));
  if (!(pid > 0)) return null;
  // Of a process that is gone PostgreSQL takes the file over itself, once nothing of it is left in shared memory.
  if (!isAlive(pid)) return null;
  if (!commandOf(pid).includes(data)) {
    await rm(pidFile, { force: true });
    return null;
  }
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signal(pid, name);
    if (await untilGone([pid], 10_000)) return pid;
  }
  throw new Error(`An earlier PostgreSQL (process ${pid}) of ${data} cannot be stopped`);
}

function readFirstLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').split('\n', 1)[0] ?? '';
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return readFirstLine(`/proc/${pid}/cmdline`);
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}

function parentsFromProc(): (readonly [number, number])[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      // The name, in brackets, may hold blanks and brackets: what follows the last one is regular.
      const stat = readFirstLine(`/proc/${name}/stat`);
      return [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const;
    });
}

function parentsFromPs(): (readonly [number, number])[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table.split('\n').map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return [pid ?? 0, parent ?? 0] as const;
  });
}
