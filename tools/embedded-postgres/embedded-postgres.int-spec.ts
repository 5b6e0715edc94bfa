import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.js';
import { FolderInUseError } from './folder-lock.js';

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const [first] = (await client.query<Record<string, unknown>>(sql)).rows;
    return first && Object.values(first)[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe('EmbeddedPostgres', () => {
  let dataDir: string;
  let unexpectedExits: string[];
  const opened: EmbeddedPostgres[] = [];

  async function open(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const onUnexpectedExit = (reason: string) => void unexpectedExits.push(reason);
    const postgres = await EmbeddedPostgres.open({ dataDir, durable: false, onUnexpectedExit, ...options });
    opened.push(postgres);
    return postgres;
  }

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-postgres-'));
    await chmod(folder, 0o711);
    dataDir = join(folder, 'data');
    unexpectedExits = [];
  });

  afterEach(async () => {
    for (const postgres of opened.splice(0)) await postgres.close();
    await rm(join(dataDir, '..'), { recursive: true, force: true });
  });

  it('names the missing password file and leaves no server running', async () => {
    const postgres = await open();
    await postgres.start();
    const url = postgres.url();
    await postgres.stop();
    const file = join(postgres.dataDirectory, 'postgres-password');
    const password = await readFile(file, 'utf8');
    await rm(file);
    await expect(postgres.start()).rejects.toThrow(`${file} does not contain the password`);
    await expect(query(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    await writeFile(file, password);
    await postgres.start();
    expect(await query(postgres.url(), 'select 1')).toBe(1);
  });

  it('keeps data, port and password after a stop and a kill', async () => {
    const postgres = await open();
    await postgres.start();
    const url = postgres.url();
    await query(postgres.url(), 'create table kept as select 1 as n');
    await postgres.stop();
    await postgres.start();
    await query(postgres.url(), 'insert into kept values (2)');
    await postgres.kill();
    await postgres.start();
    expect(postgres.url()).toBe(url);
    expect(await query(postgres.url(), 'select sum(n)::int from kept')).toBe(3);
    expect(unexpectedExits).toEqual([]);
  });

  it('has the encoding, collation and listen address that Tocsin relies on', async () => {
    const postgres = await open();
    await postgres.start();
    expect(await query(postgres.url(), 'show server_encoding')).toBe('UTF8');
    expect(
      await query(postgres.url(), 'select datcollate from pg_database where datname = current_database()'),
    ).toBe('C.UTF-8');
    expect(await query(postgres.url(), 'show listen_addresses')).toBe('127.0.0.1');
    expect(await query(postgres.url(), 'show server_version_num')).toMatch(/^18/);
    expect(await query(postgres.url(), 'show fsync')).toBe('off');
    await expect(query(postgres.url().replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      /password/,
    );
  });

  it('is durable if it is told so, and keeps its files private', async () => {
    const postgres = await open({ durable: true, settings: { work_mem: '7MB' } });
    await postgres.start();
    expect(await query(postgres.url(), 'show fsync')).toBe('on');
    expect(await query(postgres.url(), 'show work_mem')).toBe('7MB');
    const modeOf = async (name: string) =>
      ((await stat(join(postgres.dataDirectory, name))).mode & 0o777).toString(8);
    expect(await modeOf('postgres')).toBe('700');
    expect(await modeOf('postgres-password')).toBe('600');
    expect(await modeOf('postgres.log')).toBe('600');
    expect((await stat(postgres.dataDirectory)).mode & 0o007).toBe(0);
  });

  it.runIf(process.getuid?.() === 0)(
    'uses another data directory for root if its own is not accessible',
    async () => {
      await chmod(join(dataDir, '..'), 0o700);
      const postgres = await open();
      expect(postgres.dataDirectory).toMatch(/^\/var\/(lib|tmp)\/tocsin-[0-9a-f]{16}$/);
      await postgres.start();
      expect(await query(postgres.url(), 'select 1')).toBe(1);
      expect((await stat(postgres.dataDirectory)).mode & 0o007).toBe(0);
      await postgres.close();
      await rm(postgres.dataDirectory, { recursive: true });
    },
  );

  it('refuses a folder that is in use', async () => {
    await open();
    await expect(open()).rejects.toThrow(FolderInUseError);
  });

  it('notices when the server dies', async () => {
    const postgres = await open();
    await postgres.start();
    const pid = Number(
      (await readFile(join(postgres.dataDirectory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
    );
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => unexpectedExits)
      .toEqual([expect.stringContaining('PostgreSQL was ended by SIGKILL')]);
  });

  it.runIf(existsSync('/usr/lib/postgresql/15/bin/postgres'))('runs another installation', async () => {
    const postgres = await open({ binaries: { bin: '/usr/lib/postgresql/15/bin' } });
    await postgres.start();
    expect(await query(postgres.url(), 'show server_version_num')).toMatch(/^15/);
  });
});
