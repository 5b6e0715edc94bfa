import { open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The size at which a new file is started. A file is removed when all of it is in the database, so small files free
 * disk space sooner.
 */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const FILE_NAME = /^(\d{10})\.spool(\.refused|\.damaged|\.torn|\.unreadable)?$/;
/** The maximum number of files that are kept open, so that they can still be read if somebody removes them. */
const MAX_OPEN_FILES = 64;

export type SetAsideReason = 'refused' | 'damaged' | 'torn' | 'unreadable';

export interface SpoolFile {
  readonly path: string;
  readonly bytes: number;
  /** Acknowledged deliveries in the file; `undefined` if another process wrote it. */
  readonly deliveries: number | undefined;
  readonly handle: FileHandle | undefined;
}

type OpenSpoolFile = { -readonly [key in keyof SpoolFile]: SpoolFile[key] } & {
  deliveries: number;
  handle: FileHandle;
};

/** The numbered files of one spool, oldest first. The last file of a crashed process is never appended to. */
export class SpoolFiles {
  private current: OpenSpoolFile | undefined;
  private number = 0;
  /** Files whose segments are in the database and which could not be removed yet. */
  private obsoletePaths: string[] = [];

  private constructor(
    private folder: string,
    private closed: SpoolFile[],
  ) {}

  static async open(folder: string): Promise<SpoolFiles> {
    // The reason may have been the release or a setting.
    for (const path of await listRefused(folder)) await rename(path, withoutReason(path));
    const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).toSorted();
    const found: SpoolFile[] = [];
    for (const name of names.filter((each) => each.endsWith('.spool'))) {
      const path = join(folder, name);
      const { size: bytes } = await stat(path);
      // A file that cannot be opened now is opened again when it is read.
      const handle = found.length < MAX_OPEN_FILES ? await open(path).catch(() => undefined) : undefined;
      found.push({ path, bytes, deliveries: undefined, handle });
    }
    const files = new SpoolFiles(folder, found);
    // Numbers of files that were set aside are not reused.
    files.number = Number(FILE_NAME.exec(names.at(-1) ?? '')?.[1] ?? 0);
    return files;
  }

  get bytes(): number {
    return this.closed.reduce((sum, { bytes }) => sum + bytes, this.current?.bytes ?? 0);
  }

  get isEmpty(): boolean {
    return this.closed.length === 0 && this.current === undefined;
  }

  /** Returns the number of deliveries in the current file, and starts a new file if that is full. */
  async prepareAppend(): Promise<number> {
    if (this.current === undefined || this.current.bytes > MAX_FILE_BYTES) await this.startFile();
    return this.current?.deliveries ?? 0;
  }

  /**
   * Appends to the file whose count {@link prepareAppend} returned. The records are on disk when it resolves.
   * @throws when the disk is full or missing. The file is then closed and keeps what was written before.
   */
  async append(records: Buffer, deliveries: number): Promise<void> {
    const { current } = this;
    if (current === undefined) throw new Error('no file');
    try {
      const { bytesWritten } = await current.handle.write(records, 0, records.length, current.bytes);
      if (bytesWritten < records.length) throw new Error('only a part of the data was written to the disk');
      await current.handle.datasync();
    } catch (error) {
      // A partial record must not stay in front of later ones.
      await current.handle.truncate(current.bytes).catch(() => undefined);
      this.closeFile();
      throw error;
    }
    current.bytes += records.length;
    current.deliveries += deliveries;
  }

  /**
   * Returns whether a file was removed or replaced.
   * @param allFiles also checks the closed files
   */
  async hasRemovedFiles(allFiles: boolean): Promise<boolean> {
    const { current } = this;
    const checkedFiles = [...(allFiles ? this.closed : []), ...(current === undefined ? [] : [current])];
    for (const file of checkedFiles) if (await isRemoved(file)) return true;
    return false;
  }

  /**
   * Writes removed files again, as far as they are still open.
   * @throws when they cannot be written
   */
  async restore(folder: string): Promise<number> {
    this.folder = folder;
    this.closeFile(true);
    let restored = 0;
    for (const file of this.closed) {
      if (file.handle === undefined || !(await isRemoved(file))) continue;
      const copy = await this.copy(file, file.handle);
      await file.handle.close();
      this.closed = this.closed.map((each) => (each === file ? copy : each));
      restored += 1;
    }
    await this.syncFolder();
    return restored;
  }

  /** Returns the oldest file. The current file is returned only if there is no other, and is closed first. */
  takeOldest(): SpoolFile | undefined {
    if (this.closed.length === 0) this.closeFile();
    return this.closed[0];
  }

  /** Removes a file whose deliveries are in the database. If the disk fails, the file is removed later. */
  async remove(file: SpoolFile): Promise<void> {
    await this.closeAndForget(file);
    this.obsoletePaths.push(file.path);
    await this.removeObsolete().catch(() => undefined);
  }

  /** @throws when a file whose deliveries are in the database cannot be removed */
  async removeObsolete(): Promise<void> {
    for (const path of this.obsoletePaths) {
      await rm(path, { force: true });
      this.obsoletePaths = this.obsoletePaths.filter((each) => each !== path);
    }
  }

  /** Renames a file for an operator to inspect. Returns its new path, or the old one if renaming fails. */
  async setAside(file: SpoolFile, reason: SetAsideReason): Promise<string> {
    await this.closeAndForget(file);
    const path = `${file.path}.${reason}`;
    return rename(file.path, path).then(
      () => path,
      () => file.path,
    );
  }

  async close(): Promise<void> {
    this.closeFile();
    await Promise.all(this.closed.map(({ handle }) => handle?.close().catch(() => undefined)));
  }

  private async closeAndForget(file: SpoolFile): Promise<void> {
    if (!this.closed.includes(file)) return;
    this.closed = this.closed.filter((each) => each !== file);
    await file.handle?.close().catch(() => undefined);
  }

  /** Moves a file of another folder here, under the next number. */
  async moveHere(path: string): Promise<void> {
    await rename(path, this.nextPath());
    await this.syncFolder();
  }

  private async startFile(): Promise<void> {
    this.closeFile();
    const path = this.nextPath();
    this.current = { path, bytes: 0, deliveries: 0, handle: await open(path, 'wx+', 0o600) };
    // The folder is synced as well: after a crash, the file must still have its name.
    await this.syncFolder();
  }

  private nextPath(): string {
    this.number += 1;
    return join(this.folder, `${String(this.number).padStart(10, '0')}.spool`);
  }

  private async syncFolder(): Promise<void> {
    const folder = await open(this.folder);
    await folder.datasync().finally(() => folder.close());
  }

  private closeFile(keepOpen = false): void {
    const { current } = this;
    if (current === undefined) return;
    this.current = undefined;
    if (current.bytes === 0) return this.discard(current);
    const isOverLimit =
      !keepOpen && this.closed.filter(({ handle }) => handle !== undefined).length >= MAX_OPEN_FILES;
    if (isOverLimit) void current.handle.close().catch(() => undefined);
    this.closed.push({ ...current, handle: isOverLimit ? undefined : current.handle });
  }

  private discard({ path, handle }: OpenSpoolFile): void {
    this.obsoletePaths.push(path);
    void handle.close().catch(() => undefined);
  }

  private async copy(file: SpoolFile, from: FileHandle): Promise<SpoolFile> {
    const bytes = await readAll(from);
    const isPathFree = (await stat(file.path).catch(() => undefined)) === undefined;
    const path = isPathFree && dirname(file.path) === this.folder ? file.path : this.nextPath();
    const handle = await open(`${path}.draft`, 'w+', 0o600);
    try {
      await handle.write(bytes, 0, bytes.length, 0);
      await handle.datasync();
      await rename(`${path}.draft`, path);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return { ...file, path, handle };
  }
}

const withoutReason = (path: string) => path.replace(/\.refused$/, '');

/** Returns the files that the database refused, except for those whose original is still being drained. */
export async function listRefused(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => FILE_NAME.exec(name)?.[2] === '.refused' && !names.includes(withoutReason(name)))
    .map((name) => join(folder, name));
}

async function isRemoved({ path, handle }: SpoolFile): Promise<boolean> {
  if (handle === undefined) return false;
  const [openStat, pathStat] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)]);
  return openStat.ino !== pathStat?.ino || openStat.dev !== pathStat.dev;
}

async function readAll(handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat();
  const bytes = Buffer.alloc(size);
  let length = 0;
  for (let read = 1; read > 0 && length < size; length += read)
    ({ bytesRead: read } = await handle.read(bytes, length, size - length, length));
  return bytes.subarray(0, length);
}

export async function readSpoolFile({ path, handle }: SpoolFile): Promise<Buffer> {
  return handle === undefined ? readFile(path) : readAll(handle);
}
