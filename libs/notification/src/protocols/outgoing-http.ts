import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  findAddressRefusal,
  findHostRefusal,
  findOwnAddressRefusal,
  PublicAgents,
  ResponseTooLargeError,
  sendBoundedRequest,
  type BoundedResponse,
} from '#shared/platform/outgoing/public-request.js';

/** The maximum duration of a whole attempt, in milliseconds. */
export const TIMEOUT_MS = 10_000;
export const MAX_RESPONSE_BYTES = 64 * 1024;
/** Milliseconds. Shorter than receivers keep idle connections, so that none is closed while a request is on its way. */
const IDLE_TIMEOUT_MS = 1_000;
/** The number of characters of a response that are kept. */
const MAX_TEXT_LENGTH = 1_024;
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const SETTING = 'NOTIFICATION_ALLOW';
/** Errors while connecting: nothing was sent. */
const CONNECT_ERRORS = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export abstract class OutgoingHttpOptions {
  /** Allowed addresses and networks (CIDR), in addition to public ones. */
  abstract readonly allow: readonly string[];
  /** The only hosts that may be posted to; all if empty. */
  readonly hosts?: readonly string[];
  /** Where senders reach the service, whose webhooks are refused. */
  readonly publicUrl?: string;
  /** Resolves host names. Defaults to the resolver of the system. */
  readonly lookup?: LookupFunction;
}

export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Its beginning, if it is longer than 64 KiB or does not end in time. */
  readonly body: string;
  /** The beginning of the body. */
  readonly text: string;
  /** Whether the body did not end. */
  readonly isCut?: boolean;
}

export interface DownloadLimits {
  /** Ends the download. */
  readonly signal: AbortSignal;
  /** For all redirects together. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** There was no response. The message contains nothing of the request. */
export class NoResponseError extends Error {
  constructor(
    message: string,
    /** Whether nothing can have reached the receiver. */
    readonly nothingLeft: boolean,
  ) {
    super(message);
  }
}

/**
 * Posts to addresses of callers. An address is checked when the connection is made, so a host name that has changed since
 * cannot lead to a private network.
 */
@Injectable()
export class OutgoingHttp implements OnApplicationShutdown {
  private readonly agents: PublicAgents;
  private readonly hosts: readonly string[];
  private readonly publicUrl: string | undefined;

  constructor({ allow, hosts = [], publicUrl, lookup }: OutgoingHttpOptions) {
    this.hosts = hosts;
    this.publicUrl = publicUrl;
    // The number of connections is not limited. An attempt that had to wait for a connection to the same host could time out
    // unsent.
    this.agents = new PublicAgents({
      ...{ keepAlive: true, timeout: IDLE_TIMEOUT_MS, allow },
      ...(lookup && { lookup }),
    });
  }

  /** Returns why an address cannot be posted to, as the end of a sentence; `undefined` if it can. */
  async refusal(url: string): Promise<string | undefined> {
    if (!URL.canParse(url)) return 'must be an address like https://example.com/hook';
    const target = new URL(url);
    if (target.protocol !== 'https:' && target.protocol !== 'http:')
      return 'must begin with https:// or http://';
    if (target.username !== '' || target.password !== '') return 'must not hold a user or password';
    if (target.hash !== '') return 'must not have a fragment';
    return (
      findOwnAddressRefusal(target, this.publicUrl) ??
      this.hostRefusal(url) ??
      findAddressRefusal(target, this.agents.getAgent(target), SETTING)
    );
  }

  /** As {@link refusal}, for an address that is no option: only the operator's list of hosts may forbid it. */
  hostRefusal(url: string): string | undefined {
    return findHostRefusal(new URL(url), this.hosts);
  }

  /**
   * Sends a request, by default a POST. Redirects are not followed. Of a long or slow body only the beginning is read.
   * @throws NoResponseError
   */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    signal = AbortSignal.timeout(TIMEOUT_MS),
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<HttpResponse> {
    const refusal = this.hostRefusal(url);
    if (refusal !== undefined) throw new NoResponseError(`the address ${refusal}`, true);
    try {
      return await this.request(method, new URL(url), headers, body, signal);
    } catch (error) {
      throw toNoResponseError(error, signal);
    }
  }

