import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFile } from '../tools/start/checkout.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest, type AppUnderTestOptions } from './processes.js';

let database: TestDatabase;
let other: Server;
let taken: number;
const running: AppUnderTest[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  taken = (other.address() as { port: number }).port;
});
afterAll(async () => {
  other.close();
  await Promise.all(running.map((app) => app.kill()));
  await database.drop();
});

const urlWith = (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

async function startApp(
  start: typeof startApi,
  options: Partial<AppUnderTestOptions>,
): Promise<AppUnderTest> {
  const app = await start({ databaseUrl: database.url, ready: false, ...options });
  running.push(app);
  return app;
}

/** Returns the output of an app that cannot start, without the warning that the server of the tests is not durable. */
async function readStartError(
  start: typeof startApi,
  options: Partial<AppUnderTestOptions>,
): Promise<string> {
  const app = await startApp(start, options);
  expect(await app.exitMessage).toContain('1');
  return app.logs().replace(/^.*fsync and full_page_writes.*\n/m, '');
}

describe('one-line error of an app that cannot start', () => {
  it('reports a database that rejects the connection', async () => {
    const remedy = 'Correct DATABASE_URL, and DATABASE_DIRECT_URL if it is set.\n';
    const stranger = urlWith((url) => (url.username = 'nobody'));
    expect(await readStartError(startApi, { databaseUrl: stranger })).toMatch(
      new RegExp(`^The database refuses the connection: .*"nobody".*${remedy}$`),
    );
    const nowhere = urlWith((url) => (url.pathname = '/nowhere'));
    expect(await readStartError(startWorker, { databaseUrl: nowhere })).toBe(
      `The database refuses the connection: database "nowhere" does not exist. ${remedy}`,
    );
  });

  it('reports a missing plugin package', async () => {
    expect(await readStartError(startWorker, { env: { PLUGINS: './nope.js' } })).toMatch(
      /^PLUGINS: \.\/nope\.js cannot be loaded: Cannot find module '[^']*nope\.js'\n$/,
    );
  });

  it('reports a port in use and the setting of the port', async () => {
    const portError = (setting: string) =>
      `Port ${taken} on 127.0.0.1 is taken by another program; choose another one with ${setting}.\n`;
    const METRICS_PORT = String(taken);
    expect(await readStartError(startWorker, { env: { METRICS_PORT } })).toBe(portError('METRICS_PORT'));
    expect(await readStartError(startApi, { env: { METRICS_PORT } })).toContain(portError('METRICS_PORT'));
    expect(await readStartError(startApi, { env: { PORT: String(taken) } })).toBe(portError('PORT'));
  });

  it('reports an address that does not belong to this machine', async () => {
    expect(await readStartError(startWorker, { env: { HOST: '192.0.2.1' } })).toBe(
      'HOST 192.0.2.1 is not an address of this machine.\n',
    );
  });

  it('reports that npm run plugin needs a package', () => {
    const { status, stderr } = spawnSync(process.execPath, [builtFile('tools/plugin.js')], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      'Name at least one plugin package or module: npm run plugin -- ./plugin.js\n',
    ]);
  });
});

it('an app logs its address and the settings that it ignores', async () => {
  const app = await startApp(startApi, {
    ready: true,
    env: { HOST: '0.0.0.0', BODY_LIMITS: '1', LOG_PRETTY: 'true', PUBLIC_URL: 'https://tocsin.example.com' },
  });
  const { port } = new URL(app.url);
  await expect
    .poll(() => app.logs())
    .toContain(`listening on http://0.0.0.0:${port}; senders reach it at https://tocsin.example.com`);
  expect(app.logs()).toContain('BODY_LIMITS is no setting: was BODY_LIMIT meant?');
  await expect
    .poll(() => app.logs())
    .toContain('LOG_PRETTY is no longer a setting (fixed at: JSON, except on a terminal)');
  await app.kill();
});
