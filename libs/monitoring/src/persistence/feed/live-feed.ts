import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { messageOf } from '#shared/kernel/message-of.js';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { FeedPosition, Horizon } from '../../contracts/feed-position.js';
import type { Fed, FeedReader } from '../../events/application/ports/feed-reader.js';
import type { FeedHorizon } from './feed-horizon.js';
import { FeedQueries } from './feed-queries.js';
import type { FeedItem, FeedSource } from './feed-source.js';
import { requireRoomForQuery, type Following } from './following.js';
import { passes, type FollowedFilter } from './passes.js';
import { SealedPositions } from './sealed-positions.js';

/** Milliseconds. */
const POLL_EVERY = 250;
const REACHED_EVERY = 15_000;
/** The usual maximum duration of a query. Followers with slower queries are not waited for. */
const MATCHED_WITHIN = 100;
/**
 * A stream starts without a position if none is known within this time. Some clients never reconnect if the response
 * does not begin.
 */
const JOINED_WITHIN = 2_000;
/** Seconds that a slow follower may lag behind beyond the retention of the source. */
const IN_PEACE = 300;
const MOST_READERS = 2_000;
/** A single domain must not take all places. */
const MOST_OF_A_DOMAIN = MOST_READERS / 2;

export interface Follow<T extends object> {
  readonly scope: { readonly domain_id: string };
  readonly filter: FollowedFilter;
  readonly reader: FeedReader<T>;
  /** A position that the stream sent earlier. */
  readonly after?: string | undefined;
  readonly query?: unknown;
}

interface Read<T extends object> extends FeedItem<T> {
  readonly fed: Fed<T>;
}

/**
 * Reads a feed once for all its followers in this process. Followers at the same position share one read. One that is
 * behind, because it reconnects or reads slowly, has its own reads until it has caught up.
 */
