import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

// Not a temporary folder: those are emptied of old files, and a table that is rarely read is an old file.
const places = ['/var/lib', '/var/tmp'];

const pathIn = (place: string, name: string): string => join(place, `tocsin-${name}`);

export const isSheltered = (name: string): boolean => places.some((place) => existsSync(pathIn(place, name)));

/**
 * A folder that only root can change, for what must lie outside a closed checkout. Nobody can list it; to pass
 * through it one must be in the group `gid`, if that is given.
 */
export async function shelter(name: string, gid?: number): Promise<string> {
  let refused: unknown;
  for (const place of places) {
    const folder = pathIn(place, name);
    try {
      await mkdir(folder);
      await chown(folder, 0, gid ?? 0);
      await chmod(folder, gid === undefined ? 0o711 : 0o710);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        refused = error;
        continue;
      }
    }
    const found = await lstat(folder);
    if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
      throw new Error(`${folder} is not root's alone: remove it, or take write access from others`);
    }
    return folder;
  }
  throw new Error(`No folder for PostgreSQL's files can be made in ${places.join(' or ')}`, {
    cause: refused,
  });
}
