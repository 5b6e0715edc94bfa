import { stat } from 'node:fs/promises';
import { listRefused } from './spool-files.js';
import { listFolders, SpoolFolder } from './spool-folder.js';

/**
 * Has the files that the database refused tried again, without a restart. They are moved to a folder that no process holds,
 * which a running process takes over within seconds, or else the next one at its start. Folders in use are not
 * changed otherwise, so this is safe beside running processes.
 * @returns the previous paths of the files
 * @throws when the folders cannot be read, or another user owns them: the processes could not read what this one creates
 */
export async function retryRefused(root: string): Promise<readonly string[]> {
  const found = (await Promise.all((await listFolders(root)).map(listRefused))).flat();
  if (found.length === 0) return [];
  for (const path of found) {
    const { uid } = await stat(path);
    if (process.getuid !== undefined && uid !== process.getuid())
      throw new Error(`${path} belongs to the user ${uid}: run this command as that user`);
  }
  // Refused files in this folder itself are made ordinary ones by opening it.
  const folder = await SpoolFolder.acquire(root);
  try {
    for (const path of found)
      await folder.files.moveHere(path).catch((error: NodeJS.ErrnoException) => {
        // Opening the folder, or another process at its start, has taken it.
        if (error.code !== 'ENOENT') throw error;
      });
  } finally {
    await folder.release();
  }
  return found;
}
