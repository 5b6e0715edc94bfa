import type { Scope } from '#shared/kernel/scope.js';
import type { ReplayRange } from './replay-log.js';

export interface ReplayRequest {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly quarantined_only: boolean;
}

export interface RunningReplay extends ReplayRange {
  readonly replay_id: string;
  readonly quarantined_only: boolean;
  readonly total_count: number | null;
  /** Attempts since the replay last made progress. */
  readonly attempts: number;
}

export type ReplayCursor = Pick<ReplayRange, 'in_log' | 'after'>;

/** The state of a replay is its row. The queue only wakes up a worker. */
export abstract class ReplayRepository {
  /**
   * Stores a request and returns its id.
   * @throws ERROR_NOT_FOUND for an unknown webhook; ERROR_CONFLICT or ERROR_RATE_LIMITED if too many replays of the webhook or
   * the domain have not ended
   */
  abstract add(scope: Scope, webhook_id: string, request: ReplayRequest): Promise<string>;

  /**
   * Takes a lease of 30 seconds, which each step renews, on a replay that is due: of the domain that follows `lastDomain` in
   * alphabetical order, so that domains take turns, and never on two replays of a webhook. Returns `undefined` if none is due.
   */
  abstract acquireNext(lastDomain: string): Promise<RunningReplay | undefined>;

  abstract setTotalCount(replay_id: string, total: number): Promise<void>;

  /**
   * Moves the replay to a position. Its counts are updated with each delivery.
   * @returns whether to continue: not if the replay has ended, or if another worker is further
   */
  abstract advance(replay_id: string, cursor: ReplayCursor): Promise<boolean>;

  /** Releases the replay. It becomes due again after `seconds`. */
  abstract release(replay_id: string, seconds: number, reason?: string): Promise<void>;

  abstract finish(replay_id: string, state: 'DONE' | 'FAILED', reason?: string): Promise<void>;

  /** Cancels a replay; no further delivery is replayed for it. Does nothing if it has ended. @throws ERROR_NOT_FOUND */
  abstract cancel(scope: Scope, replay_id: string): Promise<void>;

  /** Returns a replay that is due, unless a worker runs one: it wakes up the next one when it has finished. */
  abstract findOverdue(): Promise<string | undefined>;
}

/** Wakes up a worker. A wake-up may be lost: the work itself is stored in the table. */
export abstract class ReplayQueue {
  /** Never throws: the sweep finds a replay whose wake-up was lost. */
  abstract wake(replay_id: string): Promise<void>;
}
