import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import type { Caller } from '#shared/kernel/scope.js';
import { callerIn, type ClaimNames } from './caller-in.js';
import { isAccessToken } from './is-access-token.js';
import { IssuerKeys } from './issuer-keys.js';

export interface OidcIssuerOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly claims: ClaimNames;
}

/** No secret in them that both sides know: who could check a token could also make one. Which of them, the issuer's keys say. */
const ASYMMETRIC = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** Clocks differ a little: without it a token would be refused in the second it was made. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Who a bearer token of an OpenID Connect issuer speaks for. */
export class OidcIssuer {
  private readonly keys: IssuerKeys;

  constructor(private readonly options: OidcIssuerOptions) {
    this.keys = new IssuerKeys(options.issuer);
  }

  /** Whether a text says of itself that it is a token of this issuer: nothing else is worth asking for keys. */
  claims(text: string): boolean {
    try {
      return decodeJwt(text).iss === this.options.issuer;
    } catch {
      return false;
    }
  }

  /**
   * `undefined` for a token that is not valid, for whatever reason. Never the root key.
   * @throws ERROR_UNAVAILABLE when the issuer's keys cannot be read
   */
  async callerOf(token: string): Promise<Caller | undefined> {
    const { issuer, audience, claims } = this.options;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.keys.find, {
        issuer,
        audience,
        algorithms: ASYMMETRIC,
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      if (!isAccessToken(protectedHeader, payload) || isOfTheFuture(payload)) return undefined;
      return callerIn(payload, claims);
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

/** Which the check of the signature leaves to whoever sets an age. */
function isOfTheFuture({ iat }: JWTPayload): boolean {
  return iat !== undefined && !(iat <= Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS);
}
