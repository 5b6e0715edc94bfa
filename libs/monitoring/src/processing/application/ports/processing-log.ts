import type { Alarm } from '../../domain/alarm.js';
import type { PendingDelivery } from '../../../intake/domain/delivery.js';
import type { ParsedSegment, ProcessedBatch } from '../../domain/process-batch.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import type { DeliveryTarget } from '../../../intake/application/ports/delivery-log.js';
import type { WebhookSettings } from '../../../webhooks/domain/webhook-settings.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';

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
  readonly name: string;
  readonly plugin_id: string;
  readonly plugin_version: string;
  readonly settings: Pick<WebhookSettings, 'labels'>;
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

/** The oldest pending segments of a webhook, parsed. */
export interface WebhookCommit {
  readonly webhook: AdmittedWebhook;
  readonly segments: readonly ParsedSegment[];
  /** Why alarms are quarantined instead of stored, by event id. */
  readonly refused: ReadonlyMap<string, string>;
}

export interface CommittedWebhook {
  readonly result: CommitResult;
  /** What was written; `undefined` if nothing was. */
  readonly batch?: ProcessedBatch;
  /** Pings that created no heartbeat, because the domain has reached its limit. */
  readonly refusedPings?: number;
}

export abstract class ProcessingLog {
  /** Reads the oldest unprocessed segments of webhooks of one domain, webhook after webhook. The total size is bounded. */
  abstract readPending(webhooks: readonly ReadPosition[]): Promise<PendingBatch>;

  /**
   * Commits batches of webhooks of one domain in one transaction. Skips webhooks that are `busy`, or `changed` because the
   * segments are not their oldest pending ones.
   * @returns one result per commit, in the order of `commits`
   * @throws UnstorableError when the database refuses a value
   */
  abstract commit(commits: readonly WebhookCommit[]): Promise<readonly CommittedWebhook[]>;

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
  abstract canStore(webhook: AdmittedWebhook, alarms: readonly Alarm[]): Promise<boolean>;

  /** Returns whether the error only means that the database is unavailable. The same work may succeed later. */
  abstract isDatabaseUnavailable(error: unknown): boolean;
}

/** The database refuses a value. A retry cannot succeed; the alarm with that value must be found and quarantined. */
export class UnstorableError extends Error {
  /** @param alarms the alarms that were to be stored */
  constructor(
    message: string,
    readonly alarms: readonly Alarm[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
