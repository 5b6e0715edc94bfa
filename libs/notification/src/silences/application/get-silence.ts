import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { SilenceInfo } from '../domain/silence-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetSilence extends Query<Partial<SilenceInfo>> {
  constructor(
    readonly scope: Scope,
    readonly silence_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
