import { open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** A file is removed as a whole once all of it is in the database, so many small ones give room back sooner. */
const FILE_BYTES = 8 * 1024 * 1024;
const NAME = /^(\d{10})\.spool(\.refused|\.damaged)?$/;

export interface SpoolFile {
  readonly path: string;
  readonly bytes: number;
}

/** The numbered files of one spool, oldest first. A crash's last file is never written to again. */
export class SpoolFiles {
  private handle: FileHandle | undefined;
  private current: { readonly path: string; bytes: number } | undefined;
  private number = 0;

  private constructor(
    private readonly folder: string,
    private closed: SpoolFile[],
  ) {}

  static async open(folder: string): Promise<SpoolFiles> {
    const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
    const paths = names.filter((name) => name.endsWith('.spool')).map((name) => join(folder, name));
    const found = await Promise.all(paths.map(async (path) => ({ path, bytes: (await stat(path)).size })));
    const files = new SpoolFiles(folder, found);
    // A number is not given again either while something of it is put aside.
    files.number = Number(NAME.exec(names.at(-1) ?? '')?.[1] ?? 0);
    return files;
  }

  get bytes(): number {
    return this.closed.reduce((sum, { bytes }) => sum + bytes, this.current?.bytes ?? 0);
  }

  get isEmpty(): boolean {
    return this.closed.length === 0 && this.current === undefined;
  }

  /**
   * On disk when it resolves.
   * @throws when the disk is full or gone; the file is left alone then, with what was written before.
   */
  async append(records: Buffer): Promise<void> {
    if (this.current === undefined || this.current.bytes > FILE_BYTES) await this.startFile();
    try {
      if (!this.handle || !this.current) throw new Error('no file');
      const { bytesWritten } = await this.handle.write(records, 0, records.length, this.current.bytes);
      if (bytesWritten < records.length) throw new Error('The disk took only a part');
      await this.handle.datasync();
      this.current.bytes += records.length;
    } catch (error) {
      await this.abandonFile();
      throw error;
    }
  }

  /** The oldest; the one that is being written only when there is no other, and then no longer written to. */
  async takeOldest(): Promise<SpoolFile | undefined> {
    if (this.closed.length === 0 && this.current !== undefined) await this.closeFile();
    return this.closed[0];
  }

  async remove(file: SpoolFile): Promise<void> {
    await rm(file.path, { force: true });
    this.closed = this.closed.filter((each) => each !== file);
  }

  /** For somebody to look at; its name is not given again. Returns its new path. */
  async putAside(file: SpoolFile, why: 'damaged'): Promise<string> {
    const path = `${file.path}.${why}`;
    await rename(file.path, path);
    this.closed = this.closed.filter((each) => each !== file);
    return path;
  }

  async close(): Promise<void> {
    await this.closeFile();
  }

  private async startFile(): Promise<void> {
    await this.closeFile();
    this.number += 1;
    const path = join(this.folder, `${String(this.number).padStart(10, '0')}.spool`);
    this.handle = await open(path, 'wx', 0o600);
    this.current = { path, bytes: 0 };
    // The name of the file must survive as well as what is in it.
    const folder = await open(this.folder);
    await folder.datasync().finally(() => folder.close());
  }

  private async closeFile(): Promise<void> {
    const { handle, current } = this;
    this.handle = undefined;
    this.current = undefined;
    if (current !== undefined) this.closed.push(current);
    await handle?.close();
  }

  /** What was cut off must not stand before what comes next. */
  private async abandonFile(): Promise<void> {
    const { handle, current } = this;
    if (current !== undefined) await handle?.truncate(current.bytes).catch(() => undefined);
    await this.closeFile().catch(() => undefined);
  }
}

export async function readSpoolFile({ path }: SpoolFile): Promise<Buffer> {
  return readFile(path);
}
