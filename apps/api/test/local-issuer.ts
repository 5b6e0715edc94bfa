import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';

export interface IssuerKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function createIssuerKey(kid: string, algorithm = 'RS256'): Promise<IssuerKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { kid, algorithm, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm } };
}

/** A local OpenID Connect issuer with only the parts that checking tokens and refusing codes need. */
export class LocalIssuer {
  /** The published keys. */
  keys: IssuerKey[] = [];
  /** The fault that it answers with instead of its documents. */
  fault: 'status' | 'html' | 'redirect' | undefined;
  requestCount = 0;
  /** The codes that it was asked to exchange. It refuses all of them. */
  codeCount = 0;
  private server: Server | undefined;
  url = '';

  async start(port = 0): Promise<void> {
    const server = createServer((request, response) => {
      this.requestCount += 1;
      if (this.fault === 'status') return response.writeHead(500).end();
      if (this.fault === 'html') return response.end('<html>');
      if (this.fault === 'redirect') return response.writeHead(302, { location: `${this.url}/x` }).end();
      const [authorization_endpoint, token_endpoint] = [`${this.url}/authorize`, `${this.url}/token`];
      const description = {
        issuer: this.url,
        jwks_uri: `${this.url}/keys`,
        authorization_endpoint,
        token_endpoint,
      };
      const isKeyRequest = request.url === '/keys';
      response.setHeader('content-type', 'application/json');
      if (request.url === '/token') {
        this.codeCount += 1;
        return response.writeHead(400).end('{"error":"invalid_grant"}');
      }
      return response.end(
        JSON.stringify(isKeyRequest ? { keys: this.keys.map(({ jwk }) => jwk) } : description),
      );
    });
    this.server = server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    this.server?.close();
    if (this.server?.listening) await once(this.server, 'close');
  }

  /** Returns a token that is valid except for the given claims and header; `undefined` omits a claim. */
  token(key: IssuerKey, claims: JWTPayload = {}, header: object = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: this.url, aud: 'tocsin', sub: 'ada', exp: now + 600, domain_id: 'd1', ...claims };
    const given = Object.entries(payload).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(given))
      .setProtectedHeader({ alg: key.algorithm, kid: key.kid, ...header })
      .sign(key.privateKey, { crit: { 'unheard-of': true } });
  }
}
