import { Logger } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';

const TIMEOUT_MS = 5_000;
/** A key that the issuer has revoked is trusted for at most this time. */
const MAX_KEY_AGE_MS = 5 * 60_000;
/** Tokens with invented key ids must not cause a flood of requests to the issuer. */
const REFRESH_COOLDOWN_MS = 5_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** Caches the public keys of an issuer, which are found by its discovery document. */
export class IssuerKeys {
  private readonly logger = new Logger('Oidc');
  private keys: Promise<RemoteKeys> | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly issuer: string) {}

  /**
   * Returns the public key for a token.
   * @throws ERROR_UNAVAILABLE when the key is not cached and the issuer does not answer
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const cached = await this.keys?.catch(() => undefined);
    const isPaused = performance.now() - this.failedAt < PAUSE_AFTER_FAILURE_MS;
    if (isPaused && !cached?.fresh) throw createUnavailableError();
    try {
      this.keys ??= this.discover();
      return await (
        await this.keys
      )(header, token);
    } catch (error) {
      if (isTokenError(error)) throw error;
      this.failedAt = performance.now();
      this.logger.warn(`the issuer's keys cannot be read: ${getLogMessage(error)}`);
      // The address of the keys may have changed, so it is discovered again, unless the cached keys are still trusted.
      if (!cached?.fresh) this.keys = undefined;
      throw createUnavailableError(error);
    }
  };

  private async discover(): Promise<RemoteKeys> {
    const response = await fetch(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`its discovery document was answered with status ${response.status}`);
    const { issuer, jwks_uri } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (issuer !== this.issuer)
      throw new Error('its discovery document names another issuer than OIDC_ISSUER');
    if (typeof jwks_uri !== 'string' || !URL.canParse(jwks_uri)) {
      throw new Error('its discovery document has no valid jwks_uri');
    }
    const url = new URL(jwks_uri);
    if (url.protocol !== 'https:' && url.protocol !== new URL(this.issuer).protocol) {
      throw new Error('its jwks_uri is not https');
    }
    return createRemoteJWKSet(url, {
      timeoutDuration: TIMEOUT_MS,
      cacheMaxAge: MAX_KEY_AGE_MS,
      cooldownDuration: REFRESH_COOLDOWN_MS,
    });
  }
}

/** Returns whether the token is at fault: it names an unknown key, or several keys match. */
function isTokenError(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

function createUnavailableError(cause?: unknown): DomainError {
  return DomainError.unavailable('Tokens cannot be checked: the issuer does not answer', 5, cause);
}
