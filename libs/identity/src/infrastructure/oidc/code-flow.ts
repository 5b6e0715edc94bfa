import { Logger } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { isIssuedInFuture, extractCaller, type ClaimNames } from './oidc-issuer.js';

/** The timeout of a request to the issuer, in seconds. */
const TIMEOUT_SECONDS = 5;
/** The pause after the discovery document could not be read. Anybody can begin a sign-in. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

export interface CodeFlowOptions {
  readonly issuer: string;
  readonly client_id: string;
  /** `null` for a public client. */
  readonly client_secret: string | null;
  /** The address that the issuer redirects the browser to, exactly as registered there. */
  readonly redirect_uri: string;
  readonly claims: ClaimNames;
}

/** The secrets of a sign-in, which only the browser that started it may know. */
export interface CodeFlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

/** Signs users in at an issuer with the authorization code flow of OpenID Connect and PKCE. */
export class CodeFlow {
  private readonly logger = new Logger('Oidc');
  private cachedConfiguration: Promise<Configuration> | undefined;
  /** Milliseconds of the monotonic clock. */
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: CodeFlowOptions) {}

  get issuer(): string {
    return this.options.issuer;
  }

  /**
   * @returns the address to redirect the browser to, and the secrets to store
   * @throws ERROR_UNAVAILABLE when the issuer does not answer
   */
  async begin(): Promise<{ readonly url: string; readonly secrets: CodeFlowSecrets }> {
    const configuration = await this.loadConfiguration();
    const secrets = { state: randomState(), nonce: randomNonce(), code_verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.options.redirect_uri,
      scope: 'openid profile',
      code_challenge: await calculatePKCECodeChallenge(secrets.code_verifier),
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
    });
    return { url: url.href, secrets };
  }

  /**
   * @param response the query string of the redirect back
   * @returns `undefined` when the sign-in was refused, or the token names no domain
   * @throws ERROR_UNAVAILABLE when the issuer does not answer
   */
  async finish(
    response: string,
    { state, nonce, code_verifier }: CodeFlowSecrets,
  ): Promise<ReturnType<typeof extractCaller>> {
    const configuration = await this.loadConfiguration();
    const redirectUrl = new URL(this.options.redirect_uri);
    redirectUrl.search = response;
    try {
      const tokens = await authorizationCodeGrant(configuration, redirectUrl, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: code_verifier },
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims && isIssuedInFuture(claims)) {
        this.logger.warn('a sign-in was refused: the ID token was issued in the future');
        return undefined;
      }
      return claims && extractCaller(claims, this.options.claims);
    } catch (error) {
      if (!isRefusal(error)) throw createUnavailableError(error);
      // The reason of the refusal is logged for the operator. It contains neither the code nor a token.
      this.logger.warn(`a sign-in was refused: ${getLogMessage(error)}`);
      return undefined;
    }
  }

  private async loadConfiguration(): Promise<Configuration> {
    if (performance.now() - this.failedAt < PAUSE_AFTER_FAILURE_MS) throw createUnavailableError();
    this.cachedConfiguration ??= this.discover();
    try {
      return await this.cachedConfiguration;
    } catch (error) {
      this.cachedConfiguration = undefined;
      this.failedAt = performance.now();
      this.logger.warn(`the discovery document of the issuer cannot be read: ${getLogMessage(error)}`);
      throw createUnavailableError(error);
    }
  }

  private async discover(): Promise<Configuration> {
    const { issuer, client_id, client_secret } = this.options;
    const url = new URL(issuer);
    // The validation of the setting allows http for this machine only.
    const execute = [
      enableNonRepudiationChecks,
      ...(url.protocol === 'http:' ? [allowInsecureRequests] : []),
    ];
    const authentication = client_secret === null ? undefined : createClientAuth(client_secret);
    return discovery(url, client_id, undefined, authentication, { execute, timeout: TIMEOUT_SECONDS });
  }
}

/** Sends the client secret in the header, unless the issuer accepts it only in the body. */
function createClientAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...args) => {
    const supportsBasic =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    (supportsBasic ? basic : post)(server, ...args);
  };
}

/**
 * Returns whether the issuer refused the sign-in or sent an invalid answer. Any other error means that it could not be
 * asked.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return true;
  if (error instanceof ResponseBodyError) return error.status < 500;
  return error instanceof ClientError && !['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(String(error.code));
}

function createUnavailableError(cause?: unknown): DomainError {
  return DomainError.unavailable('Nobody can sign in: the issuer does not answer', 5, cause);
}
