import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

export interface HeldFolder {
  /** Whether the file that is locked still is the one in the folder: with the folder, the lock may have been removed. */
  isHeld(): boolean;
  letGo(): void;
}

/**
 * Holds a folder for this process until it is let go or the process is gone, however it goes; `undefined` where
 * another one holds it. The lock is the kernel's, on a file in the folder, so that it also holds between containers
 * that share the folder and is kept by a process that is only paused. Node has no call for that, SQLite does it.
 */
export function holdFolder(folder: string): HeldFolder | undefined {
  const path = join(folder, 'lock');
  try {
    return lock(path);
  } catch (error) {
    if (![CORRUPT, NOT_A_DATABASE].includes(codeOf(error))) throw error;
    // Nothing is kept in it, and who reads it holds no lock on it. It stays the same file: another process may be here, too.
    truncateSync(path);
    return lock(path);
  }
}

function lock(path: string): HeldFolder | undefined {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma busy_timeout = 0');
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (codeOf(error) === BUSY) return undefined;
    throw error;
  }
  const { ino, dev } = statSync(path);
  const isHeld = () => {
    const now = statSync(path, { throwIfNoEntry: false });
    return now?.ino === ino && now.dev === dev;
  };
  return { isHeld, letGo: () => database.close() };
}

function codeOf(error: unknown): number {
  return Number((error as { readonly errcode?: unknown }).errcode);
}
