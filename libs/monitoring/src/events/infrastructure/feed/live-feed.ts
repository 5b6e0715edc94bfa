import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import type { FedEvent } from '../../application/follow-events.js';
import { passes } from './event-filter.js';
import { FeedQueries } from './feed-queries.js';
import { requireRoomForQuery, type Following } from './following.js';
import { FeedHorizon, type Horizon } from './feed-horizon.js';
import { placeOf, type FeedPosition } from './feed-position.js';
import { readFeed } from './read-feed.js';
import { SealedPositions } from './sealed-positions.js';

/** Milliseconds. */
const POLL_EVERY = 250;
const REACHED_EVERY = 15_000;
/** What a query takes as a rule; those with one that takes longer are not waited for. */
const MATCHED_WITHIN = 100;
/** Seconds: rows are kept a little longer, so that who is let in can read them in peace. */
const KEPT = 3_600;
const IN_PEACE = 300;
const MOST_READERS = 2_000;
/** So that no domain can keep all others out. */
const MOST_OF_A_DOMAIN = MOST_READERS / 2;

/**
 * Reads the feed once for all that follow in this process. Who is as far as the others shares their query; who is
 * behind, because it comes back or reads slowly, has one of its own until it has caught up.
 */
@Injectable()
export class LiveFeed implements BeforeApplicationShutdown {
  private readonly logger = new Logger('LiveFeed');
  private readonly following = new Set<Following>();
  private readonly readersOf = new Map<string, number>();
  private polling: Promise<void> | undefined;
  private stopped = false;
  private readonly horizon: FeedHorizon;

  constructor(
    private readonly pool: QueryPool,
    private readonly positions: SealedPositions,
    private readonly queries: FeedQueries,
  ) {
    this.horizon = new FeedHorizon(pool);
  }

  /** What the horizon waits for. */
  get held(): FeedHorizon['held'] {
    return this.horizon.held;
  }

