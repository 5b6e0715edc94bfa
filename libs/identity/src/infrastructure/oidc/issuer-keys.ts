import { Logger } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { DomainError } from '#shared/kernel/domain-error.js';
import { messageOf } from '#shared/kernel/message-of.js';

const TIMEOUT_MS = 5_000;
/** A key that the issuer withdrew is trusted no longer than this. */
const TRUST_FOR_MS = 5 * 60_000;
/** Tokens with made-up key ids must not make this service a flood for the issuer. */
const ASK_AGAIN_AFTER_MS = 5_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** The public keys of an issuer, found by its description and kept for a while. */
export class IssuerKeys {
  private readonly logger = new Logger('Oidc');
  private keys: Promise<RemoteKeys> | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly issuer: string) {}

  /** @throws ERROR_UNAVAILABLE when the issuer does not answer and the key is not known */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const known = await this.keys?.catch(() => undefined);
    const isPause = performance.now() - this.failedAt < PAUSE_AFTER_FAILURE_MS;
    if (isPause && !known?.fresh) throw unavailable();
    try {
      this.keys ??= this.discover();
      return await (
        await this.keys
      )(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw error;
      this.failedAt = performance.now();
      this.logger.warn(`the issuer's keys cannot be read: ${messageOf(error)}`);
      // Where the keys are may have changed; those that are still trusted are kept.
      if (!known?.fresh) this.keys = undefined;
      throw unavailable(error);
    }
  };

  private async discover(): Promise<RemoteKeys> {
    const response = await fetch(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`its description is answered with ${response.status}`);
    const { issuer, jwks_uri } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (issuer !== this.issuer) throw new Error('its description names another issuer than OIDC_ISSUER');
    if (typeof jwks_uri !== 'string' || !URL.canParse(jwks_uri)) {
      throw new Error('its description names no jwks_uri');
    }
    const url = new URL(jwks_uri);
    if (url.protocol !== 'https:' && url.protocol !== new URL(this.issuer).protocol) {
      throw new Error('its jwks_uri is not https');
    }
    return createRemoteJWKSet(url, {
      timeoutDuration: TIMEOUT_MS,
      cacheMaxAge: TRUST_FOR_MS,
      cooldownDuration: ASK_AGAIN_AFTER_MS,
    });
  }
}

/** The token names a key that the issuer does not have, or none that can be told apart. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

function unavailable(cause?: unknown): DomainError {
  return DomainError.unavailable('Tokens cannot be checked: the issuer does not answer', 5, cause);
}
