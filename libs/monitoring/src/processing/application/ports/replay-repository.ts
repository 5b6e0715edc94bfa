import type { Scope } from '#shared/kernel/scope.js';
import type { ReplayRange } from './replay-log.js';

export interface RequestedReplay {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly quarantined_only: boolean;
}

export interface RunningReplay extends ReplayRange {
  readonly replay_id: string;
  readonly quarantined_only: boolean;
  readonly total_count: number | null;
  /** Since it last made progress. */
  readonly attempts: number;
}

export type ReplayPlace = Pick<ReplayRange, 'in_log' | 'after'>;

/** The state of a replay is its row; the queue only wakes somebody up. */
export abstract class ReplayRepository {
  /** Stores a request and returns its id. @throws ERROR_NOT_FOUND for an unknown webhook */
  abstract add(scope: Scope, webhook_id: string, request: RequestedReplay): Promise<string>;

  /** Takes it for half a minute, which every progress renews. `undefined` when it is over or somebody else's. */
  abstract begin(replay_id: string): Promise<RunningReplay | undefined>;

  abstract count(replay_id: string, total: number): Promise<void>;

  /**
   * Has it go on from there. What it did is counted with each delivery.
   * @returns whether it is to go on: not when it is over, or when another worker is further
   */
  abstract advance(replay_id: string, place: ReplayPlace): Promise<boolean>;

  /** Leaves it to whoever is woken for it next, after so many seconds. */
  abstract putBack(replay_id: string, seconds: number, reason?: string): Promise<void>;

  abstract finish(replay_id: string, state: 'DONE' | 'FAILED', reason?: string): Promise<void>;

  /** Ends it; one that is over stays as it is. Nothing is replayed for it from then on. @throws ERROR_NOT_FOUND */
  abstract cancel(scope: Scope, replay_id: string): Promise<void>;

  /** Those that nobody works on. */
  abstract findOverdue(limit: number): Promise<readonly string[]>;
}
