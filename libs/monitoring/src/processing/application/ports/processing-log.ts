import type { Alarm } from '../../domain/alarm.js';
import type { Correlation, KnownState } from '../../domain/correlation.js';
import type { RepeatedDeliveries, SignedDelivery } from '../../domain/signed-deliveries.js';
import type { HeartbeatChange, KnownHeartbeats } from '../../domain/fold-heartbeats.js';
import type { Delivery } from '../../../intake/domain/delivery.js';
import type { ProcessedBatch } from '../../domain/process-batch.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import type { DeliveryTarget } from '../../../intake/application/ports/delivery-log.js';

export interface PendingDelivery {
  readonly delivery_id: string;
  readonly delivery: Delivery;
  /** Why the stored bytes cannot be decoded. No plugin can parse them. */
  readonly damage?: string;
}

/** Deliveries of one webhook that were written together. */
export interface PendingSegment {
  readonly segment_id: string;
  /** Position of the segment in the delivery log. */
  readonly seq: string;
  /** Out of order: its alarms are ordered by arrival, and do not change what newer alarms have set. */
  readonly late: boolean;
  readonly deliveries: readonly PendingDelivery[];
}

export interface ProcessedWebhook extends DeliveryTarget {
  readonly project_id: string;
  readonly plugin_id: string;
  readonly plugin_version: string;
}

/** `busy`: another process holds the lock of the webhook and will look again. `changed`: read the pending segments again. */
export type CommitResult = 'committed' | 'busy' | 'changed';

/** Where to continue reading: after a segment of the webhook, or from the beginning of its log. */
export interface ReadPosition extends DeliveryTarget {
  readonly after?: string | undefined;
}

export interface PendingBatch {
  /** In log order, by uuid of the webhook. Webhooks without pending segments are left out. */
  readonly segments: ReadonlyMap<string, readonly PendingSegment[]>;
  /** More segments may be pending than fit into the batch. */
  readonly isTruncated: boolean;
  /** Webhooks (uuid) whose pending segments must wait for older deliveries in the spools of other processes. */
  readonly blocked?: ReadonlySet<string>;
}

export interface WebhookCommit {
  readonly webhook: ProcessedWebhook;
  readonly segmentIds: readonly string[];
  /** The names of the heartbeats that the deliveries refer to. */
  readonly heartbeats: readonly string[];
  /** Whether heartbeats that do not exist yet may be created. */
  readonly canCreateHeartbeats: boolean;
  /** Deliveries that must not have been processed before, and for how many seconds they are remembered. */
  readonly signed: readonly SignedDelivery[];
  readonly memorySeconds: number;
  /** Folds the batch, without repeated deliveries, into the stored state of these heartbeats. */
  readonly fold: (heartbeats: KnownHeartbeats, repeated: RepeatedDeliveries) => FoldedWebhook;
}

export interface FoldedWebhook {
  readonly alarms: readonly Alarm[];
  readonly heartbeats: readonly HeartbeatChange[];
  readonly decide: (known: KnownState) => ProcessedBatch;
  /** Called with the final batch before the transaction ends. */
  readonly onWritten: (batch: ProcessedBatch) => void;
}

export abstract class ProcessingLog {
  /** Reads the oldest unprocessed segments of webhooks of one domain, webhook after webhook. The total size is bounded. */
  abstract readPending(webhooks: readonly ReadPosition[]): Promise<PendingBatch>;

  /**
   * Commits batches of webhooks of one domain in one transaction: locks the webhooks, remembers their signed deliveries,
   * reads the stored state of their heartbeats and event keys, calls `decide` for the outcomes and writes them. Skips webhooks that are `busy`, or `changed` because
   * `segmentIds` are not their oldest pending segments.
   * @returns one result per commit, in the order of `commits`
   * @throws UnstorableError when the database refuses a value
   */
  abstract commit(commits: readonly WebhookCommit[]): Promise<readonly CommitResult[]>;

  /**
   * Postpones a webhook for a pause that grows with each failed attempt. Until then it has nothing pending. A commit resets the
   * attempts.
   * @param reason shown as the last error of the webhook
   * @param candidates the deliveries for which the plugin failed; if omitted, the stored ones are kept
   */
  abstract postpone(
    webhook: DeliveryTarget,
    reason: string,
    candidates?: readonly PoisonCandidate[],
  ): Promise<void>;

  /** Returns the deliveries that the webhook waited for when it was last postponed. Some may be processed since. */
  abstract findPoisonCandidates(webhook: DeliveryTarget): Promise<readonly PoisonCandidate[]>;

  /** Returns whether the database would accept the correlation of these alarms. Writes nothing. */
  abstract canStore(
    webhook: ProcessedWebhook,
    alarms: readonly Alarm[],
    correlate: (known: KnownState) => Correlation,
  ): Promise<boolean>;

  /** Returns whether the error only means that the database is unavailable. The same work may succeed later. */
  abstract isDatabaseUnavailable(error: unknown): boolean;
}

/** The database refuses a value. A retry cannot succeed; the alarm with that value must be found and quarantined. */
export class UnstorableError extends Error {}
