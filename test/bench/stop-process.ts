import { setTimeout as sleep } from 'node:timers/promises';

/** Sends SIGTERM to a process and waits until it has ended. */
export async function stopProcess(pid: number): Promise<void> {
  process.kill(pid);
  while (isAlive(pid)) await sleep(50);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
