import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { ApiKeyState } from '../../domain/api-key.js';
import type { APIKeyInfo } from './api-key-info.js';

/** Fields that are set must be equal. */
export interface ApiKeyFilter {
  readonly api_key_id?: string | undefined;
  readonly state?: ApiKeyState | undefined;
  readonly user_id?: string | undefined;
}

/** Lists API keys in the order of creation, unless the query sets another order. */
export class ListApiKeys extends Query<RawJson<Page<Partial<APIKeyInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: ApiKeyFilter,
    readonly query: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
