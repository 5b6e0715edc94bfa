import { str, type CleanedEnv } from 'envalid';
import type { OidcConfig } from './config.js';
import { claimNames, issuerUrl } from './validators.js';

export const oidcSettings = {
  OIDC_ISSUER: {
    ...issuerUrl,
    default: undefined,
    desc: 'the issuer of tokens that are accepted besides API keys, exactly as in the claim iss',
  },
  OIDC_AUDIENCE: {
    ...str(),
    default: undefined,
    desc: 'the audience that the claim aud must contain; required with OIDC_ISSUER',
  },
  OIDC_CLAIMS: {
    ...claimNames,
    default: {},
    desc: 'the names of the claims with domain, user and role, if they are not domain_id, sub and role; the value of the role claim is ADMIN, MEMBER or VIEWER, or a list of them',
  },
  OIDC_CLIENT_ID: {
    ...str(),
    default: undefined,
    desc: 'the ID of the client as which users sign in to the console; its redirect URI is PUBLIC_URL followed by /console/',
  },
  OIDC_CLIENT_SECRET: { ...str(), default: undefined, desc: 'the secret of this client, if it has one' },
};

export function toOidcConfig(env: CleanedEnv<typeof oidcSettings>): OidcConfig | null {
  if (env.OIDC_ISSUER === undefined || env.OIDC_AUDIENCE === undefined) return null;
  const { domain_id = 'domain_id', user_id = 'sub', role = 'role' } = env.OIDC_CLAIMS;
  return {
    issuer: env.OIDC_ISSUER,
    audience: env.OIDC_AUDIENCE,
    claims: { domain: domain_id, user: user_id, role },
    client:
      env.OIDC_CLIENT_ID === undefined
        ? null
        : { client_id: env.OIDC_CLIENT_ID, client_secret: env.OIDC_CLIENT_SECRET ?? null },
  };
}
