import type { AttemptResult, Receipt } from '../../../protocols/protocol.js';
import type { StoredMessage } from '../../../protocols/sent-message.js';
import type { ClaimCursor, ClaimProgress } from '../../domain/claim-rotation.js';
import type { Json } from '#shared/kernel/json.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';

/** An attempt that this process has claimed. The units of the quota have been taken for it. */
export interface ClaimedAttempt {
  /** A uuid. The consumption of the units has the same id. */
  readonly attempt_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  /** uuids */
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly notification_id: string;
  readonly attempts: number;
  /** Those since the notification was queued, for the first time or again. */
  readonly recentAttempts: number;
  /** When the subscription that was read had been changed. */
  readonly changed_at: Date;
  readonly message: StoredMessage;
  readonly options: PluginOptions;
  readonly signing_secrets: readonly string[];
  readonly receipt: Receipt | null;
  /** What the last attempt of this notification left to be done; `null`: everything is. */
  readonly progress: Json | null;
  /** Whether it has overtaken what somebody must notice. */
  readonly wakes: boolean;
  /** A JSONata expression that converts the message. */
  readonly template: string | null;
  /** The time zone of the times in messages for people. */
  readonly timezone: string;
  /** Whether the message has links to act on its alert. */
  readonly actions: boolean;
  /** Why the attempt cannot be made now. It then ends as a failed attempt, without a request. */
  readonly obstacle: string | undefined;
  /** Monotonic time of the claim (`performance.now()`), which shows whether the process stood still after it. */
  readonly claimedAt: number;
  /**
   * Milliseconds from the monotonic clock of this process to the time of the database. The clock of this machine may be
   * wrong.
   */
  readonly clockOffset: number;
}

export interface SettledAttempt {
  readonly claimed: ClaimedAttempt;
  readonly result: AttemptResult;
  /** The time of the database when the attempt began. */
  readonly at: Date;
  readonly latency_ms: number;
}

export interface ClaimResult {
  readonly attempts: readonly ClaimedAttempt[];
  /**
   * The domains and subscriptions that the claim has looked at, and how many of their lanes were due, including lanes that
   * were then held.
   */
  readonly progress: ClaimProgress;
  /** The protocol of each notification that was held because its quota is used up, whatever its urgency. One entry for each. */
  readonly refusedProtocols: readonly string[];
  /** Milliseconds after which a subscription that is sent no more than its receiver permits may go on; `undefined`: none. */
  readonly resumeAfterMs?: number | undefined;
}

export type TakePlace = (domain_id: string) => boolean;

/** Claims lanes that are due, and stores the outcomes of attempts. */
export abstract class AttemptLog {
  /**
   * Claims the heads of due lanes for the time of a lease.
   * @param limit the maximum number of lanes
   * @param cursor where to begin, so that every domain and every subscription gets its turn
   * @param skippedDomains domains that are skipped, because they have their share of the places
   * @param takePlace takes a place for an attempt of a domain, if its share permits it. It is called for lanes that are due, in
   * their order; not every lane gets an attempt
   * @param delivered attempts that have succeeded and whose outcome is not stored yet. They do not count as in flight, so
   * their receivers get further attempts. The set is read late, because more attempts may succeed while the claim runs
   */
  abstract claim(
    limit: number,
    cursor: ClaimCursor,
    skippedDomains: readonly string[],
    takePlace?: TakePlace,
    delivered?: ReadonlySet<string>,
  ): Promise<ClaimResult>;

  /** Stores the outcomes in one transaction. Skips attempts whose lanes another worker has claimed in the meantime. */
  abstract settle(attempts: readonly SettledAttempt[]): Promise<void>;

  /** Fails notifications that have expired, and cancels those of deleted subscriptions. */
  abstract cleanUp(): Promise<void>;
}
