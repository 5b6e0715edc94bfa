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

export async function waitForExit(pids: readonly number[], timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(10)) {
    if (!pids.some(isAlive)) return true;
  }
  return false;
}

export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the pids of the processes that a postmaster started. */
export function findChildren(pid: number): number[] {
  const parents = process.platform === 'linux' ? readParentsFromProc() : readParentsFromPs();
  return parents.filter(([, parent]) => parent === pid).map(([child]) => child);
}

/**
 * Stops a server that outlived its starter, and removes a pid file whose pid now belongs to another program. The caller
 * holds the lock of the folder, so no live starter owns the server.
 * @returns the pid of the stopped server, or `null` if there was none
 */
export async function stopOrphan(data: string): Promise<number | null> {
  const pidFile = join(data, 'postmaster.pid');
  const pid = Number(readFirstLine(pidFile));
  if (!(pid > 0)) return null;
  // If the process is gone, PostgreSQL replaces the file itself, once its shared memory is no longer in use.
  if (!isAlive(pid)) return null;
  if (!readCommand(pid).includes(data)) {
    await rm(pidFile, { force: true });
    return null;
  }
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    sendSignal(pid, name);
    if (await waitForExit([pid], 10_000)) return pid;
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

function readCommand(pid: number): string {
  if (process.platform === 'linux') return readFirstLine(`/proc/${pid}/cmdline`);
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}

function readParentsFromProc(): (readonly [number, number])[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      // The program name is in parentheses and may contain blanks and parentheses: parse after the last one.
      const stat = readFirstLine(`/proc/${name}/stat`);
      return [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const;
    });
}

function readParentsFromPs(): (readonly [number, number])[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table.split('\n').map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return [pid ?? 0, parent ?? 0] as const;
  });
}
