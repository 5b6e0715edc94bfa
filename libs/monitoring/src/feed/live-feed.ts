import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { LONG_USE, MaxMinShares, type Holder } from '#shared/kernel/domain-shares.js';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { FeedPosition, Horizon } from '../contracts/feed-position.js';
import { type FeedMessage, requireQueryCapacity, type Follower, type FollowRequest } from './follower.js';
import type { FeedHorizon } from './feed-horizon.js';
import { FeedQueries, type FeedItem, type FeedSource, matchesFilter } from './feed-source.js';
import { SealedPositions } from './sealed-positions.js';

/** Milliseconds. */
const POLL_INTERVAL_MS = 250;
const REPORT_INTERVAL_MS = 15_000;
/** The usual maximum duration of a query. Followers with slower queries are not waited for. */
const MAX_MATCH_WAIT_MS = 100;
/**
 * A stream starts without a position if none is known within this time. Some clients never reconnect if the response
 * does not begin.
 */
const MAX_JOIN_WAIT_MS = 2_000;
/** Seconds that a slow follower may lag behind beyond the retention of the source. */
const LAG_GRACE_SECONDS = 300;
const MAX_FOLLOWERS = 2_000;

interface FeedEntry<T extends object> extends FeedItem<T> {
  readonly message: FeedMessage<T>;
}

/**
 * Reads a feed once for all its followers in this process. Followers at the same position share one read. One that is
 * behind, because it reconnects or reads slowly, has its own reads until it has caught up.
 */
export class LiveFeed<T extends object> implements BeforeApplicationShutdown {
  private readonly logger = new Logger('LiveFeed');
  private readonly following = new Set<Follower<T>>();
  private readonly places = new MaxMinShares(MAX_FOLLOWERS, LONG_USE);
  private readonly queries: FeedQueries;
  private readonly positions: SealedPositions;
  private polling: Promise<void> | undefined;
  private isStopped = false;

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
  async follow({
    scope: { domain_id },
    filter,
    reader,
    after,
    query,
  }: FollowRequest<T>): Promise<() => void> {
    const position = after === undefined ? undefined : this.positions.open(after, domain_id);
    if (after !== undefined && position === undefined)
      throw DomainError.invalid('Last-Event-ID', 'is no id of a message of this stream; leave it out');
    if (query !== undefined) await this.queries.check(domain_id, query);
    const asked = query === undefined ? undefined : JSON.stringify(query);
    const place = this.takePlace(domain_id, asked);
    const { promise: joined, resolve: onJoined } = Promise.withResolvers<void>();
    const follower = {
      domain_id,
      place,
      filter,
      query,
      asked,
      reader,
      position,
      isJoined: false,
      onJoined,
      reportedAt: 0,
      isMatching: false,
    };
    this.following.add(follower);
    this.polling ??= this.poll();
    await Promise.race([joined, sleep(MAX_JOIN_WAIT_MS, undefined, { ref: false })]);
    return () => this.removeFollower(follower);
  }

