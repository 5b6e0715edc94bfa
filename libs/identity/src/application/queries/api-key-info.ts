import { formatId } from '#shared/kernel/ids.js';
import { ROLES } from '#shared/kernel/scope.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { InfoOf, RecordFields } from '#shared/query/record.js';
import { API_KEY_STATES, type ApiKey, type ApiKeyState } from '../../domain/api-key.js';

/** What is shown of a key in place of all characters but the last four. */
const MASK = 'tocsin_…';

/** An API key as callers see it. */
export const API_KEY_FIELDS = {
  api_key_id: { type: 'id', kind: 'api_key' },
  api_key: {
    type: 'text',
    computed: `'${MASK}' || r.secret_last4`,
    description: 'The key. Complete only in the responses to creation and rotation; otherwise masked.',
    example: 'tocsin_…x7Gq',
  },
  name: { type: 'name', nullable: true },
  role: { type: 'enum', name: 'APIKeyRole', values: ROLES },
  state: { type: 'enum', name: 'APIKeyState', values: API_KEY_STATES, none: 'NONE_STATE' },
  user_id: { type: 'userId' },
  domain_id: { type: 'callerId' },
  expires_at: { type: 'date', nullable: true, example: '2099-12-31T23:59:59.000Z' },
  last_accessed_at: {
    type: 'date',
    nullable: true,
    description: 'The time of the last use, accurate to a minute.',
  },
  created_at: { type: 'date' },
} as const satisfies RecordFields;

export type APIKeyInfo = InfoOf<typeof API_KEY_FIELDS>;

/**
 * Returns the version of an API key. It covers what a caller can change: the state, and the secret, of which the last
 * four characters are visible.
 */
export function getApiKeyVersion({ state, api_key }: Pick<APIKeyInfo, 'state' | 'api_key'>): string {
  return `${state}-${api_key.slice(-4)}`;
}

export function toApiKeyInfo(apiKey: ApiKey, secret?: string): APIKeyInfo {
  const { name, role, state, user_id, domain_id } = apiKey;
  return {
    api_key_id: formatId('api_key', apiKey.api_key_id),
    api_key: secret ?? `${MASK}${apiKey.secret_last4}`,
    name,
    role,
    state,
    user_id,
    domain_id,
    expires_at: apiKey.expires_at?.toISOString() ?? null,
    last_accessed_at: apiKey.last_accessed_at?.toISOString() ?? null,
    created_at: apiKey.created_at.toISOString(),
  };
}

/** @throws ERROR_NOT_FOUND */
export class GetApiKey extends GetRecord<APIKeyInfo> {}

/** Fields that are set must be equal. */
interface ApiKeyFilter {
  readonly api_key_id?: string | undefined;
  readonly state?: ApiKeyState | undefined;
  readonly user_id?: string | undefined;
}

/** Lists API keys in the order of creation, unless the query sets another order. */
export class ListApiKeys extends ListRecords<APIKeyInfo, ApiKeyFilter> {}

/** Counts API keys. Without a query, the number of keys in each state. */
export class StatApiKeys extends StatRecords {}
