import { setTimeout as sleep } from 'node:timers/promises';
import { slowness } from '../slowness.js';
import { call, createWebhook, until, type CreatedWebhook } from '../client.js';
import { sql } from '../sql.js';
import { findStoredSecrets } from './find-stored-secrets.js';

const INTERVAL_MS = 50;

/** What a well-behaved tenant noticed of an attack. */
export interface NeighbourResult {
  /** Milliseconds of the longest request, corrected for the load of the machine. */
  readonly longest: number;
  readonly posted: number;
  /** Unexpected statuses. */
  readonly refused: readonly number[];
  /** The longest time from arrival to stored event, in seconds, corrected for the load of the machine. */
  readonly late: number;
  /** Places in the database that contain the access key of its webhook. */
  readonly leaks: readonly string[];
}

/** Another tenant, which continuously posts and reads during an attack. */
export class Neighbour {
  private running = true;
  private longest = 0;
  private posted = 0;
  private readonly refused: number[] = [];
  private readonly ended: Promise<unknown>;

  private constructor(
    private readonly api: string,
    private readonly databaseUrl: string,
    private readonly domain: string,
    private readonly webhook: CreatedWebhook,
    private readonly slownessBefore: number,
  ) {
    this.ended = Promise.all([this.repeat(() => this.post()), this.repeat(() => this.read())]);
  }

  static async start(api: string, databaseUrl: string): Promise<Neighbour> {
    const domain = `good-${crypto.randomUUID().slice(0, 8)}`;
    const webhook = await createWebhook(api, 'direct', domain);
    return new Neighbour(api, databaseUrl, domain, webhook, slowness());
  }

  /** Stops the tenant and waits until all its events can be read. */
  async stop(): Promise<NeighbourResult> {
    this.running = false;
    await this.ended;
    const slow = Math.max(this.slownessBefore, slowness());
    const accepted = this.posted - this.refused.length;
    const [row] = await until(
      () =>
        sql<{ events: number; late: number }>(
          this.databaseUrl,
          `select count(*)::int as events, max(extract(epoch from stored_at - created_at))::float8 as late
           from event where domain_id = $1`,
          [this.domain],
        ),
      ([found]) => (found?.events ?? 0) >= accepted,
    );
    const { posted, refused } = this;
    const key = this.webhook.path.split('/').at(-2) ?? '';
    const leaks = await findStoredSecrets(this.databaseUrl, { key });
    return { longest: this.longest / slow, posted, refused, late: (row?.late ?? 0) / slow, leaks };
  }

  private async repeat(work: () => Promise<void>): Promise<void> {
    for (; this.running; await sleep(INTERVAL_MS)) {
      const began = performance.now();
      await work();
      this.longest = Math.max(this.longest, performance.now() - began);
    }
  }

  private async post(): Promise<void> {
    this.posted += 1;
    const alarm = { event_key: `alarm ${this.posted}`, title: 'Disk full', more: 'x'.repeat(2_000) };
    const { status } = await call('POST', this.api + this.webhook.path, alarm, {});
    if (status !== 202) this.refused.push(status);
  }

  private async read(): Promise<void> {
    const { status } = await call('GET', `${this.api}/monitoring/v1/events?domain_id=${this.domain}`);
    if (status !== 200) this.refused.push(status);
  }
}
