import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { Delivery, Outcome } from '../../../intake/domain/delivery.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import type { Alarm } from '../../domain/alarm.js';
import type { ParsedAlarm } from '../../domain/parse-alarms.js';
import type { ReplayExtent } from '../../domain/replay-outcomes.js';

/** A delivery that was processed before. Ids are uuids. */
export interface DeliveryToReplay {
  readonly delivery_id: string;
  readonly webhook_uuid: string;
  readonly delivery: Delivery;
}

/** A delivery that was parsed again. */
export interface ReparsedDelivery extends DeliveryToReplay {
  readonly parsed: readonly ParsedAlarm[];
  readonly extent: ReplayExtent;
  /** Why alarms are quarantined instead of stored, by event id. */
  readonly refused: ReadonlyMap<string, string>;
}

export type ReplayResult =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'conflict'; readonly reason: string }
  | { readonly kind: 'replayed'; readonly created: number; readonly outcomes: readonly Outcome[] };

export interface ReplayStep {
  readonly replay_id: string;
  readonly in_log: boolean;
}

/** The replay has ended, for example because it was cancelled. No further delivery is replayed. */
export class ReplayEndedError extends Error {}

/** The webhook was deleted: its deliveries open no alerts any more. */
export class WebhookGoneError extends DomainError {
  constructor() {
    super('ERROR_CONFLICT', 'conflict', 'The webhook is gone');
  }
}

/** Who asked for the replay: the caller who named this delivery, or a replay of many deliveries, which counts its steps. */
export type ReplayOrigin = { readonly by: Scope } | { readonly step: ReplayStep };

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
   * Replays one delivery in one transaction. The step of a replay is counted in the same transaction, so that a worker crash
   * cannot make it count twice or never.
   * @throws ReplayEndedError and WebhookGoneError, having written nothing; UnstorableError when the database refuses a value;
   * ERROR_UNAVAILABLE if the lock of the webhook cannot be taken in time
   */
  abstract commit(
    webhook: AdmittedWebhook,
    delivery: ReparsedDelivery,
    origin: ReplayOrigin,
  ): Promise<ReplayResult>;

  /** Returns whether the database would accept the correlation of these alarms. Writes nothing. */
  abstract canStore(webhook: AdmittedWebhook, alarms: readonly Alarm[]): Promise<boolean>;

  /** Returns whether the error only means that the database is unavailable. The same work may succeed later. */
  abstract isDatabaseUnavailable(error: unknown): boolean;
}
