import { DomainError } from '#shared/kernel/domain-error.js';
import { newUuid } from '#shared/kernel/ids.js';
import type { Role } from '#shared/kernel/scope.js';
import { digestOf } from './api-key-secret.js';

export const API_KEY_STATES = ['ENABLED', 'DISABLED'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

export interface NewApiKey {
  readonly domain_id: string;
  readonly user_id: string;
  readonly name: string | null;
  readonly role: Role;
  readonly expires_at: Date | null;
}

/** A credential of one user in one domain. */
export class ApiKey {
  /** uuid */
  api_key_id!: string;
  domain_id!: string;
  user_id!: string;
  name!: string | null;
  role!: Role;
  state!: ApiKeyState;
  secret_digest!: Buffer;
  secret_last4!: string;
  expires_at!: Date | null;
  last_accessed_at!: Date | null;
  created_at!: Date;

  /** @throws ERROR_INVALID_PARAMETER when it would have expired already */
  static issue(wanted: NewApiKey, secret: string, now: Date): ApiKey {
    if (wanted.expires_at && wanted.expires_at <= now)
      throw DomainError.invalid('expires_at', 'must be in the future');
    return Object.assign(new ApiKey(), wanted, {
      api_key_id: newUuid(now),
      state: 'ENABLED' as const,
      secret_digest: digestOf(secret),
      secret_last4: secret.slice(-4),
      last_accessed_at: null,
      created_at: now,
    });
  }
}
