import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

export interface FolderLock {
  /**
   * Returns whether the locked file is still the one in the folder. If the folder was removed, the lock no longer
   * protects it.
   */
  isHeld(): boolean;
  release(): void;
}

/**
 * Locks a folder for this process until it is released or the process ends for any reason; `undefined` if another
 * process holds it. The lock is a kernel lock on a file in the folder, so it works between containers that share the
 * folder, and a paused process keeps it. Node has no API for file locks; SQLite provides one.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const path = join(folder, 'lock');
  try {
    return lockFile(path);
  } catch (error) {
    if (![SQLITE_CORRUPT, SQLITE_NOTADB].includes(codeOf(error))) throw error;
    // A damaged lock file is emptied; it holds no data. The file is not replaced, because another process may be
    // locking the same file now.
    truncateSync(path);
    return lockFile(path);
  }
}

function lockFile(path: string): FolderLock | undefined {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma busy_timeout = 0');
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (codeOf(error) === SQLITE_BUSY) return undefined;
    throw error;
  }
  const { ino, dev } = statSync(path);
  const isHeld = () => {
    const now = statSync(path, { throwIfNoEntry: false });
    return now?.ino === ino && now.dev === dev;
  };
  return { isHeld, release: () => database.close() };
}

function codeOf(error: unknown): number {
  return Number((error as { readonly errcode?: unknown }).errcode);
}
