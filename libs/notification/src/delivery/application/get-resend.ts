import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { ResendInfo } from '../domain/resend.js';

/** @throws ERROR_NOT_FOUND */
export class GetResend extends Query<ResendInfo> {
  constructor(
    readonly scope: Scope,
    readonly resend_id: string,
  ) {
    super();
  }
}
