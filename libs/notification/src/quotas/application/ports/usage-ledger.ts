import type { Scope } from '#shared/kernel/scope.js';
import type { Remaining } from '../../domain/allowance.js';
import type { ConsumptionOutcome, ConsumptionRequest, RetryMark } from '../../domain/consumption.js';
import type { QuotaLimit } from '../../domain/quota-limit.js';
import type { Day } from '../../domain/utc-window.js';

/** Names a protocol in a domain: by its quota, or itself. */
export type ProtocolTarget =
  | { readonly quota_id: string; readonly protocol_id?: undefined }
  | { readonly quota_id?: undefined; readonly protocol_id: string };

export type ConsumptionToDecide = Omit<ConsumptionRequest, 'protocol_id' | 'quota_id'> & ProtocolTarget;

export interface ReleaseToDo {
  readonly consumption_id: string;
  /** The quota it was taken from; without one whatever it was taken from. */
  readonly quota_id?: string | undefined;
  /** All of it when left out. */
  readonly amount?: number | undefined;
  readonly mark?: RetryMark | undefined;
  readonly at: Date;
}

export interface Release {
  readonly consumption_id: string;
  readonly released: number;
  /** The day it was consumed on and is given back to. */
  readonly day: Day;
  readonly limit: QuotaLimit;
  /** Today, after it. */
  readonly remaining: Remaining;
}

/** What was used, whoever asks and however many at once. Usage belongs to domain, protocol and UTC day. */
export abstract class UsageLedger {
  /**
   * Durable once it resolves. Of all that ask at once, on every process, no more is granted than the limit allows.
   * @throws ERROR_NOT_FOUND; ERROR_IDEMPOTENCY_MISMATCH; ERROR_UNAVAILABLE, after which only a retry with a mark
   * is sure not to consume twice
   */
  abstract consume(request: ConsumptionToDecide): Promise<ConsumptionOutcome>;

  /**
   * Each consumption is given back once, on its own day.
   * @throws ERROR_NOT_FOUND; ERROR_CONFLICT when it was given back before; ERROR_IDEMPOTENCY_MISMATCH
   */
  abstract release(scope: Scope, release: ReleaseToDo): Promise<Release>;
}
