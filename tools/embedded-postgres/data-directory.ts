import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, rmdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { messageOf } from '#shared/kernel/message-of.js';
import { canEnter, type Account } from './account.js';
import { checkPrivateDirectory, makePrivateDirectory } from './private-directory.js';

/** Creates `folder` unless it exists. Only its owner can read it; the group of `account` may pass through it. */
export async function makeFolder(folder: string, account: Account | null): Promise<string> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new Error(
      `The data folder cannot be created: ${messageOf(cause)}. Choose another one with DATA_DIR`,
      { cause },
    );
  });
  if (made !== undefined && account !== null) {
    await chown(folder, 0, account.gid);
    await chmod(folder, 0o710);
  }
  return realpath(folder);
}

/**
 * Returns the directory of the cluster: `dataDir` or, if the server's account cannot reach it (a checkout under /root), a
 * private directory, whose path is stored in `dataDir`. Removing `dataDir` therefore starts over, with new keys and no data.
 */
export async function dataDirectoryOf(dataDir: string, account: Account | null): Promise<string> {
  const directory = await makeFolder(resolve(dataDir), account);
  if (account === null) return directory;
  const note = join(directory, 'postgres-home');
  const noted = () => readFile(note, 'utf8').catch(() => null);
  const before = await noted();
  if (before !== null) return checkPrivateDirectory(before);
  if (canEnter(account, directory)) return directory;
  if (existsSync(join(directory, 'postgres'))) {
    throw new Error(
      `The account that PostgreSQL runs as can no longer access its data in ${directory}. Let it enter this folder and all folders above (chmod o+x)`,
    );
  }
  const privateDirectory = await makePrivateDirectory(undefined, account.gid);
  // If two starts run at the same time, the one that writes the file first decides for both.
  try {
    await writeFile(note, privateDirectory, { mode: 0o600, flag: 'wx' });
    return privateDirectory;
  } catch (error) {
    await rmdir(privateDirectory);
    const other = await noted();
    if (other === null) throw error;
    return checkPrivateDirectory(other);
  }
}
