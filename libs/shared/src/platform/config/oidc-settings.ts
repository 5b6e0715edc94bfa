import { str, type CleanedEnv } from 'envalid';
import type { OidcConfig } from './config.js';
import { issuerUrl } from './validators.js';

export const oidcSettings = {
  OIDC_ISSUER: {
    ...issuerUrl,
    default: undefined,
    desc: 'the issuer of tokens that are accepted beside API keys, exactly as in the claim iss',
  },
  OIDC_AUDIENCE: {
    ...str(),
    default: undefined,
    desc: 'the audience that the claim aud must contain; required with OIDC_ISSUER',
  },
  OIDC_DOMAIN_CLAIM: { ...str(), default: 'domain_id', desc: 'the claim with the domain' },
  OIDC_USER_CLAIM: { ...str(), default: 'sub', desc: 'the claim with the user' },
  OIDC_ROLE_CLAIM: {
    ...str(),
    default: 'role',
    desc: 'the claim with ADMIN, MEMBER or VIEWER, or a list of them',
  },
  OIDC_CLIENT_ID: {
    ...str(),
    default: undefined,
    desc: 'the client that the console signs people in as; its redirect address is PUBLIC_URL with /console/ after it',
  },
  OIDC_CLIENT_SECRET: { ...str(), default: undefined, desc: 'the secret of this client, when it has one' },
};

export function readOidc(given: CleanedEnv<typeof oidcSettings>): OidcConfig | null {
  if (given.OIDC_ISSUER === undefined || given.OIDC_AUDIENCE === undefined) return null;
  return {
    issuer: given.OIDC_ISSUER,
    audience: given.OIDC_AUDIENCE,
    claims: {
      domain: given.OIDC_DOMAIN_CLAIM,
      user: given.OIDC_USER_CLAIM,
      role: given.OIDC_ROLE_CLAIM,
    },
    client:
      given.OIDC_CLIENT_ID === undefined
        ? null
        : { client_id: given.OIDC_CLIENT_ID, client_secret: given.OIDC_CLIENT_SECRET ?? null },
  };
}
