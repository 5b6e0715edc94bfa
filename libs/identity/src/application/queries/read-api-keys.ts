import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { ApiKeyState } from '../../domain/api-key.js';
import type { APIKeyInfo } from './api-key-info.js';

/** @throws ERROR_NOT_FOUND */
export class GetApiKey extends GetRecord<APIKeyInfo> {}

/** Fields that are set must be equal. */
export interface ApiKeyFilter {
  readonly api_key_id?: string | undefined;
  readonly state?: ApiKeyState | undefined;
  readonly user_id?: string | undefined;
}

/** Lists API keys in the order of creation, unless the query sets another order. */
export class ListApiKeys extends ListRecords<APIKeyInfo, ApiKeyFilter> {}

/** Counts API keys. Without a query, the number of keys in each state. */
export class StatApiKeys extends StatRecords {}
