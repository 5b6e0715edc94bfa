import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import {
  API_KEY_FIELDS,
  toApiKeyInfo,
  type APIKeyInfo,
  type PublicApiKey,
} from '../../application/queries/api-key-info.js';
import { ListApiKeys } from '../../application/queries/list-api-keys.js';
import { API_KEYS } from './api-key-resource.js';

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ filter, signal, ...request }: ListApiKeys): Promise<RawJson<Page<Partial<APIKeyInfo>>>> {
    const record = createRowSerializer((row: PublicApiKey) => toApiKeyInfo(row), API_KEY_FIELDS);
    return this.engine.list(API_KEYS, { ...request, filter: { ...filter }, record }, signal);
  }
}
