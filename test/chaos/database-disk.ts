import { execFileSync } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { serverAccount } from '../../tools/embedded-postgres/account.js';
import { query } from './query.js';

const SIZE_MB = 4_096;

/** A tmpfs for the tables, which can fill up while the server keeps running, because its WAL is on another disk. */
export class DatabaseDisk {
  private constructor(private readonly path: string) {}

  /** Must be called on an empty database. Returns `undefined`, and prints a line, if this account may not mount. */
  static async mount(maintenanceUrl: string, folder: string): Promise<DatabaseDisk | undefined> {
    const path = join(folder, 'tables');
    const { uid, gid } = serverAccount() ?? { uid: process.getuid?.(), gid: process.getgid?.() };
    const options = `size=${SIZE_MB}m,uid=${uid},gid=${gid},mode=0700`;
    try {
      await mkdir(path);
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' });
    } catch {
      process.stderr.write('No disk can be mounted here: that of the database will not be full\n');
      return undefined;
    }
    const disk = new DatabaseDisk(path);
    try {
      await query(maintenanceUrl, `create tablespace tables location '${path}'`);
      await query(maintenanceUrl, 'alter database tocsin set tablespace tables');
    } catch (error) {
      await disk.remove();
      throw error;
    }
    return disk;
  }

  /** Shrinks the disk to the space in use. */
  async fill(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const { blocks, bfree, bsize } = await statfs(this.path);
      try {
        this.resize(`${((blocks - bfree) * bsize) / 1024}k`);
        return;
      } catch (error) {
        // More has been written in the meantime: try again.
        if (tries === 20) throw error;
      }
    }
  }

  empty(): void {
    this.resize(`${SIZE_MB}m`);
  }

  async remove(): Promise<void> {
    execFileSync('umount', ['-l', this.path]);
  }

  private resize(size: string): void {
    execFileSync('mount', ['-o', `remount,size=${size}`, this.path], { stdio: 'pipe' });
  }
}
