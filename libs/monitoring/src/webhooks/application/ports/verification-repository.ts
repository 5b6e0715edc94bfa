import type { Scope } from '#shared/kernel/scope.js';
import type { Verification, VerifiedWebhook } from '../../domain/verification.js';
import type { Webhook } from '../../domain/webhook.js';

/** Wakes up a worker. A wake-up may be lost: the work itself is stored in the table. */
export abstract class VerificationQueue {
  /** Never throws: the sweep finds a verification whose wake-up was lost. */
  abstract wake(verification_id: string): Promise<void>;
}

/** The state of a verification is its row. The queue only wakes up a worker. */
export abstract class VerificationRepository {
  /**
   * Stores the verification that `request` returns as the latest one of a webhook. Returns the present one instead if it is
   * pending and the webhook was not changed since it was requested. The secrets of the webhook need not be readable.
   * @throws ERROR_NOT_FOUND
   */
  abstract add(
    scope: Scope,
    webhook_id: string,
    request: (webhook: VerifiedWebhook) => Verification,
  ): Promise<Verification>;

  /**
   * Counts an attempt before it runs, so that a crash counts too. Returns `undefined` if the verification is not pending, or while
   * another one of its domain runs: the others of all domains wait for the same few workers.
   */
  abstract begin(verification_id: string): Promise<Verification | undefined>;

  /**
   * Returns the webhook of a verification, which may have been deleted meanwhile.
   * @throws ERROR_UNAVAILABLE if its secrets cannot be decrypted
   */
  abstract findWebhook(verification: Verification): Promise<Webhook>;

  /** Tells the other workers that the attempt still runs. */
  abstract renew(verification_id: string): Promise<void>;

  /** Lets others of the domain begin until the attempt, which failed, is repeated. */
  abstract pause(verification: Verification): Promise<void>;

  /** Stores the result of a verification, unless another attempt has finished before. */
  abstract finish(verification: Verification): Promise<void>;

  /** Returns the verification of a domain that may begin now: the one that has waited longest. */
  abstract findNext(domain_id: string): Promise<string | undefined>;

  /**
   * Returns pending verifications that no worker seems to process: of each domain in which none runs, the one that has waited
   * longest. Each is returned to one caller only.
   */
  abstract claimOverdue(limit: number): Promise<readonly string[]>;
}
