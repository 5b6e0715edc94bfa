import type { PoolClient } from 'pg';
import { IngestPool } from '#shared/platform/persistence/pools.js';

/** A pool whose connections break before or after some statements, also in the middle of a commit. */
export class BreakingPool extends IngestPool {
  /** The share of statements around which they break. */
  share = 0;
  broken = 0;
  private state: number;

  constructor(url: string, seed: number) {
    super({ connectionString: url, max: 2 });
    this.state = seed;
    this.on('error', () => undefined);
  }

  /** As a transaction calls it. `query` of the pool itself gives a callback, and breaks nothing. */
  override connect(callback?: (...given: never[]) => void): never {
    if (callback !== undefined) return super.connect(callback as never) as never;
    return super.connect().then((client) => this.wrap(client)) as never;
  }

  private wrap(client: PoolClient & { isWrapped?: boolean }): PoolClient {
    if (client.isWrapped) return client;
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.isWrapped = true;
    client.query = ((...given: unknown[]) => {
      if (typeof given.at(-1) === 'function') return query(...given);
      return this.breakAround(() => query(...given));
    }) as typeof client.query;
    return client;
  }

  private async breakAround(run: () => unknown): Promise<unknown> {
    if (this.breaks()) throw new Error('the connection broke before a statement');
    const result = await run();
    if (this.breaks()) throw new Error('the connection broke after a statement');
    return result;
  }

  private breaks(): boolean {
    // A linear congruential generator, so that a seed gives the same breaks.
    this.state = (this.state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    const isBroken = this.state / 4_294_967_296 < this.share;
    if (isBroken) this.broken += 1;
    return isBroken;
  }
}
