import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverAccount } from '../tools/embedded-postgres/account.js';

/** A small tmpfs that can fill up. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** @throws if this account may not mount */
  static async mount(path: string, megabytes: number): Promise<SmallDisk> {
    await mkdir(path);
    const { uid, gid } = serverAccount() ?? { uid: process.getuid?.(), gid: process.getgid?.() };
    const options = `size=${megabytes}m,uid=${uid},gid=${gid},mode=0700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' });
    return new SmallDisk(path);
  }

  /** Writes files until no space is left. */
  async fill(): Promise<void> {
    const megabyte = Buffer.alloc(1024 * 1024);
    for (let bytes = megabyte.length; bytes >= 1024; bytes = Math.floor(bytes / 2)) {
      for (let n = 0; ; n += 1) {
        const path = join(this.path, `filler-${bytes}-${n}`);
        const isWritten = await writeFile(path, megabyte.subarray(0, bytes)).then(
          () => true,
          () => false,
        );
        if (!isWritten) break;
      }
    }
  }

  async empty(): Promise<void> {
    execFileSync('find', [this.path, '-maxdepth', '1', '-name', 'filler-*', '-delete']);
  }

  async remove(): Promise<void> {
    execFileSync('umount', ['-l', this.path]);
    await rm(this.path, { recursive: true });
  }
}

/** Returns whether this account may mount. If not, prints a line; tests that need it are skipped. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'pipe' });
    return true;
  } catch {
    process.stderr.write('Skipped, as no disk can be mounted here: run it as root\n');
    return false;
  }
}
