import type { Scope } from '#shared/kernel/scope.js';
import type { Verification } from '../../domain/verification.js';
import type { Webhook } from '../../domain/webhook.js';

/** The state of a verification is its row; the queue only wakes somebody up. */
export abstract class VerificationRepository {
  /** Stores what `request` makes as the last verification of a webhook. @throws ERROR_NOT_FOUND */
  abstract add(
    scope: Scope,
    webhook_id: string,
    request: (webhook: Webhook) => Verification,
  ): Promise<Verification>;

  /** Counts an attempt, so that one that ends in a crash counts too. `undefined` when it is no longer pending. */
  abstract begin(verification_id: string): Promise<PendingVerification | undefined>;

  /** Stores the end of a verification, unless another attempt came to an end before. */
  abstract finish(verification: Verification): Promise<void>;

  /** Pending ones that nobody seems to work on, each returned to one caller only. */
  abstract claimOverdue(limit: number): Promise<readonly string[]>;
}

export interface PendingVerification {
  readonly verification: Verification;
  /** May have been deleted since. */
  readonly webhook: Webhook;
}
