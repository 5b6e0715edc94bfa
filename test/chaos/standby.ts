import { chmod, chown, cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverAccount } from '../../tools/embedded-postgres/account.js';
import type { Binaries } from '../../tools/embedded-postgres/binaries.js';
import { EmbeddedPostgres } from '../../tools/embedded-postgres/embedded-postgres.js';
import { createFolder } from '../../tools/embedded-postgres/data-directory.js';
import { NetworkProxy } from './network-proxy.js';
import { query } from './query.js';

export interface Standby {
  readonly postgres: EmbeddedPostgres;
  /** The network between standby and primary. Cutting it stops replication. */
  readonly link: NetworkProxy;
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a streaming standby. The primary is stopped while its files are copied. */
export async function startStandby(
  primary: EmbeddedPostgres,
  folder: string,
  binaries?: Binaries,
): Promise<Standby> {
  await primary.stop();
  const account = serverAccount();
  const standbyDirectory = await createFolder(folder, account);
  const data = join(standbyDirectory, 'postgres');
  for (const name of ['postgres', 'postgres-password'])
    await cp(join(primary.dataDirectory, name), join(standbyDirectory, name), { recursive: true });
  await chmod(data, 0o700);
  await writeFile(join(data, 'standby.signal'), '');
  if (account !== null) await chownAll(data, account.uid, account.gid);
  await primary.start();
  const url = new URL(primary.url());
  const link = await NetworkProxy.start(Number(url.port));
  const postgres = await EmbeddedPostgres.open({
    dataDir: standbyDirectory,
    durable: true,
    ...(binaries && { binaries }),
    settings: {
      primary_conninfo: `host=127.0.0.1 port=${link.port} user=${url.username} password=${url.password} application_name=standby`,
    },
  });
  await postgres.start();
  return {
    postgres,
    link,
    promote: async () => void (await query(postgres.url(), 'select pg_promote()')),
    close: async () => {
      link.close();
      await postgres.remove();
    },
  };
}

async function chownAll(path: string, uid: number, gid: number): Promise<void> {
  await chown(path, uid, gid);
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
}
