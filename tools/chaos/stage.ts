import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#shared/platform/config/config.js';
import { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { migrateEverything } from '../migrations.js';
import { AppProcess } from '../start/app-process.js';
import { tryPort } from '../start/ports.js';
import { Network } from './network.js';
import { SENDERS, type SenderName } from './payloads.js';
import { query } from './query.js';
import { RedisServer } from './redis-server.js';
import type { Target } from './sending.js';
import { startStandby } from './standby.js';

const HOST = '127.0.0.1';
const DISK_MEGABYTES = 64;
const FILLER = 'filler';

/** An app that is started again whenever it was ended, under the same address. */
export class StagedApp {
  private child: AppProcess | undefined;
  private printed = '';

  constructor(
    readonly app: App,
    readonly url: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get logs(): string {
    return this.printed;
  }

  /** @param extra settings of this start */
  async start(extra: NodeJS.ProcessEnv = {}): Promise<void> {
    this.child = AppProcess.start({
      app: this.app,
      env: { ...this.env, ...extra },
      readyUrl: `${this.url}/health/ready`,
      preload: 'tools/chaos/process-faults.js',
      onOutput: (text) => (this.printed = (this.printed + text).slice(-1_000_000)),
    });
    await this.child.ready(60_000).catch((cause: unknown) => {
      throw new Error(`the ${this.app} did not get ready:\n${this.printed.slice(-5_000)}`, { cause });
    });
  }

  /** @throws when it is gone, with what it said last */
  signal(name: NodeJS.Signals): void {
    try {
      process.kill(this.pid, name);
    } catch (cause) {
      throw new Error(`the ${this.app} ended by itself:\n${this.printed.slice(-5_000)}`, { cause });
    }
  }

  async kill(): Promise<void> {
    await this.child?.kill();
  }

  /** @throws when it does not stop by itself */
  async stop(): Promise<void> {
    const code = await this.child?.stop();
    if (code !== 0) throw new Error(`the ${this.app} stopped with ${code}:\n${this.printed.slice(-2_000)}`);
  }
}

interface StageParts {
  readonly folder: string;
  postgres: EmbeddedPostgres;
  readonly databaseUrl: string;
  readonly network: Network;
  readonly redis: RedisServer | undefined;
  readonly apis: readonly StagedApp[];
  readonly workers: readonly StagedApp[];
  readonly rootKey: string;
  /** On a disk of their own where this account may mount one, which then can be full. */
  readonly spools: string;
  readonly disk: string | undefined;
}

/** The service as it is run: several processes of each kind, a PostgreSQL that keeps its word, perhaps Redis. */
export class Stage {
  private constructor(private readonly parts: StageParts) {}

  get postgres(): EmbeddedPostgres {
    return this.parts.postgres;
  }

  get databaseUrl(): string {
    return this.parts.databaseUrl;
  }

  /** Between the database and half of the processes. */
  get network(): Network {
    return this.parts.network;
  }

  get redis(): RedisServer | undefined {
    return this.parts.redis;
  }

  get apis(): readonly StagedApp[] {
    return this.parts.apis;
  }

  get workers(): readonly StagedApp[] {
    return this.parts.workers;
  }

  get rootKey(): string {
    return this.parts.rootKey;
  }

  /** @param isReplicated all processes reach the database by the network, which can lead to another server */
  static async set(withRedis: boolean, isReplicated = false): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-chaos-'));
    // So that the account PostgreSQL runs as can pass through.
    await chmod(folder, 0o711);
    const postgres = await EmbeddedPostgres.open({ dataDir: join(folder, 'data'), durable: true });
    await postgres.start();
    await postgres.createDatabase('tocsin');
    const direct = postgres.url('tocsin');
    await migrateEverything(direct);
    const apart = new URL(direct);
    const network = await Network.before(Number(apart.port));
    apart.port = String(network.port);
    const url = isReplicated ? apart.href : direct;
    const redis = withRedis ? await RedisServer.start(folder) : undefined;
    const rootKey = randomBytes(32).toString('base64');
    const disk = await mountDisk(join(folder, 'disk'));
    const spools = join(disk ?? folder, 'spool');
    const shared = {
      PATH: process.env.PATH,
      ROOT_API_KEY: rootKey,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      HOST,
      DRAIN_DELAY: '0',
      LOG_LEVEL: 'warn',
      SPOOL_DIR: spools,
      MIN_FREE_DISK: '0',
      ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
    };
    const app = async (kind: App, DATABASE_URL: string) => {
      const [port, metrics] = await Promise.all([tryPort(HOST, 0), tryPort(HOST, 0)]);
      const env = { ...shared, DATABASE_URL, PORT: String(port), METRICS_PORT: String(metrics) };
      return new StagedApp(kind, `http://${HOST}:${kind === 'api' ? port : metrics}`, env);
    };
    const [apis, workers] = [
      [await app('api', url), await app('api', apart.href)],
      [await app('worker', url), await app('worker', apart.href)],
    ];
    const stage = new Stage({
      folder,
      postgres,
      databaseUrl: url,
      network,
      redis,
      apis,
      workers,
      rootKey,
      spools,
      disk,
    });
    await Promise.all([...apis, ...workers].map((each) => each.start()));
    return stage;
  }

  get apps(): readonly StagedApp[] {
    return [...this.apis, ...this.workers];
  }

  /** Gives the database a standby, kills the primary and promotes the standby, which lags unless it is synchronous. */
  async failOver(isSynchronous: boolean, lagMs: number): Promise<void> {
    const { parts } = this;
    const primary = parts.postgres;
    const standby = await startStandby(
      primary,
      join(parts.folder, `standby-${randomBytes(4).toString('hex')}`),
    );
    if (isSynchronous) {
      await query(primary.url(), `alter system set synchronous_standby_names = '*'`);
      await query(primary.url(), 'select pg_reload_conf()');
      const waiting = () => query(primary.url(), `select from pg_stat_replication where sync_state = 'sync'`);
      while ((await waiting()).length === 0) await sleep(50);
    } else {
      await standby.caughtUp();
      standby.link.cut();
    }
    await sleep(lagMs);
    await primary.kill();
    await standby.promote();
    parts.postgres = standby.postgres;
    parts.network.turnTo(Number(new URL(standby.postgres.url()).port));
    standby.link.close();
    await primary.remove();
  }

  /** A webhook for each sender. */
  async target(): Promise<Target> {
    const urls = this.apis.map(({ url }) => url);
    const paths = {} as Record<SenderName, string>;
    for (const name of Object.keys(SENDERS) as SenderName[]) {
      const response = await fetch(`${urls[0]}/monitoring/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.rootKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          name,
          plugin_info: { plugin_id: SENDERS[name].plugin_id },
          project_id: 'chaos',
          domain_id: 'chaos',
        }),
      });
      const { webhook_url } = (await response.json()) as { webhook_url?: string };
      if (webhook_url === undefined) throw new Error(`no webhook for ${name}: ${response.status}`);
      paths[name] = new URL(webhook_url).pathname;
    }
    return { urls, paths };
  }

  get hasDisk(): boolean {
    return this.parts.disk !== undefined;
  }

  async removeSpools(): Promise<void> {
    // A process may make its folder again while the others are still being removed.
    await rm(this.parts.spools, { recursive: true, force: true }).catch(() => undefined);
  }

  /** The disk of the spools, until it takes nothing more. */
  async fillDisk(): Promise<void> {
    const filler = join(this.parts.disk ?? '', FILLER);
    await writeFile(filler, Buffer.alloc(2 * DISK_MEGABYTES * 1024 * 1024)).catch(() => undefined);
  }

  async emptyDisk(): Promise<void> {
    await rm(join(this.parts.disk ?? '', FILLER), { force: true });
  }

  /** Files that hold what is not in the database yet. */
  async spooledFiles(): Promise<number> {
    const files = await readdir(this.parts.spools, { recursive: true }).catch(() => []);
    return files.filter((file) => file.endsWith('.spool')).length;
  }

  async strike(): Promise<void> {
    for (const app of this.apps) await app.kill();
    this.network.close();
    await this.redis?.stop();
    await this.postgres.remove();
    if (this.parts.disk !== undefined) execFileSync('umount', ['-l', this.parts.disk]);
    await rm(this.parts.folder, { recursive: true, force: true });
  }
}

/** In memory. `undefined` where this account may not mount anything, with a line that says so. */
async function mountDisk(path: string): Promise<string | undefined> {
  try {
    await mkdir(path);
    const options = ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', path];
    execFileSync('mount', options, { stdio: 'pipe' });
    return path;
  } catch {
    process.stderr.write('No disk can be mounted here: that of the spools will not be full\n');
    return undefined;
  }
}