  /** Returns what ends it. @throws ERROR_UNAVAILABLE, ERROR_RATE_LIMITED where its own domain has too many */
  follow(
    { domain_id, filter, query, reader }: Pick<Following, 'domain_id' | 'filter' | 'query' | 'reader'>,
    after?: FeedPosition,
  ): () => void {
    if (this.stopped || this.following.size >= MOST_READERS)
      throw DomainError.unavailable('Too many follow the events here');
    const ofDomain = this.readersOf.get(domain_id) ?? 0;
    if (ofDomain >= MOST_OF_A_DOMAIN) {
      const detail = `At most ${MOST_OF_A_DOMAIN} of a domain follow the events at a time; end one, or let readers share one`;
      throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 5 });
    }
    const asked = query === undefined ? undefined : JSON.stringify(query);
    requireRoomForQuery(this.following, domain_id, asked);
    const state = { position: after, joined: false, reachedAt: 0, matching: false };
    const one = { domain_id, filter, query, asked, reader, ...state };
    this.following.add(one);
    this.readersOf.set(domain_id, ofDomain + 1);
    this.polling ??= this.poll();
    return () => this.leave(one);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.following.clear();
    await this.polling;
  }

  private leave(one: Following): void {
    if (!this.following.delete(one)) return;
    const left = (this.readersOf.get(one.domain_id) ?? 1) - 1;
    if (left > 0) this.readersOf.set(one.domain_id, left);
    else this.readersOf.delete(one.domain_id);
  }

  private async poll(): Promise<void> {
    let away = false;
    while (this.following.size > 0) {
      try {
        await this.round();
        away = false;
      } catch (error) {
        // Everyone stays where it is, and misses nothing.
        if (!away) this.logger.warn(`not read: ${messageOf(error)}`);
        away = true;
      }
      await sleep(POLL_EVERY);
    }
    this.polling = undefined;
  }

  private async round(): Promise<void> {
    const horizon = await this.horizon.read();
    for (const one of this.following) {
      if (!one.joined) this.join(one, horizon);
      else this.keepUp(one, horizon);
    }
    for (let behind = this.behind(horizon); behind.length > 0; behind = this.behind(horizon)) {
      const groups = Map.groupBy(behind, ({ position }) => position && placeOf(position));
      for (const group of groups.values()) await this.advance(group, horizon);
    }
    this.reachAll(horizon);
  }

  private join(one: Following, horizon: Horizon): void {
    const { position: asked, reader } = one;
    one.joined = true;
    one.reachedAt = performance.now();
    const known = asked && asked.at >= horizon.at - KEPT && BigInt(asked.xid) <= BigInt(horizon.end);
    if (known) return;
    one.position = horizon;
    const id = this.positions.seal(horizon, one.domain_id);
    if (asked) reader.reset(id);
    else reader.reach(id);
  }

  /** Who takes nothing for so long has missed what is no longer kept, and is told. */
  private keepUp(one: Following, horizon: Horizon): void {
    if (one.position === undefined) return;
    if (one.position.xid === horizon.xid) one.position = { ...one.position, at: horizon.at };
    // A number that was not given yet is one of another history of the database.
    const isKnown = BigInt(one.position.xid) <= BigInt(horizon.end);
    if (isKnown && one.position.at >= horizon.at - KEPT - IN_PEACE) return;
    one.position = horizon;
    one.reader.reset(this.positions.seal(horizon, one.domain_id));
  }

  private behind(horizon: Horizon): Following[] {
    return [...this.following].filter(
      ({ reader, joined, matching, position }) =>
        // It may have read further in another process, which knew more.
        joined && !matching && reader.isReady && BigInt(position?.xid ?? 0) < BigInt(horizon.xid),
    );
  }

  /** All of a group are at one position. */
  private async advance(group: readonly Following[], horizon: Horizon): Promise<void> {
    const [first] = group;
    if (!first?.position) return;
    const byDomain = Map.groupBy(group, ({ domain_id }) => domain_id);
    const { events, next } = await readFeed(this.pool, first.position, horizon, [...byDomain.keys()]);
    const fed = events.map(({ event, position }) => {
      return { event, position: this.positions.seal(position, event.domain_id) };
    });
    const to = next ?? horizon;
    const matching = [...byDomain].flatMap(([domain_id, readers]) =>
      this.tellDomain(
        readers,
        fed.filter(({ event }) => event.domain_id === domain_id),
        to,
      ),
    );
    if (matching.length > 0)
      await Promise.race([Promise.all(matching), sleep(MATCHED_WITHIN, undefined, { ref: false })]);
  }

  /** Returns what is still asked of the database. */
  private tellDomain(
    readers: readonly Following[],
    fed: readonly FedEvent[],
    to: FeedPosition,
  ): readonly Promise<void>[] {
    const byQuery = Map.groupBy(readers, ({ asked }) => (fed.length === 0 ? undefined : asked));
    return [...byQuery].flatMap(([asked, group]) => {
      if (asked !== undefined) return [this.tellMatching(group, fed, to)];
      this.tell(group, fed, to);
      return [];
    });
  }

  private tell(group: readonly Following[], fed: readonly FedEvent[], to: FeedPosition): void {
    for (const each of fed)
      for (const one of group)
        if (passes(each.event, one.filter) && this.following.has(one)) one.reader.tell(each);
    for (const one of group) one.position = to;
  }

  /** All of a group have the same query. However long it takes, nobody else waits for it. */
  private async tellMatching(
    group: readonly Following[],
    fed: readonly FedEvent[],
    to: FeedPosition,
  ): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    for (const one of group) one.matching = true;
    try {
      const ids = fed.map(({ event }) => event.event_id);
      const found = await this.queries.match(first.domain_id, first.query, ids);
      this.tell(
        group,
        fed.filter(({ event }) => found.has(event.event_id)),
        to,
      );
    } catch (error) {
      await this.afterFailure(error, group);
    }
    for (const one of group) one.matching = false;
  }

  /** What a query can never answer ends; for anything else everyone stays where it is, and misses nothing. */
  private async afterFailure(error: unknown, group: readonly Following[]): Promise<void> {
    if (error instanceof DomainError && (error.kind === 'timeout' || error.kind === 'invalid')) {
      for (const one of group) {
        this.leave(one);
        one.reader.fail(error.message);
      }
      return;
    }
    this.logger.warn(`a query is asked again: ${messageOf(error)}`);
    await sleep(POLL_EVERY);
  }

  private reachAll(horizon: Horizon): void {
    const now = performance.now();
    for (const one of this.following) {
      if (one.reachedAt + REACHED_EVERY > now || one.position?.xid !== horizon.xid) continue;
      one.reachedAt = now;
      one.reader.reach(this.positions.seal(horizon, one.domain_id));
    }
  }
}
