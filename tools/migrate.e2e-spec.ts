import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import { freePort } from '#test/ports.js';
import { requireProgram } from '#test/requirements.js';
import { sql } from '#test/sql.js';
import { startTocsin, waitForExit } from '#test/tocsin.js';
import { builtFile } from './start/checkout.js';

const bin = '/usr/lib/postgresql/15/bin';

const run = (env: NodeJS.ProcessEnv, ...options: readonly string[]) =>
  promisify(execFile)(process.execPath, [builtFile('tools/migrate.js'), ...options], { env });

it('names the setting of a database that cannot be reached', async () => {
  const DATABASE_URL = `postgresql://tocsin@127.0.0.1:${await freePort()}/tocsin`;
  await expect(run({ PATH: process.env.PATH, DATABASE_URL })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^No connection to the database \(DATABASE_DIRECT_URL, else DATABASE_URL\): connect ECONNREFUSED 127\.0\.0\.1:\d+\n$/,
    ) as string,
  });
});

requireProgram(`${bin}/postgres`, 'apt-get install postgresql-15')('on PostgreSQL 15', () => {
  let folder: TestFolder;
  let postgres: EmbeddedPostgres;

  beforeAll(async () => {
    folder = await createTestFolder('test');
    postgres = await EmbeddedPostgres.open({
      dataDir: join(folder.path, 'data'),
      durable: false,
      binaries: { bin },
    });
    await postgres.start();
    await postgres.createDatabase('tocsin');
  });

  afterAll(async () => {
    await postgres.close();
    await folder.remove();
  });

  it('migrates once, however many try at the same time', async () => {
    const env = { PATH: process.env.PATH, DATABASE_URL: postgres.url('tocsin') };
    const migrate = async () => (await run(env)).stdout;
    const outputs = await Promise.all([migrate(), migrate(), migrate()]);
    expect(outputs.filter((output) => output.startsWith('Migrated:'))).toHaveLength(1);
    expect(outputs.filter((output) => output === 'The schema is up to date.\n')).toHaveLength(2);
  });

  it('distributes by the option only, not by the setting DB_DISTRIBUTED', async () => {
    const env = { PATH: process.env.PATH, DATABASE_URL: postgres.url('tocsin') };
    await expect(run(env, '--distribute', 'citus')).rejects.toThrow('--distribute citus needs the extension');
    await expect(run(env, '--distribute', 'else')).rejects.toThrow('--distribute must be citus');
    const { stdout, stderr } = await run({ ...env, DB_DISTRIBUTED: 'citus' });
    expect(stdout).toBe('The schema is up to date.\n');
    expect(stderr).toContain('DB_DISTRIBUTED is no longer a setting (replaced by --distribute citus');
  });

  it('npm start uses the given database and embeds none', async () => {
    const DATA_DIR = join(folder.path, 'start');
    const PORT = String(await freePort());
    const tocsin = startTocsin({ DATA_DIR, PORT, DATABASE_URL: postgres.url('tocsin') });
    try {
      await tocsin.waitUntilReady();
      expect(tocsin.processIds()).toHaveLength(3);
      expect((await fetch(`http://127.0.0.1:${PORT}/health/ready`)).status).toBe(200);
      const clients = await sql(postgres.url(), `select from pg_stat_activity where datname = 'tocsin'`);
      expect(clients.length).toBeGreaterThan(0);
    } finally {
      const family = tocsin.processIds();
      tocsin.signal('SIGTERM');
      expect(await tocsin.exit).toBe(0);
      await waitForExit(family);
    }
  });
});
