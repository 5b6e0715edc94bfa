import { X509Certificate } from 'node:crypto';
import type { RequestOptions } from 'node:https';
import { CallFailedError, CallRefusedError, SnsClient } from '../application/sender-verification.js';
import {
  PublicHttpsAgent,
  ResponseTooLargeError,
  sendBoundedRequest,
} from '#shared/platform/outgoing/public-request.js';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 65_536;
const MAX_CERTIFICATES = 64;
const CERTIFICATE_TTL_MS = 86_400_000;

/** The agent checks the address on connect, after the host name is resolved. */
export class HttpsSnsClient extends SnsClient {
  private readonly certificates = new Map<
    string,
    { readonly expiresAt: number; readonly found: X509Certificate }
  >();
  private readonly agent: RequestOptions['agent'];

  /** @param agent replaced only in tests */
  constructor(agent?: RequestOptions['agent']) {
    super();
    this.agent = agent ?? new PublicHttpsAgent({ keepAlive: false });
  }

  async fetchCertificate(url: string): Promise<X509Certificate> {
    const cached = this.certificates.get(url);
    if (cached !== undefined && Date.now() < cached.expiresAt) return cached.found;
    const pem = await this.fetch(url);
    const found = parseCertificate(pem);
    if (this.certificates.size >= MAX_CERTIFICATES) this.certificates.clear();
    this.certificates.set(url, { expiresAt: Date.now() + CERTIFICATE_TTL_MS, found });
    return found;
  }

  async get(url: string): Promise<void> {
    await this.fetch(url);
  }

  private async fetch(url: string): Promise<string> {
    const target = URL.parse(url);
    if (target?.protocol !== 'https:') throw new CallRefusedError('only https is called');
    const { status, text } = await sendBoundedRequest(target, {
      agent: this.agent,
      headers: { 'user-agent': 'Tocsin' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maxResponseBytes: MAX_RESPONSE_BYTES,
    }).catch((error: Error) => {
      throw toCallError(error);
    });
    const refusal = toStatusError(status);
    if (refusal) throw refusal;
    return text;
  }
}

function parseCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new CallRefusedError('what is there is no certificate');
  }
}

/** Returns the error for a status. Redirects are not followed and count as refusals. */
function toStatusError(status: number): Error | undefined {
  if (status >= 200 && status < 300) return undefined;
  const message = `the sender's host answered ${status}`;
  return status >= 500 || status === 429 || status === 408
    ? new CallFailedError(message)
    : new CallRefusedError(message);
}

function toCallError(error: Error & { code?: string }): Error {
  if (error instanceof ResponseTooLargeError) return new CallRefusedError('the answer is too long');
  // The agent's own error is recognised by its message: it has no system error code.
  if (/is not allowed/i.test(error.message))
    return new CallRefusedError('its address is private: it is not called');
  if (error.name === 'TimeoutError') return new CallFailedError(`no answer within ${TIMEOUT_MS / 1000} s`);
  return new CallFailedError(error.code ?? 'it cannot be reached');
}
