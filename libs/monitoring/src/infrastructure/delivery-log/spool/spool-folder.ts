import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { SegmentWriter } from '../segment-writer.js';
import { drainFile } from './drain-file.js';
import { holdFolder } from './hold-folder.js';
import { SpoolFiles, type SpoolFile } from './spool-files.js';
import { encodeRecord } from './spool-record.js';

const MOST_PROCESSES = 1_000;

/** The sub-folder of one process, held by it alone. */
export class SpoolFolder {
  private readonly logger = new Logger('Spool');

  private constructor(
    readonly path: string,
    readonly files: SpoolFiles,
    private readonly letGo: () => void,
  ) {}

  /** The first that nobody holds: after a restart that is the one from before. */
  static async take(root: string): Promise<SpoolFolder> {
    for (let number = 0; number < MOST_PROCESSES; number += 1) {
      const folder = await SpoolFolder.tryTake(join(root, String(number)));
      if (folder !== undefined) return folder;
    }
    throw new Error(`SPOOL_DIR ${root}: all sub-folders are held by other processes`);
  }

  /** Those of processes that are gone and left something. */
  static async *takeAbandoned(root: string): AsyncGenerator<SpoolFolder> {
    for (const name of (await readdir(root)).filter((each) => /^\d+$/.test(each))) {
      const path = join(root, name);
      if (!(await readdir(path)).some((file) => file.endsWith('.spool'))) continue;
      const folder = await SpoolFolder.tryTake(path);
      if (folder === undefined) continue;
      try {
        yield folder;
      } finally {
        await folder.release();
      }
    }
  }

  /** Writes a file into the log and removes it. @throws when the database is away */
  async drain(file: SpoolFile, writer: SegmentWriter): Promise<void> {
    const { deliveries, damaged, torn, refused } = await drainFile(file, writer);
    if (refused.length > 0) {
      const kept = `${file.path}.refused`;
      await writeFile(kept, Buffer.concat(refused.map(({ segment }) => encodeRecord(segment))), {
        mode: 0o600,
        flush: true,
      });
      this.logger.error(`${kept}: ${refused.length} segments cannot be brought in: ${refused[0]?.reason}`);
    }
    if (torn > 0)
      this.logger.warn(
        `${file.path}: the last ${torn} bytes were cut off, before anybody was told that they are kept`,
      );
    if (damaged > 0) {
      const kept = await this.files.putAside(file, 'damaged');
      this.logger.error(
        `${kept}: ${damaged} bytes of it are damaged; what is around them is in the database`,
      );
    } else {
      await this.files.remove(file);
    }
    this.logger.debug(`${deliveries} deliveries of ${file.path} are in the database`);
  }

  async release(): Promise<void> {
    await this.files.close();
    this.letGo();
  }

  private static async tryTake(path: string): Promise<SpoolFolder | undefined> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const letGo = holdFolder(path);
    return letGo && new SpoolFolder(path, await SpoolFiles.open(path), letGo);
  }
}
