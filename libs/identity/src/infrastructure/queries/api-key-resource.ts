import {
  createGetHandler,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import {
  API_KEY_FIELDS,
  GetApiKey,
  ListApiKeys,
  StatApiKeys,
} from '../../application/queries/api-key-info.js';
import { API_KEY_STATES } from '../../domain/api-key.js';
import { hashSecret } from '../../domain/api-key-secret.js';

const API_KEY_RECORD = new RecordSerializer(API_KEY_FIELDS);
const API_KEY_QUERY = toQueryFields(API_KEY_FIELDS);

/** The fields that queries of API keys may use. The secret can only be compared as a whole. */
const API_KEYS: Resource = {
  name: 'API key',
  relation: 'api_key',
  id: 'api_key_id',
  ...API_KEY_QUERY,
  fields: {
    ...API_KEY_QUERY.fields,
    api_key: { type: 'secret', sql: 'r.secret_digest', digest: hashSecret },
  },
  keywords: ['api_key_id', 'user_id'],
  order: [{ key: 'api_key_id' }],
  minimal: ['api_key_id', 'state', 'user_id'],
};

/** The handlers of the queries of API keys. */
export const API_KEY_READS = [
  createGetHandler(GetApiKey, API_KEYS, API_KEY_RECORD, 'api_key', 'API key'),
  createListHandler(ListApiKeys, API_KEYS, API_KEY_RECORD),
  createStatHandler(StatApiKeys, API_KEYS, { states: API_KEY_STATES }),
];
