import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

/**
 * Holds a folder for this process until it is let go or the process is gone, however it goes; `undefined` where
 * another one holds it. The lock is the kernel's, on a file in the folder, so that it also holds between containers
 * that share the folder and is kept by a process that is only paused. Node has no call for that, SQLite does it.
 */
export function holdFolder(folder: string): (() => void) | undefined {
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec('pragma busy_timeout = 0');
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === BUSY) return undefined;
    throw error;
  }
}
