import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canEnter, type Account } from './account.js';
import { isSheltered, shelter } from './shelter.js';

/** Makes `folder` if it is not there: its owner's alone, but for the server's way through. */
export async function makeFolder(folder: string, account: Account | null): Promise<string> {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined && account !== null) {
    await chown(folder, 0, account.gid);
    await chmod(folder, 0o710);
  }
  return realpath(folder);
}

/**
 * Where the cluster of `dataDir` lives: in it, or, if the server's account cannot reach it (a checkout under
 * /root), in a folder of its own that is found again by the name of `dataDir`.
 */
export async function clusterHome(dataDir: string, account: Account | null): Promise<string> {
  const home = await makeFolder(resolve(dataDir), account);
  if (account === null) return home;
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const reachable = canEnter(account, home);
  if (existsSync(join(home, 'postgres'))) {
    if (reachable) return home;
    throw new Error(
      `The account PostgreSQL runs as can no longer reach its data in ${home}: open the way to it`,
    );
  }
  return reachable && !isSheltered(name) ? home : shelter(name, account.gid);
}
