import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#shared/platform/config/config.js';
import { EmbeddedPostgres } from '../../tools/embedded-postgres/embedded-postgres.js';
import { migrateEverything } from '../../tools/migrations.js';
import { tryPort } from '../../tools/start/ports.js';
import { DatabaseClock } from './database-clock.js';
import { DatabaseDisk } from './database-disk.js';
import { FailingDisk } from './failing-disk.js';
import { Mailboxes } from './mailboxes.js';
import { NetworkProxy } from './network-proxy.js';
import { DOMAIN, SENDERS, type SenderName } from './payloads.js';
import { query } from './query.js';
import { Receiver } from './receiver.js';
import { RedisServer } from './redis-server.js';
import type { Target } from './alarm-generator.js';
import { RestartableApp } from './restartable-app.js';
import { startStandby } from './standby.js';

const HOST = '127.0.0.1';
const DISK_MEGABYTES = 64;

interface TestbedParts {
  readonly folder: string;
  postgres: EmbeddedPostgres;
  readonly databaseUrl: string;
  readonly network: NetworkProxy;
  readonly redis: RedisServer | undefined;
  readonly apis: readonly RestartableApp[];
  readonly workers: readonly RestartableApp[];
  readonly rootKey: string;
  /** The folder of the spools; on a separate disk, which can fill up, if this account may mount one. */
  readonly spools: string;
  readonly disk: FailingDisk | undefined;
  /** The disk of the tables. */
  readonly databaseDisk: DatabaseDisk | undefined;
  readonly databaseClock: DatabaseClock | undefined;
  readonly receivers: readonly Receiver[];
  readonly mailboxes: Mailboxes | undefined;
  /** Unexpected ends of PostgreSQL. */
  readonly postgresExits: string[];
  /** Stops all servers and removes all files, in reverse order. */
  readonly cleanup: AsyncDisposableStack;
}

/** A complete service as in production: several processes of each app, a durable PostgreSQL, optionally Redis. */
export class Testbed {
  private constructor(private readonly parts: TestbedParts) {}

  get postgres(): EmbeddedPostgres {
    return this.parts.postgres;
  }

  get databaseUrl(): string {
    return this.parts.databaseUrl;
  }

  /** The network between the database and half of the processes. */
  get network(): NetworkProxy {
    return this.parts.network;
  }

  get redis(): RedisServer | undefined {
    return this.parts.redis;
  }

  /** The disk of the spools. */
  get disk(): FailingDisk | undefined {
    return this.parts.disk;
  }

  get databaseDisk(): DatabaseDisk | undefined {
    return this.parts.databaseDisk;
  }

  get databaseClock(): DatabaseClock | undefined {
    return this.parts.databaseClock;
  }

  /** The receivers of notifications, if there are any. */
  get receivers(): readonly Receiver[] {
    return this.parts.receivers;
  }

  /** The mail server, if there are receivers. */
  get mailboxes(): Mailboxes | undefined {
    return this.parts.mailboxes;
  }

  get apis(): readonly RestartableApp[] {
    return this.parts.apis;
  }

  get workers(): readonly RestartableApp[] {
    return this.parts.workers;
  }

  get rootKey(): string {
    return this.parts.rootKey;
  }

  /**
   * @param isReplicated all processes connect through the network, which can switch to another server
   * @throws when the stage cannot start; everything started until then is removed
   */
  static async start(withRedis: boolean, isReplicated = false, withReceivers = false): Promise<Testbed> {
    await using cleanup = new AsyncDisposableStack();
    const parts = await Testbed.startParts(cleanup, withRedis, isReplicated, withReceivers);
    return new Testbed({ ...parts, cleanup: cleanup.move() });
  }

