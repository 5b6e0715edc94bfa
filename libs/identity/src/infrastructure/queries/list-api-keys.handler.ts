import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { apiKeyInfo, type APIKeyInfo, type ShownApiKey } from '../../application/queries/api-key-info.js';
import { ListApiKeys } from '../../application/queries/list-api-keys.js';
import { API_KEYS } from './api-key-resource.js';

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(@Inject(QueryEngine) private readonly engine: QueryEngine) {}

  execute({ scope, filter, query, signal }: ListApiKeys): Promise<Page<Partial<APIKeyInfo>>> {
    const record = (row: ShownApiKey) => apiKeyInfo(row);
    return this.engine.list(
      API_KEYS,
      { scope, filter: { ...filter }, query, select: () => 'r.*', record },
      signal,
    );
  }
}
