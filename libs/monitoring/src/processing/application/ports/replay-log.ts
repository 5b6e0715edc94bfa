import type { Scope } from '#shared/kernel/scope.js';
import type { Alarm } from '../../domain/alarm.js';
import type { Delivery, Outcome } from '../../../intake/domain/delivery.js';
import type { Correlation, Known } from '../../domain/fold.js';
import type { SenderDecision } from '../../domain/sender-decision.js';
import type { ProcessedWebhook } from './processing-log.js';

/** A delivery that was processed once. Ids are uuids. */
export interface DeliveryToReplay {
  readonly delivery_id: string;
  readonly webhook_uuid: string;
  readonly delivery: Delivery;
}

export interface ReplayedDelivery {
  readonly correlation: Correlation;
  readonly decisions: readonly SenderDecision[];
  readonly outcomes: readonly Outcome[];
  /** Told what became of it, before the end of the transaction. */
  readonly written: (outcomes: readonly Outcome[]) => void;
}

export interface ReplayStep {
  readonly replay_id: string;
  readonly in_log: boolean;
}

/** The replay is over, as when somebody has cancelled it: no further delivery is replayed for it. */
export class ReplayOverError extends Error {}

export interface ReplayStepResult {
  readonly events: number;
  /** 0 or 1, with its reason. */
  readonly conflicts: number;
  readonly reason?: string;
}

/** On whose behalf: of somebody who asked for this delivery, or of a replay of many, which counts it. */
export type ReplayedFor =
  { readonly by: Scope } | { readonly step: ReplayStep; readonly result: () => ReplayStepResult };

/** Which deliveries of a webhook, in their order: those in quarantine first, then those in the log. */
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
  /** A delivery in quarantine. @throws ERROR_CONFLICT for one that was refused: only its beginning was kept. */
  abstract findQuarantined(domain_id: string, delivery_id: string): Promise<DeliveryToReplay | undefined>;

  /** How many deliveries a range has; in the log only those of which something was ignored. */
  abstract count(range: ReplayRange): Promise<number>;

  /** The next deliveries of a range, and after what to go on; without when there are no more. */
  abstract page(
    range: ReplayRange,
    limit: number,
  ): Promise<{ readonly deliveries: readonly DeliveryToReplay[]; readonly after?: string }>;

  /**
   * Locks the webhook, reads what became of the delivery and what is known of the keys of `alarms`, lets `decide` say
   * what is to become of it now (`undefined`: nothing) and writes that. All or nothing;
   * the step of a replay is counted with it, so that no death of a worker has it counted twice or never.
   * @param wanted its `result` is asked for after `decide`
   * @throws ReplayOverError, having written nothing; UnstorableError when the database refuses a value; ERROR_UNAVAILABLE while the webhook is held too long
   */
  abstract commit(
    webhook: ProcessedWebhook,
    stored: DeliveryToReplay,
    alarms: readonly Alarm[],
    decide: (known: Known, before: readonly Outcome[]) => ReplayedDelivery | undefined,
    wanted: ReplayedFor,
  ): Promise<void>;

  /** Whether the database would take what `correlate` makes of these alarms. Writes nothing. */
  abstract accepts(
    webhook: ProcessedWebhook,
    alarms: readonly Alarm[],
    correlate: (known: Known) => Correlation,
  ): Promise<boolean>;

  /** Whether an error says only that the database is out of reach for now: the same may succeed a little later. */
  abstract isAway(error: unknown): boolean;
}