  /**
   * Reads an address of a caller, and follows redirects to addresses that may be sent to as well. Errors contain none of the
   * addresses.
   * @throws NoResponseError
   */
  async download(
    url: string,
    headers: Readonly<Record<string, string>>,
    { signal: stop, timeoutMs, maxBytes }: DownloadLimits,
  ): Promise<BoundedResponse> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    let target = new URL(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const refusal = redirects === 0 ? this.hostRefusal(url) : await this.refusal(target.href);
      if (refusal !== undefined)
        throw new NoResponseError(
          `${redirects === 0 ? 'the address' : 'is redirected to one that'} ${refusal}`,
          true,
        );
      let response: BoundedResponse;
      try {
        response = await sendBoundedRequest(target, {
          ...{ method: 'GET', agent: this.agents.getAgent(target), signal, maxResponseBytes: maxBytes },
          headers: { ...headers, 'user-agent': 'tocsin' },
        });
      } catch (error) {
        throw toNoResponseError(error, signal, { timeoutMs, maxBytes });
      }
      const { location } = response.headers;
      if (!REDIRECTS.has(response.status) || location === undefined) return response;
      if (!URL.canParse(location, target.href))
        throw new NoResponseError('is redirected to no address', true);
      const next = new URL(location, target);
      if (target.protocol === 'https:' && next.protocol !== 'https:')
        throw new NoResponseError('is redirected from https:// to another protocol', true);
      target = next;
    }
    throw new NoResponseError(`is redirected more than ${MAX_REDIRECTS} times`, true);
  }

  onApplicationShutdown(): void {
    this.agents.destroy();
  }

  private async request(
    method: string,
    target: URL,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    // No retry, even if a kept connection is reset: the receiver may have read the request, and another one takes another
    // unit.
    const response = await sendBoundedRequest(target, {
      ...{
        method,
        agent: this.agents.getAgent(target),
        body,
        signal,
        maxResponseBytes: MAX_RESPONSE_BYTES,
        // Who answers has decided about the request. It is not sent again because of the rest of the answer.
        isStatusEnough: true,
      },
      headers: { ...headers, 'user-agent': 'tocsin' },
    });
    const { status, headers: responseHeaders, text, isCut } = response;
    return {
      status,
      retryAfter: responseHeaders['retry-after'] ?? readThrottledSeconds(responseHeaders),
      body: text,
      text: text.slice(0, MAX_TEXT_LENGTH),
      isCut,
    };
  }
}

/** Opsgenie says so how long it refuses requests: https://docs.opsgenie.com/docs/api-rate-limiting. */
function readThrottledSeconds(headers: IncomingHttpHeaders): string | undefined {
  const seconds = headers['x-ratelimit-period-in-sec'];
  return headers['x-ratelimit-state'] === 'THROTTLED' && typeof seconds === 'string' ? seconds : undefined;
}

function toNoResponseError(
  error: unknown,
  signal: AbortSignal,
  { timeoutMs, maxBytes } = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES },
): NoResponseError {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (error instanceof ResponseTooLargeError)
    return new NoResponseError(`answered with more than ${formatSize(maxBytes)}`, false);
  if (signal.aborted) return new NoResponseError(`no answer within ${timeoutMs / 1000} seconds`, false);
  if (/is not allowed/.test(message))
    return new NoResponseError(`the address is not public, and not allowed by ${SETTING}`, true);
  if (code !== undefined && CONNECT_ERRORS.has(code))
    return new NoResponseError(`cannot be reached: ${code}`, true);
  if (code?.startsWith('HPE_')) return new NoResponseError('the answer is no HTTP', false);
  return new NoResponseError(`the connection failed${code === undefined ? '' : `: ${code}`}`, false);
}

function formatSize(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`;
}
