import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEFAULT_SIZE_MB = 16;

const mountImage = (image: string, path: string) => {
  execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, path], { stdio: 'pipe' });
  const device = execFileSync('findmnt', ['-n', '-o', 'SOURCE', path], { encoding: 'utf8' }).trim();
  return device.replace('/dev/', '');
};

/** An ext4 image that can fill up or fail. After a failure the kernel makes it read-only, as after a disk error. */
export class FailingDisk {
  private constructor(
    readonly path: string,
    private readonly image: string,
    private device: string,
  ) {}

  /** Returns `undefined`, and prints a line, if this account may not mount. */
  static async mount(folder: string, megabytes = DEFAULT_SIZE_MB): Promise<FailingDisk | undefined> {
    const [image, path] = [join(folder, 'disk.img'), join(folder, 'disk')];
    try {
      await mkdir(path);
      execFileSync('truncate', ['-s', `${megabytes}M`, image]);
      execFileSync('mkfs.ext4', ['-q', image], { stdio: 'pipe' });
      return new FailingDisk(path, image, mountImage(image, path));
    } catch {
      process.stderr.write('Skipped, as no disk can be mounted here: run it as root\n');
      return undefined;
    }
  }

  /** Writes files until no free block is left. */
  async fill(): Promise<void> {
    await mkdir(join(this.path, 'filler'), { recursive: true });
    for (let bytes = 1024 * 1024; bytes >= 1024; bytes /= 4) {
      for (let n = 0, hasSpace = true; hasSpace; n += 1) {
        const path = join(this.path, 'filler', `${bytes}-${n}`);
        hasSpace = await writeFile(path, Buffer.alloc(bytes), { flush: true }).then(
          () => true,
          () => false,
        );
      }
    }
  }

  async empty(): Promise<void> {
    await rm(join(this.path, 'filler'), { recursive: true, force: true });
  }

  /** Makes the disk read-only until `repair`. */
  async fail(): Promise<void> {
    await writeFile(join('/sys/fs/ext4', this.device, 'trigger_fs_error'), 'test');
  }

  /** @throws while a process has files open on the disk */
  repair(): void {
    execFileSync('umount', [this.path], { stdio: 'pipe' });
    // Exit code 1: errors were corrected.
    const { status } = spawnSync('e2fsck', ['-f', '-y', this.image], { stdio: 'ignore' });
    if (status === null || status > 1) throw new Error(`e2fsck ended with ${status}`);
    this.device = mountImage(this.image, this.path);
  }

  async remove(): Promise<void> {
    // Lazy: a process with open files may still be ending.
    execFileSync('umount', ['-l', this.path]);
    await rm(this.image);
    if ((await readdir(this.path)).length === 0) await rm(this.path, { recursive: true });
  }
}
