import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '#shared/platform/config/config.js';
import { EmbeddedPostgres } from '#shared/platform/embedded-postgres/embedded-postgres.js';
import { migrateEverything } from '../migrations.js';
import { AppProcess } from '../start/app-process.js';
import { tryPort } from '../start/ports.js';
import { Network } from './network.js';
import { SENDERS, type SenderName } from './payloads.js';
import { RedisServer } from './redis-server.js';
import type { Target } from './sending.js';

const HOST = '127.0.0.1';

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

  async start(): Promise<void> {
    this.child = AppProcess.start({
      app: this.app,
      env: this.env,
      readyUrl: `${this.url}/health/ready`,
      preload: 'tools/chaos/misfortunes.js',
      onOutput: (text) => (this.printed = (this.printed + text).slice(-1_000_000)),
    });
    await this.child.ready(60_000).catch((cause: unknown) => {
      throw new Error(`the ${this.app} did not get ready:\n${this.printed.slice(-5_000)}`, { cause });
    });
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.pid, name);
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
  readonly postgres: EmbeddedPostgres;
  readonly databaseUrl: string;
  readonly network: Network;
  readonly redis: RedisServer | undefined;
  readonly apis: readonly StagedApp[];
  readonly workers: readonly StagedApp[];
  readonly rootKey: string;
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

  static async set(withRedis: boolean): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-chaos-'));
    const postgres = await EmbeddedPostgres.open({ dataDir: join(folder, 'data'), durable: true });
    await postgres.start();
    await postgres.createDatabase('tocsin');
    const url = postgres.url('tocsin');
    await migrateEverything(url);
    const apart = new URL(url);
    const network = await Network.before(Number(apart.port));
    apart.port = String(network.port);
    const redis = withRedis ? await RedisServer.start(folder) : undefined;
    const rootKey = randomBytes(32).toString('base64');
    const shared = {
      PATH: process.env.PATH,
      ROOT_API_KEY: rootKey,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      HOST,
      DRAIN_DELAY: '0',
      LOG_LEVEL: 'warn',
      SPOOL_DIR: join(folder, 'spool'),
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
    const stage = new Stage({ folder, postgres, databaseUrl: url, network, redis, apis, workers, rootKey });
    await Promise.all([...apis, ...workers].map((each) => each.start()));
    return stage;
  }

  get apps(): readonly StagedApp[] {
    return [...this.apis, ...this.workers];
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

  /** Files that hold what is not in the database yet. */
  async spooledFiles(): Promise<number> {
    const files = await readdir(join(this.parts.folder, 'spool'), { recursive: true }).catch(() => []);
    return files.filter((file) => file.endsWith('.spool')).length;
  }

  async strike(): Promise<void> {
    for (const app of this.apps) await app.kill();
    this.network.close();
    await this.redis?.stop();
    await this.postgres.remove();
    await rm(this.parts.folder, { recursive: true, force: true });
  }
}
