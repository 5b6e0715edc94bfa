import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { AlertInfo } from '../domain/alert-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetAlert extends Query<Partial<AlertInfo>> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
