import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

// Not /tmp: old files there are deleted, and the file of a rarely read table is old.
const PARENT_FOLDERS = ['/var/lib', '/var/tmp'];

/**
 * Creates a folder of root outside the checkout, which nobody else can list or change. Others may pass through it;
 * with `gid`, only members of that group.
 */
export async function createPrivateDirectory(
  name = randomBytes(8).toString('hex'),
  gid?: number,
): Promise<string> {
  let lastError: unknown;
  for (const parentFolder of PARENT_FOLDERS) {
    const folder = join(parentFolder, `tocsin-${name}`);
    try {
      await mkdir(folder);
      await chown(folder, 0, gid ?? 0);
      await chmod(folder, gid === undefined ? 0o711 : 0o710);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return checkPrivateDirectory(folder);
      lastError = error;
    }
  }
  throw new Error(`No folder for the files of PostgreSQL can be created in ${PARENT_FOLDERS.join(' or ')}`, {
    cause: lastError,
  });
}

/** Checks that the folder belongs to root and that nobody else can write to it: anybody can create folders in /var/tmp. */
export async function checkPrivateDirectory(folder: string): Promise<string> {
  const stats = await lstat(folder).catch(() => undefined);
  if (stats === undefined)
    throw new Error(`The folder ${folder} with the files of PostgreSQL does not exist any more`);
  if (stats.isDirectory() && stats.uid === 0 && (stats.mode & 0o022) === 0) return folder;
  throw new Error(
    `${folder} must be a folder that belongs to root and that nobody else can write to. Correct its permissions, or remove it`,
  );
}
