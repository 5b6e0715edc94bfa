import { setTimeout as sleep } from 'node:timers/promises';

/** Asks a process of a stage to end, and waits until it has. */
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