export class LiveFeed<T extends object> implements BeforeApplicationShutdown {
  private readonly logger = new Logger('LiveFeed');
  private readonly following = new Set<Following<T>>();
  private readonly readersOf = new Map<string, number>();
  private readonly queries: FeedQueries;
  private readonly positions: SealedPositions;
  private polling: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly source: FeedSource<T>,
    private readonly horizon: FeedHorizon,
    engine: QueryEngine,
    encryption: EncryptionKeys,
  ) {
    this.queries = new FeedQueries(engine, source);
    this.positions = new SealedPositions(encryption, source.kind);
  }

  /**
   * Adds a follower. As a rule its position is sent before this returns, so it misses nothing that becomes visible from
   * then on.
   * @returns a function that removes the follower
   * @throws ERROR_INVALID_PARAMETER, ERROR_INVALID_QUERY, ERROR_UNAVAILABLE, ERROR_RATE_LIMITED
   */
  async follow({ scope: { domain_id }, filter, reader, after, query }: Follow<T>): Promise<() => void> {
    const position = after === undefined ? undefined : this.positions.open(after, domain_id);
    if (after !== undefined && position === undefined)
      throw DomainError.invalid('Last-Event-ID', 'is no id of a message of this stream; leave it out');
    if (query !== undefined) await this.queries.check(domain_id, query);
    const asked = query === undefined ? undefined : JSON.stringify(query);
    this.requireRoom(domain_id, asked);
    const { promise: joined, resolve: onJoined } = Promise.withResolvers<void>();
    const one = {
      domain_id,
      filter,
      query,
      asked,
      reader,
      position,
      joined: false,
      onJoined,
      reachedAt: 0,
      matching: false,
    };
    this.following.add(one);
    this.readersOf.set(domain_id, (this.readersOf.get(domain_id) ?? 0) + 1);
    this.polling ??= this.poll();
    await Promise.race([joined, sleep(JOINED_WITHIN, undefined, { ref: false })]);
    return () => this.leave(one);
  }

  private requireRoom(domain_id: string, asked: string | undefined): void {
    const { name } = this.source;
    if (this.stopped || this.following.size >= MOST_READERS)
      throw DomainError.unavailable(`Too many streams of ${name} are open on this process`);
    if ((this.readersOf.get(domain_id) ?? 0) >= MOST_OF_A_DOMAIN) {
      const detail = `At most ${MOST_OF_A_DOMAIN} streams of ${name} of a domain are open at a time; close one, or let readers share one`;
      throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 5 });
    }
    requireRoomForQuery(this.following, domain_id, asked);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.following.clear();
    await this.polling;
  }

  private leave(one: Following<T>): void {
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
        // All followers keep their positions and miss nothing.
        if (!away) this.logger.warn(`the feed of ${this.source.name} cannot be read: ${messageOf(error)}`);
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

  private join(one: Following<T>, horizon: Horizon): void {
    const { position: asked, reader } = one;
    one.joined = true;
    one.onJoined();
    one.reachedAt = performance.now();
    const known =
      asked && asked.at >= horizon.at - this.source.kept && BigInt(asked.xid) <= BigInt(horizon.end);
    if (known) return;
    one.position = horizon;
    const id = this.positions.seal(horizon, one.domain_id);
    if (asked) reader.reset(id);
    else reader.reach(id);
  }

  /** Resets a follower that lags so far behind that changes it has not read are no longer stored. */
  private keepUp(one: Following<T>, horizon: Horizon): void {
    if (one.position === undefined) return;
    if (one.position.xid === horizon.xid) one.position = { ...one.position, at: horizon.at };
    // A transaction number that was not assigned yet comes from another history of the database.
    const isKnown = BigInt(one.position.xid) <= BigInt(horizon.end);
    if (isKnown && one.position.at >= horizon.at - this.source.kept - IN_PEACE) return;
    one.position = horizon;
    one.reader.reset(this.positions.seal(horizon, one.domain_id));
  }

  private behind(horizon: Horizon): Following<T>[] {
    return [...this.following].filter(
      ({ reader, joined, matching, position }) =>
        // A follower may be ahead of this process: another process may have read further.
        joined && !matching && reader.isReady && BigInt(position?.xid ?? 0) < BigInt(horizon.xid),
    );
  }

  /** Reads on for a group of followers at the same position. */
  private async advance(group: readonly Following<T>[], horizon: Horizon): Promise<void> {
    const [first] = group;
    if (!first?.position) return;
    const byDomain = Map.groupBy(group, ({ domain_id }) => domain_id);
    const { items, next } = await this.source.read(first.position, horizon, [...byDomain.keys()]);
    const read = items.map((item) => {
      const { domain_id, position, type, data } = item;
      const fed = { position: this.positions.seal(position, domain_id), data };
      return { ...item, fed: type === undefined ? fed : { ...fed, type } };
    });
    const to = next ?? horizon;
    const matching = [...byDomain].flatMap(([domain_id, readers]) =>
      this.tellDomain(
        readers,
        read.filter((each) => each.domain_id === domain_id),
        to,
      ),
    );
    if (matching.length > 0)
      await Promise.race([Promise.all(matching), sleep(MATCHED_WITHIN, undefined, { ref: false })]);
  }

  /** Returns the queries that are still running. */
  private tellDomain(
    readers: readonly Following<T>[],
    read: readonly Read<T>[],
    to: FeedPosition,
  ): readonly Promise<void>[] {
    const byQuery = Map.groupBy(readers, ({ asked }) => (read.length === 0 ? undefined : asked));
    return [...byQuery].flatMap(([asked, group]) => {
      if (asked !== undefined) return [this.tellMatching(group, read, to)];
      this.tell(group, read, to);
      return [];
    });
  }

  private tell(group: readonly Following<T>[], read: readonly Read<T>[], to: FeedPosition): void {
    for (const { record, fed } of read)
      for (const one of group)
        if (passes(record, one.filter) && this.following.has(one)) one.reader.tell(fed);
    for (const one of group) one.position = to;
  }

  /** Sends the records that the query of a group finds. Other followers do not wait for it. */
  private async tellMatching(
    group: readonly Following<T>[],
    read: readonly Read<T>[],
    to: FeedPosition,
  ): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    for (const one of group) one.matching = true;
    try {
      const ids = [...new Set(read.map(({ id }) => id))];
      const found = await this.queries.match(first.domain_id, first.query, ids);
      this.tell(
        group,
        read.filter(({ id }) => found.has(id)),
        to,
      );
    } catch (error) {
      await this.afterFailure(error, group);
    }
    for (const one of group) one.matching = false;
  }

  /** Ends followers whose query fails permanently. After any other error they keep their positions and miss nothing. */
  private async afterFailure(error: unknown, group: readonly Following<T>[]): Promise<void> {
    if (error instanceof DomainError && (error.kind === 'timeout' || error.kind === 'invalid')) {
      for (const one of group) {
        this.leave(one);
        one.reader.fail(error.message);
      }
      return;
    }
    this.logger.warn(`a query of the feed failed, and is repeated: ${messageOf(error)}`);
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

function placeOf({ xid, index, offset, at }: FeedPosition): string {
  return `${xid}.${index}.${offset}.${at}`;
}
