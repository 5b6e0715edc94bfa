import { randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { App } from '#shared/platform/config/config.js';
import { EmbeddedPostgres } from '../../tools/embedded-postgres/embedded-postgres.js';
import { migrateEverything } from '../../tools/migrations.js';
import { AppProcess } from '../../tools/start/app-process.js';
import { builtFile } from '../../tools/start/checkout.js';
import { tryPort } from '../../tools/start/ports.js';

/** A complete service for a benchmark: a durable PostgreSQL, the built apps, and the echo server to compare with. */
export class Testbed {
  private readonly children: { kill(): unknown }[] = [];

  private constructor(
    /** A temporary folder, removed at the end. */
    private readonly folder: string | undefined,
    private readonly postgres: EmbeddedPostgres,
    readonly databaseUrl: string,
    readonly sql: pg.Pool,
    private readonly rootKey: string,
    private readonly encryptionKey: string,
  ) {}

  /** @param dataFolder a data folder that stays; without it a temporary one is used */
  static async start(dataFolder?: string): Promise<Testbed> {
    const folder = dataFolder === undefined ? await mkdtemp(join(tmpdir(), 'tocsin-bench-')) : undefined;
    const dataDir = dataFolder ?? join(folder ?? '', 'data');
    const postgres = await EmbeddedPostgres.open({ dataDir, durable: true });
    await postgres.start();
    await postgres.createDatabase('tocsin');
    const url = postgres.url('tocsin');
    await migrateEverything(url);
    const sql = new pg.Pool({ connectionString: url, max: 4 });
    // The server may stop while connections are still closing.
    sql.on('error', () => undefined);
    const secret = () => randomBytes(32).toString('base64');
    return new Testbed(folder, postgres, url, sql, secret(), secret());
  }

  async startEcho(): Promise<string> {
    const child = fork(builtFile('test/bench/echo.js'));
    this.stopAtEnd(child);
    const [address] = (await once(child, 'message')) as [string];
    return address;
  }

  /** Kills a process at the end. */
  stopAtEnd(child: { kill(): unknown }): void {
    this.children.push(child);
  }

  async startApp(
    app: App,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly url: string; readonly pid: number }> {
    const host = '127.0.0.1';
    const [port, metricsPort] = await Promise.all([tryPort(host, 0), tryPort(host, 0)]);
    const url = `http://${host}:${app === 'api' ? port : metricsPort}`;
    let output = '';
    const child = AppProcess.start({
      app,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: this.databaseUrl,
        ROOT_API_KEY: this.rootKey,
        ENCRYPTION_KEY: this.encryptionKey,
        HOST: host,
        PORT: String(port),
        PUBLIC_URL: url,
        METRICS_PORT: String(metricsPort),
        DRAIN_DELAY: '0',
        // No limit per webhook: a benchmark sends the full load of the machine to one.
        INGEST_WEBHOOK_BYTES: '0',
        // More than a domain may have otherwise.
        MAX_SUBSCRIPTIONS: '10000',
        ...settings,
      },
      readyUrl: `${url}/health/ready`,
      onOutput: (text) => (output = (output + text).slice(-10_000)),
    });
    this.children.push(child);
    await child.waitUntilReady(30_000).catch((cause: unknown) => {
      throw new Error(`the ${app} did not get ready:\n${output}`, { cause });
    });
    return { url, pid: child.pid };
  }

  /** Returns the pid of the postmaster, the parent of all processes of the server. */
  async serverPid(): Promise<number> {
    const { rows } = await this.sql.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
    return Number(rows[0]?.file.split('\n')[0]);
  }

  /** Headers of a request with the root key. */
  get headers() {
    return { authorization: `Bearer ${this.rootKey}`, 'content-type': 'application/json' };
  }

  /** Creates a webhook and returns the address to post to. */
  async createWebhook(apiUrl: string, name: string): Promise<string> {
    const response = await fetch(`${apiUrl}/monitoring/v1/webhooks`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify({
        name,
        plugin_info: { plugin_id: 'prometheus' },
        project_id: 'bench',
        domain_id: 'bench',
      }),
    });
    const { webhook_url } = (await response.json()) as { webhook_url?: string };
    if (webhook_url === undefined) throw new Error(`no webhook: ${response.status}`);
    return webhook_url;
  }

  /** @throws when the request fails: failed requests must not count in the figures */
  async post<T>(url: string, body: unknown): Promise<T> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.rootKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  async stop(): Promise<void> {
    for (const child of this.children) await child.kill();
    await this.sql.end();
    if (this.folder === undefined) return this.postgres.close();
    await this.postgres.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}
