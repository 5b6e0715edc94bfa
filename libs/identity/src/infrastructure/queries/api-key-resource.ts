import {
  createGetHandler,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import type { Resource } from '#shared/query/resource.js';
import { API_KEY_FIELDS, toApiKeyInfo, type PublicApiKey } from '../../application/queries/api-key-info.js';
import { GetApiKey, ListApiKeys, StatApiKeys } from '../../application/queries/read-api-keys.js';
import { API_KEY_STATES } from '../../domain/api-key.js';
import { hashSecret } from '../../domain/api-key-secret.js';

/** The fields that queries of API keys may use. The secret can only be compared as a whole. */
export const API_KEYS: Resource = {
  name: 'API key',
  relation: 'api_key',
  id: 'api_key_id',
  fields: {
    api_key_id: { type: 'id', kind: 'api_key', sql: 'r.api_key_id', required: true },
    api_key: { type: 'secret', sql: 'r.secret_digest', digest: hashSecret },
    name: { type: 'text', sql: 'r.name' },
    role: { type: 'enum', values: ['ADMIN', 'MEMBER', 'VIEWER'], sql: 'r.role', required: true },
    state: { type: 'enum', values: API_KEY_STATES, none: 'NONE_STATE', sql: 'r.state', required: true },
    user_id: { type: 'text', sql: 'r.user_id', required: true },
    domain_id: { type: 'text', sql: 'r.domain_id', required: true },
    expires_at: { type: 'date', sql: 'r.expires_at' },
    last_accessed_at: { type: 'date', sql: 'r.last_accessed_at' },
    created_at: { type: 'date', sql: 'r.created_at', required: true },
  },
  record: API_KEY_FIELDS,
  keywords: ['api_key_id', 'user_id'],
  order: [{ key: 'api_key_id' }],
  minimal: ['api_key_id', 'state', 'user_id'],
};

const API_KEY_RECORD = createRowSerializer((row: PublicApiKey) => toApiKeyInfo(row), API_KEY_FIELDS);

/** The handlers of the queries of API keys. */
export const API_KEY_READS = [
  createGetHandler(GetApiKey, API_KEYS, API_KEY_RECORD, 'api_key', 'API key'),
  createListHandler(ListApiKeys, API_KEYS, API_KEY_RECORD),
  createStatHandler(StatApiKeys, API_KEYS, { states: API_KEY_STATES }),
];
