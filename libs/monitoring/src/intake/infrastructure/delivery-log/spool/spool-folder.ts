import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { statSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Logger } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import type { SegmentWriter } from '../segment-writer.js';
import { drainFile, UnreadableFileError, type DrainedFile } from './drain-file.js';
import { listRefused, SpoolFiles, type SpoolFile } from './spool-files.js';
import { encodeRecords } from './spool-record.js';

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

interface FolderLock {
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

const MAX_PROCESSES = 1_000;
/** The number of attempts to read a file before it is set aside: a disk may fail for a moment. */
const READ_ATTEMPTS = 5;
/** Large enough that the file system cannot store it in the inode, so that the probe needs a free block. */
const PROBE_DATA = Buffer.alloc(16 * 1024);

export interface DrainResult {
  readonly newest: Date | undefined;
  /** Acknowledged deliveries that cannot be read, as far as their number is known. */
  readonly lost: number;
}

/** The sub-folder of one process, which holds its lock. */
export class SpoolFolder {
  private readonly logger = new Logger('Spool');
  private readonly attempts = new WeakMap<SpoolFile, number>();

  private constructor(
    private folder: string,
    readonly files: SpoolFiles,
    private lock: FolderLock,
  ) {}

  /** Changes in {@link restoreIfRemoved} if another process holds the previous folder. */
  get path(): string {
    return this.folder;
  }

  /** Takes the first folder that no process holds. After a restart that is usually the same one. */
  static async acquire(root: string): Promise<SpoolFolder> {
    for (let number = 0; number < MAX_PROCESSES; number += 1) {
      const folder = await SpoolFolder.tryAcquire(join(root, String(number)));
      if (folder !== undefined) return folder;
    }
    throw new Error(`SPOOL_DIR ${root}: all sub-folders are held by other processes`);
  }

  /**
   * Takes the folders that ended processes left with files in them. The caller releases them.
   * @param withRefused also those that only have files that the database refused, which are then tried again
   */
  static async *acquireAbandoned(root: string, withRefused: boolean): AsyncGenerator<SpoolFolder> {
    for (const path of await listFolders(root)) {
      if (!(await hasFiles(path)) && !(withRefused && (await listRefused(path)).length > 0)) continue;
      const folder = await SpoolFolder.tryAcquire(path);
      if (folder !== undefined) yield folder;
    }
  }

  /**
   * Restores the folder and its files if somebody removed them. A removed file can be read as long as it is open.
   * @param allFiles checks each file; otherwise only the current one
   * @returns whether anything was missing
   * @throws when it cannot be restored
   */
  async restoreIfRemoved(allFiles: boolean): Promise<boolean> {
    if (!this.lock.isHeld()) await this.reacquireLock();
    else if (!(await this.files.hasRemovedFiles(allFiles))) return false;
    const restored = await this.files.restore(this.folder);
    this.logger.error(
      `${this.folder}: the folder or files in it were removed; ${restored} files were restored`,
    );
    return true;
  }

  /**
   * Checks that the folder is writable.
   * @throws when it is not, or when a file whose deliveries are in the database cannot be removed
   */
  async probe(): Promise<void> {
    const path = join(this.folder, 'probe');
    await writeFile(path, PROBE_DATA, { mode: 0o600, flush: true });
    await rm(path);
    await this.files.removeObsolete();
  }

  /**
   * Writes the deliveries of a file to the delivery log and removes the file.
   * @throws when the database is unavailable or the file cannot be read at the moment
   */
  async drain(file: SpoolFile, writer: SegmentWriter): Promise<DrainResult> {
    try {
      const drained = await drainFile(file, writer);
      await this.saveRefused(file, drained, writer);
      await this.removeDrained(file, drained);
      this.logger.debug(`${drained.deliveries} deliveries of ${file.path} are in the database`);
      return { newest: drained.newest, lost: drained.lost ?? 0 };
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      const attempts = (this.attempts.get(file) ?? 0) + 1;
      this.attempts.set(file, attempts);
      if (attempts < READ_ATTEMPTS) throw error;
      const asidePath = await this.files.setAside(file, 'unreadable');
      this.logger.error(
        `${asidePath}: ${formatCount(file.deliveries)} cannot be read: ${getLogMessage(error.cause)}`,
      );
      return { newest: undefined, lost: file.deliveries ?? 0 };
    }
  }

  async release(): Promise<void> {
    await this.files.close();
    this.lock.release();
  }

  private async saveRefused(
    { path, deliveries }: SpoolFile,
    { refused, segments }: DrainedFile,
    writer: SegmentWriter,
  ): Promise<void> {
    const asidePath = `${path}.refused`;
    const refusedSegments = refused.map(({ segment }) => segment);
    if (refused.length > 0) {
      // Complete from the first moment, because a retry may take it at any time.
      await writeFile(`${asidePath}.draft`, encodeRecords(refusedSegments), { mode: 0o600, flush: true });
      await rename(`${asidePath}.draft`, asidePath);
    }
    // A file of an earlier run, or one that is tried again, may have segments that were refused before.
    if (refused.length > 0 || deliveries === undefined)
      await writer.recordKept(segments, refusedSegments, `${hostname()}:${asidePath}`);
    if (refused.length === 0) return;
    this.logger.error(
      `${asidePath}: ${refused.length} segments cannot be stored in the database: ${refused[0]?.reason}`,
    );
  }

  private async removeDrained(file: SpoolFile, { damaged, torn, lost }: DrainedFile): Promise<void> {
    if (damaged > 0 || lost !== 0) {
      const asidePath = await this.files.setAside(file, 'damaged');
      this.logger.error(
        `${asidePath}: ${formatCount(lost)} cannot be read, ${damaged + torn} bytes are damaged or cut off; the rest of the file is in the database`,
      );
    } else if (torn > 0) {
      const kept = await this.files.setAside(file, 'torn');
      this.logger.warn(
        `${kept}: the last ${torn} bytes are an incomplete record, whose deliveries were not acknowledged`,
      );
    } else await this.files.remove(file);
  }

  private async reacquireLock(): Promise<void> {
    const root = dirname(this.folder);
    for (let number = 0; number < MAX_PROCESSES; number += 1) {
      const path = number === 0 ? this.folder : join(root, String(number - 1));
      await mkdir(path, { recursive: true, mode: 0o700 });
      const lock = lockFolder(path);
      if (lock === undefined) continue;
      if (path !== this.folder && (await hasFiles(path))) lock.release();
      else {
        this.lock.release();
        [this.folder, this.lock] = [path, lock];
        return;
      }
    }
    throw new Error('all sub-folders are held by other processes');
  }

  private static async tryAcquire(path: string): Promise<SpoolFolder | undefined> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const lock = lockFolder(path);
    return lock && new SpoolFolder(path, await SpoolFiles.open(path), lock);
  }
}

/** Returns the sub-folders of all processes, also of those that have ended. */
export async function listFolders(root: string): Promise<string[]> {
  return (await readdir(root)).filter((name) => /^\d+$/.test(name)).map((name) => join(root, name));
}

async function hasFiles(path: string): Promise<boolean> {
  return (await readdir(path)).some((file) => file.endsWith('.spool'));
}

function formatCount(deliveries: number | undefined): string {
  return deliveries === undefined
    ? 'an unknown number of deliveries that may have been acknowledged'
    : `${deliveries} deliveries that were acknowledged`;
}
