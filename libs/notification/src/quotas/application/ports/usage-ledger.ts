import type { Scope } from '#shared/kernel/scope.js';
import type { Remaining, QuotaLimit, Day } from '../../domain/quota-limit.js';
import type { ConsumptionOutcome, ConsumptionRequest, RetryMark } from '../../domain/consumption.js';

/** A protocol of a domain, identified by its quota or by its own id. */
export type ProtocolTarget =
  | { readonly quota_id: string; readonly protocol_id?: undefined }
  | { readonly quota_id?: undefined; readonly protocol_id: string };

export type ConsumptionToDecide = Omit<ConsumptionRequest, 'protocol_id' | 'quota_id'> & ProtocolTarget;

export interface ReleaseRequest {
  readonly consumption_id: string;
  /** The quota that the consumption must belong to. Without it, any. */
  readonly quota_id?: string | undefined;
  /** The amount that was not sent. Defaults to the whole amount. */
  readonly amount?: number | undefined;
  readonly mark?: RetryMark | undefined;
}

export interface Release {
  readonly consumption_id: string;
  readonly released: number;
  /** The day of the consumption, to which the amount is given back. */
  readonly day: Day;
  readonly limit: QuotaLimit;
  /** What remains today after the release. */
  readonly remaining: Remaining;
}

/** The usage of each domain, protocol and UTC day. It is the same for all processes. */
export abstract class UsageLedger {
  /**
   * Decides a consumption and stores it. All concurrent requests of all processes together are granted no more than the
   * limit. The result is durable when the promise resolves.
   * @throws ERROR_NOT_FOUND; ERROR_IDEMPOTENCY_MISMATCH; ERROR_UNAVAILABLE: the amount may have been consumed, and only a
   * retry with the same mark cannot consume it twice
   */
  abstract consume(request: ConsumptionToDecide): Promise<ConsumptionOutcome>;

  /**
   * Gives a consumption back on its own day. Possible once for each consumption.
   * @throws ERROR_NOT_FOUND; ERROR_CONFLICT if it was released before; ERROR_IDEMPOTENCY_MISMATCH
   */
  abstract release(scope: Scope, release: ReleaseRequest): Promise<Release>;
}
