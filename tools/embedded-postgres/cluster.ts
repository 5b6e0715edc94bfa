import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Account } from './account.js';
import type { Binaries } from './binaries.js';

export const SUPERUSER = 'tocsin';

/** The files of one cluster: `<dataDirectory>/postgres` belongs to PostgreSQL, the files beside it to the starter. */
export class Cluster {
  readonly data: string;
  readonly log: string;
  readonly passwordFile: string;

  constructor(
    readonly dataDirectory: string,
    private readonly account: Account | null,
  ) {
    this.data = join(dataDirectory, 'postgres');
    this.log = join(dataDirectory, 'postgres.log');
    this.passwordFile = join(dataDirectory, 'postgres-password');
  }

  /** Returns the password of the superuser. The first call generates and stores it. */
  async readOrCreatePassword(): Promise<string> {
    const path = this.passwordFile;
    const generated = randomBytes(24).toString('base64url');
    await writeFile(path, generated, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return readFile(path, 'utf8');
  }

  /** Returns the port of the last start if it is free, so that clients can keep the address; otherwise a new one. */
  async choosePort(): Promise<number> {
    const path = join(this.dataDirectory, 'postgres-port');
    let port = Number(await readFile(path, 'utf8').catch(() => '0'));
    // Below the ephemeral port range: an outgoing connection could otherwise take the port during a restart.
    for (let tries = 0; port === 0 || !(await isFree(port)); tries++) {
      if (tries === 50) throw new Error('No free port for PostgreSQL was found between 15000 and 32000');
      port = randomInt(15_000, 32_000);
    }
    await writeFile(path, String(port), { mode: 0o600 });
    return port;
  }

  /** Creates the cluster unless it exists. It is built in a draft directory, which is renamed when it is complete. */
  async initialise(binaries: Binaries, durable: boolean): Promise<void> {
    if (existsSync(join(this.data, 'PG_VERSION'))) return;
    const staleDrafts = (await readdir(this.dataDirectory)).filter((name) =>
      name.startsWith('postgres-draft-'),
    );
    for (const name of staleDrafts)
      await rm(join(this.dataDirectory, name), { recursive: true, force: true });
    const draft = join(this.dataDirectory, `postgres-draft-${process.pid}`);
    await mkdir(draft, { mode: 0o700 });
    const passwordFile = join(draft, 'password');
    await writeFile(passwordFile, await this.readOrCreatePassword(), { mode: 0o600 });
    if (this.account !== null) {
      for (const path of [passwordFile, draft]) await chown(path, this.account.uid, this.account.gid);
    }
    await this.initdb(binaries, [
      `--pgdata=${join(draft, 'data')}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...localeArguments(),
      ...(durable ? [] : ['--no-sync']),
    ]);
    await rename(join(draft, 'data'), this.data);
    await rm(draft, { recursive: true });
  }

  private initdb(binaries: Binaries, args: readonly string[]): Promise<void> {
    const options = { cwd: '/', env: {}, detached: true, ...this.account };
    const child = spawn(join(binaries.bin, 'initdb'), args, {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0
          ? resolve()
          : reject(new Error(`PostgreSQL could not create its cluster: ${output.trim()}`)),
      );
    });
  }
}

// Only glibc is certain to have C.UTF-8. Elsewhere the built-in locale of PostgreSQL sorts the same way.
const localeArguments = (): string[] =>
  process.platform === 'linux'
    ? ['--locale=C.UTF-8']
    : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
