import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from './client.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { freePort } from './ports.js';
import { sql } from './sql.js';

const run = promisify(execFile);
const HOST = '127.0.0.1';
export const REDIS_PASSWORD = 'p@ss of the queues';

/** The servers of the queues of a test. */
export interface QueueServers {
  readonly env: Readonly<Record<string, string>>;
  /** Deletes all jobs in PostgreSQL, or all data in Redis. */
  wipe(): Promise<void>;
  /** Returns the names of the keys or rows that it stores for a queue. */
  contents(queue: string): Promise<string>;
  close(): Promise<void>;
}

export function postgresQueues(databaseUrl: string): QueueServers {
  return {
    env: {},
    wipe: async () => void (await sql(databaseUrl, 'delete from bullmq.job')),
    contents: async (queue) => {
      const rows = await sql(databaseUrl, `select queue from bullmq.meta where queue = $1`, [queue]);
      return JSON.stringify(rows);
    },
    close: async () => undefined,
  };
}

/** Starts Redis processes for the test, with additional settings. */
export async function redisQueues(
  kind: 'single' | 'sentinel' | 'cluster',
  settings: readonly string[] = ['--save', '', '--maxmemory-policy', 'noeviction'],
): Promise<QueueServers> {
  const folder = await createTestFolder('redis');
  const children: ChildProcess[] = [];
  const start = async (program: string, name: string, options: readonly string[]) => {
    children.push(spawn(program, options, { cwd: folder.path, stdio: 'ignore' }));
    const port = Number(options[options.indexOf('--port') + 1]);
    await until(
      () => command(port, 'PING').catch(() => ''),
      (answer) => answer.startsWith('PONG'),
    );
    return { name, port };
  };
  const redis = async (name: string, extra: readonly string[] = []) =>
    start('redis-server', name, [
      ...['--port', String(await freePort()), '--bind', HOST, '--dir', folder.path],
      ...['--dbfilename', `${name}.rdb`, ...settings, ...extra],
    ]);
  const close = async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await folder.remove();
  };
  try {
    const { url, ports } = await TOPOLOGIES[kind](folder, redis, start);
    const sendToAll = async (...args: string[]) =>
      (await Promise.all(ports.map((port) => command(port, ...args)))).join('\n');
    return {
      env: { REDIS_URL: url },
      wipe: async () => void (await sendToAll('FLUSHALL')),
      contents: (queue) => sendToAll('KEYS', `*bull:${queue}*`),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Redis = (name: string, extra?: readonly string[]) => Promise<{ readonly port: number }>;
type Start = (
  program: string,
  name: string,
  options: readonly string[],
) => Promise<{ readonly port: number }>;
interface RunningRedis {
  readonly url: string;
  readonly ports: readonly number[];
}

const TOPOLOGIES: Readonly<
  Record<
    'single' | 'sentinel' | 'cluster',
    (folder: TestFolder, redis: Redis, start: Start) => Promise<RunningRedis>
  >
> = {
  async single(_folder, redis) {
    const { port } = await redis('single', ['--requirepass', REDIS_PASSWORD]);
    return { url: `redis://:${encodeURIComponent(REDIS_PASSWORD)}@${HOST}:${port}`, ports: [port] };
  },

  async sentinel(folder, redis, start) {
    const { port } = await redis('master');
    const sentinelPort = String(await freePort());
    const file = join(folder.path, 'sentinel.conf');
    await writeFile(file, `bind ${HOST}\nsentinel monitor the-master ${HOST} ${port} 1\n`);
    await start('redis-sentinel', 'sentinel', [file, '--port', sentinelPort]);
    return { url: `redis+sentinel://${HOST}:${sentinelPort}/the-master`, ports: [port] };
  },

  async cluster(_folder, redis) {
    const ports: number[] = [];
    for (const name of ['a', 'b', 'c']) {
      // By default the port of the cluster bus is 10,000 higher, which may exceed the valid range.
      const bus = ['--cluster-port', String(await freePort())];
      ports.push(
        (await redis(name, ['--cluster-enabled', 'yes', '--cluster-config-file', name, ...bus])).port,
      );
    }
    const nodes = ports.map((port) => `${HOST}:${port}`);
    await run('redis-cli', ['--cluster', 'create', ...nodes, '--cluster-yes']);
    await until(
      () => command(ports[0] ?? 0, 'CLUSTER', 'INFO'),
      (info) => info.includes('cluster_state:ok'),
    );
    return { url: `redis://${nodes.join(',')}`, ports };
  },
};

async function command(port: number, ...args: string[]): Promise<string> {
  const { stdout } = await run('redis-cli', ['-h', HOST, '-p', String(port), ...args], {
    // The password of the single server; the others require none and ignore it.
    env: { ...process.env, REDISCLI_AUTH: REDIS_PASSWORD },
  });
  return stdout;
}
