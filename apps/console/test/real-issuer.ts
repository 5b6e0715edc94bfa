import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT_ID = 'console';
export const CLIENT_SECRET = 'of the console';

/** The users of the issuer by name, with the claims of their tokens. */
export type Accounts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface RealIssuer {
  readonly url: string;
  close(): void;
}

/** Starts a certified OpenID Connect provider whose users sign in with their name and any password. */
export async function startRealIssuer(redirectUri: string, accounts: Accounts): Promise<RealIssuer> {
  const server = createServer((request, response) => void handle(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const handle = new Provider(url, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    cookies: { keys: ['only for this test'] },
    claims: { openid: ['sub', 'domain_id', 'role'] },
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts[accountId] }),
    }),
  }).callback();
  return {
    url,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
