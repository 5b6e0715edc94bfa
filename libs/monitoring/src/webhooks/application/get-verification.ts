import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { VerificationInfo } from './webhook-info.js';

/**
 * Returns a verification once it is finished, at the latest after `wait_seconds`. Does not wait if too many
 * callers of its domain, or in all, wait already.
 * @throws ERROR_NOT_FOUND
 */
export class GetVerification extends Query<VerificationInfo> {
  constructor(
    readonly scope: Scope,
    readonly verification_id: string,
    readonly wait_seconds: number,
    /** Aborted when the caller no longer waits. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}
