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
import { messageOf } from '#shared/kernel/message-of.js';
import { callerIn, type ClaimNames } from './caller-in.js';

/** The timeout of a request to the issuer, in seconds. */
const TIMEOUT = 5;

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
  private found: Promise<Configuration> | undefined;

  constructor(private readonly options: CodeFlowOptions) {}

  get issuer(): string {
    return this.options.issuer;
  }

  /**
   * @returns the address to redirect the browser to, and the secrets to store
   * @throws ERROR_UNAVAILABLE when the issuer does not answer
   */
  async begin(): Promise<{ readonly url: string; readonly secrets: CodeFlowSecrets }> {
    const configuration = await this.configuration();
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
  ): Promise<ReturnType<typeof callerIn>> {
    const configuration = await this.configuration();
    const cameBack = new URL(this.options.redirect_uri);
    cameBack.search = response;
    try {
      const tokens = await authorizationCodeGrant(configuration, cameBack, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: code_verifier },
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      return claims && callerIn(claims, this.options.claims);
    } catch (error) {
      if (!isRefusal(error)) throw unavailable(error);
      // The reason of the refusal is logged for the operator. It contains neither the code nor a token.
      this.logger.warn(`a sign-in was refused: ${messageOf(error)}`);
      return undefined;
    }
  }

  private async configuration(): Promise<Configuration> {
    this.found ??= this.discover();
    try {
      return await this.found;
    } catch (error) {
      this.found = undefined;
      this.logger.warn(`the discovery document of the issuer cannot be read: ${messageOf(error)}`);
      throw unavailable(error);
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
    const authentication = client_secret === null ? undefined : bySecret(client_secret);
    return discovery(url, client_id, undefined, authentication, { execute, timeout: TIMEOUT });
  }
}

/** Sends the client secret in the header, unless the issuer accepts it only in the body. */
function bySecret(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const takesBasic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    (takesBasic ? basic : post)(server, ...rest);
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

function unavailable(cause: unknown): DomainError {
  return DomainError.unavailable('Nobody can sign in: the issuer does not answer', 5, cause);
}