  private static async startParts(
    cleanup: AsyncDisposableStack,
    withRedis: boolean,
    isReplicated: boolean,
    withReceivers: boolean,
  ): Promise<Omit<TestbedParts, 'cleanup'>> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-chaos-'));
    cleanup.defer(() => rm(folder, { recursive: true, force: true }));
    // Lets the account of PostgreSQL pass through.
    await chmod(folder, 0o711);
    const postgresExits: string[] = [];
    const databaseClock = isReplicated ? await DatabaseClock.create(folder) : undefined;
    let databaseDisk: DatabaseDisk | undefined;
    // Deferred before the server, so that it runs after the server has closed its files.
    cleanup.defer(() => databaseDisk?.remove());
    const postgres = await EmbeddedPostgres.open({
      dataDir: join(folder, 'data'),
      durable: true,
      ...(databaseClock && { binaries: databaseClock.binaries }),
      onUnexpectedExit: (reason) => postgresExits.push(`${new Date().toISOString()} ${reason}`),
    });
    cleanup.defer(() => postgres.remove());
    await postgres.start();
    await postgres.createDatabase('tocsin');
    const directUrl = postgres.url('tocsin');
    // Not with a standby: its tablespace would have the same path on this machine.
    if (!isReplicated) databaseDisk = await DatabaseDisk.mount(postgres.url(), folder);
    await migrateEverything(directUrl);
    const networkUrl = new URL(directUrl);
    const network = await NetworkProxy.start(Number(networkUrl.port));
    cleanup.defer(() => network.close());
    networkUrl.port = String(network.port);
    const url = isReplicated ? networkUrl.href : directUrl;
    const redis = withRedis ? await RedisServer.start(folder) : undefined;
    cleanup.defer(() => redis?.stop());
    const receivers: Receiver[] = [];
    cleanup.defer(async () => void (await Promise.all(receivers.map((receiver) => receiver.remove()))));
    for (const hasNetwork of withReceivers ? [false, true] : [])
      receivers.push(await Receiver.create(join(folder, `receiver-${receivers.length}`), hasNetwork));
    const mailboxes = withReceivers ? cleanup.use(await Mailboxes.start()) : undefined;
    const rootKey = randomBytes(32).toString('base64');
    const disk = await FailingDisk.mount(folder, DISK_MEGABYTES);
    cleanup.defer(() => disk?.remove());
    const spools = join(disk?.path ?? folder, 'spool');
    const sharedEnv = {
      PATH: process.env.PATH,
      ROOT_API_KEY: rootKey,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      HOST,
      DRAIN_DELAY: '0',
      LOG_LEVEL: 'warn',
      SPOOL_DIR: spools,
      DISK_FLOOR: '0',
      ...(mailboxes && {
        NOTIFICATION_ALLOW: HOST,
        SMTP_URL: mailboxes.url,
        MAIL_FROM: 'tocsin@example.com',
      }),
      ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
    };
    const app = async (kind: App, DATABASE_URL: string) => {
      const [port, metrics] = await Promise.all([tryPort(HOST, 0), tryPort(HOST, 0)]);
      const env = { ...sharedEnv, DATABASE_URL, PORT: String(port), METRICS_PORT: String(metrics) };
      const restartable = new RestartableApp(kind, `http://${HOST}:${kind === 'api' ? port : metrics}`, env);
      cleanup.defer(() => restartable.kill());
      return restartable;
    };
    const [apis, workers] = [
      [await app('api', url), await app('api', networkUrl.href)],
      [await app('worker', url), await app('worker', networkUrl.href)],
    ];
    await Promise.all([...apis, ...workers].map((each) => each.start()));
    return {
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
      databaseDisk,
      databaseClock,
      receivers,
      mailboxes,
      postgresExits,
    };
  }

  get apps(): readonly RestartableApp[] {
    return [...this.apis, ...this.workers];
  }

  /** Starts PostgreSQL after a kill. @throws when its address has changed */
  async startPostgres(): Promise<void> {
    const { postgres } = this.parts;
    const before = postgres.url();
    await postgres.start();
    if (postgres.url() !== before) throw new Error('the port of PostgreSQL was taken by another program');
  }

  /** Starts all apps that have ended, so that all acknowledged deliveries can be processed. */
  async startEndedApps(): Promise<void> {
    const ended = this.apps.filter(({ isRunning }) => !isRunning);
    await Promise.allSettled(ended.map((app) => app.start()));
  }

  /** The output of all processes. */
  get logs(): string {
    const { postgresExits, network } = this.parts;
    const apps = this.apps.map(({ app, logs }) => `--- ${app}\n${logs}`);
    return [
      ...apps,
      `--- PostgreSQL\n${postgresExits.join('\n')}`,
      `--- network\n${network.failures.join('\n')}`,
    ].join('\n');
  }

  /** Adds a synchronous standby, kills the primary after some milliseconds, and promotes the standby. */
  async failOver(delayMs: number): Promise<void> {
    const { parts } = this;
    const primary = parts.postgres;
    const standby = await startStandby(
      primary,
      join(parts.folder, `standby-${randomBytes(4).toString('hex')}`),
      parts.databaseClock?.binaries,
    );
    await query(primary.url(), `alter system set synchronous_standby_names = '*'`);
    await query(primary.url(), 'select pg_reload_conf()');
    const waiting = () => query(primary.url(), `select from pg_stat_replication where sync_state = 'sync'`);
    while ((await waiting()).length === 0) await sleep(50);
    await sleep(delayMs);
    await primary.kill();
    parts.cleanup.defer(() => standby.postgres.remove());
    await standby.promote();
    parts.postgres = standby.postgres;
    parts.network.switchTo(Number(new URL(standby.postgres.url()).port));
    standby.link.close();
    await primary.remove();
  }

  /** Creates a webhook for each sender and returns the addresses. */
  async createTarget(): Promise<Target> {
    const urls = this.apis.map(({ url }) => url);
    const paths = {} as Record<SenderName, string>;
    for (const name of Object.keys(SENDERS) as SenderName[]) {
      const response = await fetch(`${urls[0]}/monitoring/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.rootKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          name,
          plugin_info: { plugin_id: SENDERS[name].plugin_id },
          project_id: DOMAIN,
          domain_id: DOMAIN,
        }),
      });
      const { webhook_url } = (await response.json()) as { webhook_url?: string };
      if (webhook_url === undefined) throw new Error(`no webhook for ${name}: ${response.status}`);
      paths[name] = new URL(webhook_url).pathname;
    }
    return { urls, paths };
  }

  async removeSpools(): Promise<void> {
    // A process may create its folder again during the removal.
    await rm(this.parts.spools, { recursive: true, force: true }).catch(() => undefined);
  }

  /** Returns the number of spool files, whose deliveries are not in the database yet. */
  async countSpoolFiles(): Promise<number> {
    const files = await readdir(this.parts.spools, { recursive: true }).catch(() => []);
    return files.filter((file) => file.endsWith('.spool')).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.parts.cleanup.disposeAsync();
  }
}
