import { DomainError } from '#shared/kernel/domain-error.js';
import { planRotation, type RotationTerms } from '#shared/kernel/rotation.js';
import { newUuid } from '#shared/kernel/ids.js';
import { OPERATOR, type Role } from '#shared/kernel/scope.js';
import { hashSecret } from './api-key-secret.js';

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
  /** The digest of the previous secret, while its grace period lasts. */
  previous_secret_digest!: Buffer | null;
  previous_secret_expires_at!: Date | null;
  expires_at!: Date | null;
  last_accessed_at!: Date | null;
  created_at!: Date;

  /** @throws ERROR_INVALID_PARAMETER when it would already be expired, or have the name of the operator */
  static issue(fields: NewApiKey, secret: string, now: Date): ApiKey {
    if (fields.expires_at && fields.expires_at <= now)
      throw DomainError.invalid('expires_at', 'must be in the future');
    if (fields.user_id === OPERATOR)
      throw DomainError.invalid('user_id', `must not be ${OPERATOR}, which is the name of the operator`);
    return Object.assign(new ApiKey(), fields, {
      api_key_id: newUuid(now),
      state: 'ENABLED' as const,
      secret_digest: hashSecret(secret),
      secret_last4: secret.slice(-4),
      previous_secret_digest: null,
      previous_secret_expires_at: null,
      last_accessed_at: null,
      created_at: now,
    });
  }

  /** Returns whether the state changed. A repeated command writes nothing. */
  enable(): boolean {
    return this.setState('ENABLED');
  }

  disable(): boolean {
    return this.setState('DISABLED');
  }

  /** Replaces the secret. The current one stays valid for the grace period. @throws as {@link planRotation} */
  rotate(secret: string, terms: RotationTerms, now: Date): true {
    const expiresAt = planRotation(terms, this.previous_secret_expires_at, now);
    this.previous_secret_digest = expiresAt === null ? null : this.secret_digest;
    this.previous_secret_expires_at = expiresAt;
    this.secret_digest = hashSecret(secret);
    this.secret_last4 = secret.slice(-4);
    return true;
  }

  private setState(state: ApiKeyState): boolean {
    if (this.state === state) return false;
    this.state = state;
    return true;
  }
}