  /**
   * Takes a place of the process. A domain with less than its equal part gets it in any case: if none is free, a stream of a
   * domain with more ends, whose client connects again.
   */
  private takePlace(domain_id: string, asked: string | undefined): Holder {
    const { name } = this.source;
    if (this.isStopped) throw DomainError.unavailable(`The streams of ${name} of this process have ended`);
    requireQueryCapacity(this.following, domain_id, asked);
    const place = this.places.getHolder(domain_id, domain_id);
    if (this.places.acquire(place, 1)) return place;
    if (this.places.isEntitled(place, 1) && this.endLargest() && this.places.acquireFreed(place, 1))
      return place;
    const detail = `At most ${place.held} streams of ${name} of this domain are open at a time while other domains use theirs; close one, or let readers share one`;
    throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 5 });
  }

  /** Ends the newest stream of the domain that has the most, and returns whether there was one that has more than its part. */
  private endLargest(): boolean {
    let largest: Follower<T> | undefined;
    for (const follower of this.following)
      if (largest === undefined || follower.place.held >= largest.place.held) largest = follower;
    if (largest === undefined || !this.places.isOverShare(largest.place)) return false;
    this.removeFollower(largest);
    largest.reader.finish();
    return true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.following.clear();
    await this.polling;
  }

  private removeFollower(follower: Follower<T>): void {
    if (this.following.delete(follower)) this.places.release(follower.place, 1);
  }

  private async poll(): Promise<void> {
    let isUnavailable = false;
    while (this.following.size > 0) {
      try {
        await this.advanceAll();
        isUnavailable = false;
      } catch (error) {
        // All followers keep their positions and miss nothing.
        if (!isUnavailable)
          this.logger.warn(`the feed of ${this.source.name} cannot be read: ${getLogMessage(error)}`);
        isUnavailable = true;
      }
      await sleep(POLL_INTERVAL_MS);
    }
    this.polling = undefined;
  }

  private async advanceAll(): Promise<void> {
    const horizon = await this.horizon.read();
    for (const follower of this.following) {
      if (!follower.isJoined) this.joinFollower(follower, horizon);
      else this.resetIfTooFar(follower, horizon);
    }
    for (let lagging = this.findLagging(horizon); lagging.length > 0; lagging = this.findLagging(horizon)) {
      const groups = Map.groupBy(lagging, ({ position }) => position && formatPosition(position));
      for (const group of groups.values()) await this.advance(group, horizon);
    }
    this.reportPositions(horizon);
  }

  private joinFollower(follower: Follower<T>, horizon: Horizon): void {
    const { position: requested, reader } = follower;
    follower.isJoined = true;
    follower.onJoined();
    follower.reportedAt = performance.now();
    const isKnown =
      requested &&
      requested.at >= horizon.at - this.source.retentionSeconds &&
      BigInt(requested.xid) <= BigInt(horizon.end);
    if (isKnown) return;
    follower.position = horizon;
    const id = this.positions.seal(horizon, follower.domain_id);
    if (requested) reader.reset(id);
    else reader.reportPosition(id);
  }

  /** Resets a follower that lags so far behind that changes it has not read are no longer stored. */
  private resetIfTooFar(follower: Follower<T>, horizon: Horizon): void {
    if (follower.position === undefined) return;
    if (follower.position.xid === horizon.xid) follower.position = { ...follower.position, at: horizon.at };
    // A transaction number that was not assigned yet comes from another history of the database.
    const isKnown = BigInt(follower.position.xid) <= BigInt(horizon.end);
    if (isKnown && follower.position.at >= horizon.at - this.source.retentionSeconds - LAG_GRACE_SECONDS)
      return;
    follower.position = horizon;
    follower.reader.reset(this.positions.seal(horizon, follower.domain_id));
  }

  private findLagging(horizon: Horizon): Follower<T>[] {
    return [...this.following].filter(
      ({ reader, isJoined, isMatching, position }) =>
        // A follower may be ahead of this process: another process may have read further.
        isJoined && !isMatching && reader.isReady && BigInt(position?.xid ?? 0) < BigInt(horizon.xid),
    );
  }

  /** Reads on for a group of followers at the same position. */
  private async advance(group: readonly Follower<T>[], horizon: Horizon): Promise<void> {
    const [first] = group;
    if (!first?.position) return;
    const byDomain = Map.groupBy(group, ({ domain_id }) => domain_id);
    const { items, next } = await this.source.read(first.position, horizon, [...byDomain.keys()]);
    const entries = items.map((item) => {
      const { domain_id, position, type, data } = item;
      const message = { position: this.positions.seal(position, domain_id), data };
      return { ...item, message: type === undefined ? message : { ...message, type } };
    });
    const end = next ?? horizon;
    const runningQueries = [...byDomain].flatMap(([domain_id, followers]) =>
      this.sendToDomain(
        followers,
        entries.filter((each) => each.domain_id === domain_id),
        end,
      ),
    );
    if (runningQueries.length > 0)
      await Promise.race([Promise.all(runningQueries), sleep(MAX_MATCH_WAIT_MS, undefined, { ref: false })]);
  }

  /** Returns the queries that are still running. */
  private sendToDomain(
    followers: readonly Follower<T>[],
    entries: readonly FeedEntry<T>[],
    end: FeedPosition,
  ): readonly Promise<void>[] {
    const byQuery = Map.groupBy(followers, ({ asked }) => (entries.length === 0 ? undefined : asked));
    return [...byQuery].flatMap(([asked, group]) => {
      if (asked !== undefined) return [this.sendMatching(group, entries, end)];
      this.sendEntries(group, entries, end);
      return [];
    });
  }

  private sendEntries(
    group: readonly Follower<T>[],
    entries: readonly FeedEntry<T>[],
    end: FeedPosition,
  ): void {
    for (const { record, message } of entries)
      for (const follower of group)
        if (matchesFilter(record, follower.filter) && this.following.has(follower))
          follower.reader.send(message);
    for (const follower of group) follower.position = end;
  }

  /** Sends the records that the query of a group finds. Other followers do not wait for it. */
  private async sendMatching(
    group: readonly Follower<T>[],
    entries: readonly FeedEntry<T>[],
    end: FeedPosition,
  ): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    for (const follower of group) follower.isMatching = true;
    try {
      const ids = [...new Set(entries.map(({ id }) => id))];
      const found = await this.queries.match(first.domain_id, first.query, ids);
      this.sendEntries(
        group,
        entries.filter(({ id }) => found.has(id)),
        end,
      );
    } catch (error) {
      await this.handleQueryFailure(error, group);
    }
    for (const follower of group) follower.isMatching = false;
  }

  /** Ends followers whose query fails permanently. After any other error they keep their positions and miss nothing. */
  private async handleQueryFailure(error: unknown, group: readonly Follower<T>[]): Promise<void> {
    if (error instanceof DomainError && (error.kind === 'timeout' || error.kind === 'invalid')) {
      for (const follower of group) {
        this.removeFollower(follower);
        follower.reader.fail(error.message);
      }
      return;
    }
    this.logger.warn(`a query of the feed failed, and is repeated: ${getLogMessage(error)}`);
    await sleep(POLL_INTERVAL_MS);
  }

  private reportPositions(horizon: Horizon): void {
    const now = performance.now();
    for (const follower of this.following) {
      if (follower.reportedAt + REPORT_INTERVAL_MS > now || follower.position?.xid !== horizon.xid) continue;
      follower.reportedAt = now;
      follower.reader.reportPosition(this.positions.seal(horizon, follower.domain_id));
    }
  }
}

function formatPosition({ xid, index, offset, at }: FeedPosition): string {
  return `${xid}.${index}.${offset}.${at}`;
}
