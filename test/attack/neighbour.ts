import { setTimeout as sleep } from 'node:timers/promises';
import { slowness } from '../slowness.js';
import { call, createWebhook, until, type CreatedWebhook } from '../client.js';
import { sql } from '../sql.js';
import { storedSecrets } from './stored-secrets.js';

const EVERY_MS = 50;

/** What a tenant that does nothing wrong has noticed. */
export interface Noticed {
  /** Milliseconds of the longest request, as on a quiet machine. */
  readonly longest: number;
  readonly posted: number;
  /** Statuses other than those expected. */
  readonly refused: readonly number[];
  /** Seconds from the arrival of a delivery until its event could be read, at most, as on a quiet machine. */
  readonly late: number;
  /** Where in the database the access key of its webhook stands. */
  readonly leaks: readonly string[];
}

/** Another tenant, which posts and reads all the time while something is attacked. */
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
    this.ended = Promise.all([this.keepOn(() => this.post()), this.keepOn(() => this.read())]);
  }

  static async moveIn(api: string, databaseUrl: string): Promise<Neighbour> {
    const domain = `good-${crypto.randomUUID().slice(0, 8)}`;
    const webhook = await createWebhook(api, 'direct', domain);
    return new Neighbour(api, databaseUrl, domain, webhook, slowness());
  }

  /** Ends it, once everything that it posted can be read. */
  async moveOut(): Promise<Noticed> {
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
    const leaks = await storedSecrets(this.databaseUrl, { key });
    return { longest: this.longest / slow, posted, refused, late: (row?.late ?? 0) / slow, leaks };
  }

  private async keepOn(work: () => Promise<void>): Promise<void> {
    for (; this.running; await sleep(EVERY_MS)) {
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
