import type { Scope } from '#shared/kernel/scope.js';
import type { Verification } from '../../domain/verification.js';
import type { Webhook } from '../../domain/webhook.js';

/** Wakes up a worker. A wake-up may be lost: the work itself is stored in the table. */
export abstract class VerificationQueue {
  /** Never throws: the sweep finds a verification whose wake-up was lost. */
  abstract wake(verification_id: string): Promise<void>;
}

/** The state of a verification is its row. The queue only wakes up a worker. */
export abstract class VerificationRepository {
  /** Stores the verification that `request` returns as the latest one of a webhook. @throws ERROR_NOT_FOUND */
  abstract add(
    scope: Scope,
    webhook_id: string,
    request: (webhook: Webhook) => Verification,
  ): Promise<Verification>;

  /** Counts an attempt before it runs, so that a crash counts too. Returns `undefined` if the verification is not pending. */
  abstract begin(verification_id: string): Promise<PendingVerification | undefined>;

  /** Stores the result of a verification, unless another attempt has finished before. */
  abstract finish(verification: Verification): Promise<void>;

  /** Returns pending verifications that no worker seems to process. Each is returned to one caller only. */
  abstract claimOverdue(limit: number): Promise<readonly string[]>;
}

export interface PendingVerification {
  readonly verification: Verification;
  /** May have been deleted meanwhile. */
  readonly webhook: Webhook;
}
