import { X509Certificate } from 'node:crypto';
import type { RequestOptions } from 'node:https';
import { CallFailedError, CallRefusedError, SnsClient } from '../application/ports/sns-client.js';
import { AnswerTooLongError, boundedRequest } from '#shared/platform/outgoing/bounded-request.js';
import { PublicHttpsAgent } from '#shared/platform/outgoing/public-agents.js';

const TIMEOUT_MS = 10_000;
const LONGEST_ANSWER = 65_536;
const CERTIFICATES = 64;
const CERTIFICATE_FOR_MS = 86_400_000;

/** The agent checks the address on connect, after the host name is resolved. */
export class HttpsSnsClient extends SnsClient {
  private readonly certificates = new Map<
    string,
    { readonly until: number; readonly found: X509Certificate }
  >();
  private readonly agent: RequestOptions['agent'];

  /** @param agent replaced only in tests */
  constructor(agent?: RequestOptions['agent']) {
    super();
    this.agent = agent ?? new PublicHttpsAgent({ keepAlive: false });
  }

  async certificate(url: string): Promise<X509Certificate> {
    const known = this.certificates.get(url);
    if (known !== undefined && Date.now() < known.until) return known.found;
    const pem = await this.fetch(url);
    const found = certificateIn(pem);
    if (this.certificates.size >= CERTIFICATES) this.certificates.clear();
    this.certificates.set(url, { until: Date.now() + CERTIFICATE_FOR_MS, found });
    return found;
  }

  async get(url: string): Promise<void> {
    await this.fetch(url);
  }

  private async fetch(url: string): Promise<string> {
    const target = URL.parse(url);
    if (target?.protocol !== 'https:') throw new CallRefusedError('only https is called');
    const { status, text } = await boundedRequest(target, {
      agent: this.agent,
      headers: { 'user-agent': 'Tocsin' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      longestAnswer: LONGEST_ANSWER,
    }).catch((error: Error) => {
      throw failureOf(error);
    });
    const refusal = refusalOf(status);
    if (refusal) throw refusal;
    return text;
  }
}

function certificateIn(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new CallRefusedError('what is there is no certificate');
  }
}

/** Returns the error for a status. Redirects are not followed and count as refusals. */
function refusalOf(status: number): Error | undefined {
  if (status >= 200 && status < 300) return undefined;
  const what = `the sender's host answered ${status}`;
  return status >= 500 || status === 429 || status === 408
    ? new CallFailedError(what)
    : new CallRefusedError(what);
}

function failureOf(error: Error & { code?: string }): Error {
  if (error instanceof AnswerTooLongError) return new CallRefusedError('the answer is too long');
  // The agent's own error is recognised by its message: it has no system error code.
  if (/is not allowed/i.test(error.message))
    return new CallRefusedError('its address is private: it is not called');
  if (error.name === 'TimeoutError') return new CallFailedError(`no answer within ${TIMEOUT_MS / 1000} s`);
  return new CallFailedError(error.code ?? 'it cannot be reached');
}
