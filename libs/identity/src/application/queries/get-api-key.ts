import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { APIKeyInfo } from './api-key-info.js';

/** @throws ERROR_NOT_FOUND */
export class GetApiKey extends Query<Partial<APIKeyInfo>> {
  constructor(
    readonly scope: Scope,
    readonly api_key_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
