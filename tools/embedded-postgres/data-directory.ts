import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, rmdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { canEnter, type Account } from './account.js';
import { checkPrivateDirectory, createPrivateDirectory } from './private-directory.js';

/** Creates `folder` unless it exists. Only its owner can read it; the group of `account` may pass through it. */
export async function createFolder(folder: string, account: Account | null): Promise<string> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new Error(
      `The data folder cannot be created: ${getLogMessage(cause)}. Choose another one with DATA_DIR`,
      { cause },
    );
  });
  if (created !== undefined && account !== null) {
    await chown(folder, 0, account.gid);
    await chmod(folder, 0o710);
  }
  return realpath(folder);
}

/**
 * Returns the directory of the cluster: `dataDir` or, if the server's account cannot reach it (a checkout under /root), a
 * private directory, whose path is stored in `dataDir`. Removing `dataDir` therefore starts over, with new keys and no data.
 */
export async function resolveDataDirectory(dataDir: string, account: Account | null): Promise<string> {
  const directory = await createFolder(resolve(dataDir), account);
  if (account === null) return directory;
  const pointerFile = join(directory, 'postgres-home');
  const readPointer = () => readFile(pointerFile, 'utf8').catch(() => null);
  const existing = await readPointer();
  if (existing !== null) return checkPrivateDirectory(existing);
  if (canEnter(account, directory)) return directory;
  if (existsSync(join(directory, 'postgres'))) {
    throw new Error(
      `The account that PostgreSQL runs as can no longer access its data in ${directory}. Let it enter this folder and all folders above (chmod o+x)`,
    );
  }
  const privateDirectory = await createPrivateDirectory(undefined, account.gid);
  // If two starts run at the same time, the one that writes the file first decides for both.
  try {
    await writeFile(pointerFile, privateDirectory, { mode: 0o600, flag: 'wx' });
    return privateDirectory;
  } catch (error) {
    await rmdir(privateDirectory);
    const concurrent = await readPointer();
    if (concurrent === null) throw error;
    return checkPrivateDirectory(concurrent);
  }
}
