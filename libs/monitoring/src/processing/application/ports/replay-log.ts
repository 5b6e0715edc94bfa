import type { Scope } from '#shared/kernel/scope.js';
import type { Alarm } from '../../domain/alarm.js';
import type { Delivery, Outcome } from '../../../intake/domain/delivery.js';
import type { Correlation, KnownState } from '../../domain/correlation.js';
import type { SenderDecision } from '../../domain/sender-decision.js';
import type { ProcessedWebhook } from './processing-log.js';

/** A delivery that was processed before. Ids are uuids. */
export interface DeliveryToReplay {
  readonly delivery_id: string;
  readonly webhook_uuid: string;
  readonly delivery: Delivery;
}

export interface ReplayedDelivery {
  readonly correlation: Correlation;
  readonly decisions: readonly SenderDecision[];
  readonly outcomes: readonly Outcome[];
  /** Called with the final outcomes before the transaction ends. */
  readonly onWritten: (outcomes: readonly Outcome[]) => void;
}

export interface ReplayStep {
  readonly replay_id: string;
  readonly in_log: boolean;
}

/** The replay has ended, for example because it was cancelled. No further delivery is replayed. */
export class ReplayEndedError extends Error {}

export interface ReplayStepResult {
  readonly events: number;
  /** 0 or 1, with its reason. */
  readonly conflicts: number;
  readonly reason?: string;
}

/** Who asked for the replay: the caller who named this delivery, or a replay of many deliveries, which counts its steps. */
export type ReplayOrigin =
  { readonly by: Scope } | { readonly step: ReplayStep; readonly result: () => ReplayStepResult };

/** A range of deliveries of a webhook. A replay goes through those in quarantine first, then through the log. */
export interface ReplayRange {
  readonly webhook_uuid: string;
  readonly domain_id: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly in_log: boolean;
  readonly after: string;
}

export abstract class ReplayLog {
  /** Finds a delivery in quarantine. @throws ERROR_CONFLICT if it was refused */
  abstract findQuarantined(domain_id: string, delivery_id: string): Promise<DeliveryToReplay | undefined>;

  /** Counts the deliveries of a range; in the log, only those with an outcome that a replay may change. */
  abstract count(range: ReplayRange): Promise<number>;

  /** Returns the next deliveries of a range and the position to continue after, which is missing at the end of the range. */
  abstract readPage(
    range: ReplayRange,
    limit: number,
  ): Promise<{ readonly deliveries: readonly DeliveryToReplay[]; readonly after?: string }>;

  /**
   * Replays one delivery in one transaction: locks the webhook, reads the previous outcomes and the stored state of the keys of
   * `alarms`, calls `decide` for the new outcomes (`undefined`: change nothing) and writes them. The step of a replay is counted
   * in the same transaction, so that a worker crash cannot make it count twice or never.
   * @param origin its `result` is called after `decide`
   * @throws ReplayEndedError, having written nothing; UnstorableError when the database refuses a value; ERROR_UNAVAILABLE if the
   * lock of the webhook cannot be taken in time
   */
  abstract commit(
    webhook: ProcessedWebhook,
    stored: DeliveryToReplay,
    alarms: readonly Alarm[],
    decide: (known: KnownState, before: readonly Outcome[]) => ReplayedDelivery | undefined,
    origin: ReplayOrigin,
  ): Promise<void>;

  /** Returns whether the database would accept the correlation of these alarms. Writes nothing. */
  abstract canStore(
    webhook: ProcessedWebhook,
    alarms: readonly Alarm[],
    correlate: (known: KnownState) => Correlation,
  ): Promise<boolean>;

  /** Returns whether the error only means that the database is unavailable. The same work may succeed later. */
  abstract isDatabaseUnavailable(error: unknown): boolean;
}
