import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

// Not a temporary folder: those are emptied of old files, and a table that is rarely read is an old file.
const places = ['/var/lib', '/var/tmp'];

/**
 * A folder of root's outside a closed checkout, which nobody else can list or change. To pass through it one
 * must be in the group `gid`, if that is given.
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
  throw new Error(`No folder for PostgreSQL's files can be made in ${places.join(' or ')}`, {
    cause: refused,
  });
}

/** Some of the places are everybody's: what lies there is ours only if nobody else could have put it there. */
export async function checkPrivateDirectory(folder: string): Promise<string> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) throw new Error(`${folder}, where PostgreSQL has its files, is gone`);
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder;
  throw new Error(`${folder} is not root's alone: remove it, or take write access from others`);
}
