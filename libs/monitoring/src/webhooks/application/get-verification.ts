import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { VerificationInfo } from './webhook-info.js';

/** A verification once it is finished, or after so many seconds; at once when too many wait. @throws ERROR_NOT_FOUND */
export class GetVerification extends Query<VerificationInfo> {
  constructor(
    readonly scope: Scope,
    readonly verification_id: string,
    readonly wait_seconds = 0,
  ) {
    super();
  }
}
