import type { Alarm } from '../../domain/alarm.js';
import type { Correlation, Known } from '../../domain/fold.js';
import type { HeartbeatChange, KnownHeartbeats } from '../../domain/fold-heartbeats.js';
import type { Delivery } from '../../../intake/domain/delivery.js';
import type { ProcessedBatch } from '../../domain/process-batch.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import type { DeliveryTarget } from '../../../intake/application/ports/delivery-log.js';

export interface PendingDelivery {
  readonly delivery_id: string;
  readonly delivery: Delivery;
  /** What is wrong with the bytes it was stored as: no plugin can read them. */
  readonly damage?: string;
}

/** Deliveries of one webhook that were written down together. */
export interface PendingSegment {
  readonly segment_id: string;
  /** Its place in the order of the log. */
  readonly seq: string;
  /** Its alarms go by their time of arrival instead, and change nothing that newer ones have said. */
  readonly late: boolean;
  readonly deliveries: readonly PendingDelivery[];
}

export interface ProcessedWebhook extends DeliveryTarget {
  readonly project_id: string;
  readonly plugin_id: string;
  readonly plugin_version: string;
}

/** `busy`: another process holds the webhook and will look again. `changed`: read the pending segments anew. */
export type CommitResult = 'committed' | 'busy' | 'changed';

/** Where to read on: after a segment of the webhook, or from its beginning. */
export interface ReadPosition extends DeliveryTarget {
  readonly after?: string | undefined;
}

export interface Pending {
  /** In their order, by the webhook's uuid; those with nothing pending are left out. */
  readonly segments: ReadonlyMap<string, readonly PendingSegment[]>;
  /** More may be pending: there was no room for all of them. */
  readonly cut: boolean;
  /** Those that wait for what other spools hold: nothing of them can be processed now. */
  readonly held?: ReadonlySet<string>;
}

export interface WebhookCommit {
  readonly webhook: ProcessedWebhook;
  readonly segmentIds: readonly string[];
  /** The names of those that its deliveries are about. */
  readonly heartbeats: readonly string[];
  /** Whether heartbeats that are not there may be made. */
  readonly createsHeartbeats: boolean;
  /** Folds the batch, given these heartbeats as they are stored. */
  readonly fold: (heartbeats: KnownHeartbeats) => FoldedWebhook;
}

export interface FoldedWebhook {
  readonly alarms: readonly Alarm[];
  readonly heartbeats: readonly HeartbeatChange[];
  readonly decide: (known: Known) => ProcessedBatch;
  /** Told what became of it, before the end of the transaction. */
  readonly written: (batch: ProcessedBatch) => void;
}

export abstract class ProcessingLog {
  /** The oldest unprocessed segments of webhooks of one domain, one after the other, bounded in size all together. */
  abstract readPending(webhooks: readonly ReadPosition[]): Promise<Pending>;

  /**
   * For webhooks of one domain: locks them, reads what is known of heartbeats and of the keys of their alarms, lets `decide` say what
   * becomes of each and writes that. All or nothing, but for those that are `busy`, or `changed` because `segmentIds`
   * are not its oldest pending ones.
   * @returns in the order of `commits`
   * @throws UnstorableError when the database refuses a value.
   */
  abstract commit(commits: readonly WebhookCommit[]): Promise<readonly CommitResult[]>;

  /**
   * Leaves a webhook alone for a pause that grows with every failed attempt: until then it has nothing pending. A
   * commit ends the row of attempts.
   * @param reason shown with the webhook as its last error
   * @param candidates the deliveries it waits for; left out, those it waited for before
   */
  abstract postpone(
    webhook: DeliveryTarget,
    reason: string,
    candidates?: readonly PoisonCandidate[],
  ): Promise<void>;

  /** The deliveries a webhook waited for when it was last postponed. Some may be done since. */
  abstract poisonCandidates(webhook: DeliveryTarget): Promise<readonly PoisonCandidate[]>;

  /** Whether the database would take what `correlate` makes of these alarms. Writes nothing. */
  abstract accepts(
    webhook: ProcessedWebhook,
    alarms: readonly Alarm[],
    correlate: (known: Known) => Correlation,
  ): Promise<boolean>;

  /** Whether an error says only that the database is out of reach for now: the same may succeed a little later. */
  abstract isAway(error: unknown): boolean;
}

/** The database refuses a value: trying again is of no use, finding the one that it refuses is. */
export class UnstorableError extends Error {}
