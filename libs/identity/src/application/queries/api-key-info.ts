import { formatId } from '#shared/kernel/ids.js';
import type { Role } from '#shared/kernel/scope.js';
import type { ApiKey, ApiKeyState } from '../../domain/api-key.js';

/** An API key as callers see it. */
export interface APIKeyInfo {
  readonly api_key_id: string;
  /** Complete in the response to its creation or rotation, masked otherwise. */
  readonly api_key: string;
  readonly name: string | null;
  readonly role: Role;
  readonly state: ApiKeyState;
  readonly user_id: string;
  readonly domain_id: string;
  readonly expires_at: string | null;
  readonly last_accessed_at: string | null;
  readonly created_at: string;
}

export const API_KEY_FIELDS: readonly (keyof APIKeyInfo)[] = [
  'api_key_id',
  'api_key',
  'name',
  'role',
  'state',
  'user_id',
  'domain_id',
  'expires_at',
  'last_accessed_at',
  'created_at',
];

/** The fields of an API key that callers may see. */
export type PublicApiKey = Pick<ApiKey, Exclude<keyof APIKeyInfo, 'api_key'> | 'secret_last4'>;

/**
 * Returns the version of an API key. It covers what a caller can change: the state, and the secret, of which the last
 * four characters are visible.
 */
export function getApiKeyVersion({ state, api_key }: Pick<APIKeyInfo, 'state' | 'api_key'>): string {
  return `${state}-${api_key.slice(-4)}`;
}

export function toApiKeyInfo(apiKey: PublicApiKey, secret?: string): APIKeyInfo {
  const { name, role, state, user_id, domain_id } = apiKey;
  return {
    api_key_id: formatId('api_key', apiKey.api_key_id),
    api_key: secret ?? `tocsin_…${apiKey.secret_last4}`,
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
