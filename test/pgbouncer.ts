import { spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryPort } from '../tools/start/ports.js';
import { until } from './client.js';
import { freePort } from './ports.js';
import { findProgram } from './requirements.js';

export interface PgBouncer {
  /** The URL of the database through the pooler. */
  readonly url: string;
  stop(): void;
}

/** Starts PgBouncer, by default in transaction mode. */
export async function startPgBouncer(
  folder: string,
  databaseUrl: string,
  poolSize: number,
  mode: 'transaction' | 'statement' = 'transaction',
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const listen = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  const target = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  await writeFile(
    config,
    `[databases]
tocsin = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
server_login_retry = 1
max_client_conn = 500
`,
  );
  await chmod(folder, 0o755);
  await chmod(config, 0o644);
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn(findProgram('pgbouncer') ?? '', ['-q', ...account, config], { stdio: 'inherit' });
  await until(
    async () =>
      tryPort('127.0.0.1', listen).then(
        () => false,
        () => true,
      ),
    Boolean,
  );
  return {
    url: `postgresql://anyone@127.0.0.1:${listen}/tocsin`,
    stop: () => pooler.kill('SIGKILL'),
  };
}
