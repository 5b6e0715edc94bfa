import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

// Not /tmp: old files there are deleted, and the file of a rarely read table is old.
const places = ['/var/lib', '/var/tmp'];

/**
 * Creates a folder of root outside the checkout, which nobody else can list or change. Others may pass through it;
 * with `gid`, only members of that group.
 */
export async function makePrivateDirectory(
  name = randomBytes(8).toString('hex'),
  gid?: number,
): Promise<string> {
  let refused: unknown;
  for (const place of places) {
    const folder = join(place, `tocsin-${name}`);
    try {
      await mkdir(folder);
      await chown(folder, 0, gid ?? 0);
      await chmod(folder, gid === undefined ? 0o711 : 0o710);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return checkPrivateDirectory(folder);
      refused = error;
    }
  }
  throw new Error(`No folder for the files of PostgreSQL can be created in ${places.join(' or ')}`, {
    cause: refused,
  });
}

/** Checks that the folder belongs to root and that nobody else can write to it: anybody can create folders in /var/tmp. */
export async function checkPrivateDirectory(folder: string): Promise<string> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined)
    throw new Error(`The folder ${folder} with the files of PostgreSQL does not exist any more`);
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder;
  throw new Error(
    `${folder} must be a folder that belongs to root and that nobody else can write to. Correct its permissions, or remove it`,
  );
}
