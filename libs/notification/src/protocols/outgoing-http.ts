import type { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { findAddressRefusal, findOwnAddressRefusal } from '#shared/platform/outgoing/find-address-refusal.js';
import {
  findHostRefusal,
  PublicHttpAgent,
  PublicHttpsAgent,
} from '#shared/platform/outgoing/public-agents.js';
import { ResponseTooLargeError, sendBoundedRequest } from '#shared/platform/outgoing/bounded-request.js';

/** The maximum duration of a whole attempt, in milliseconds. */
export const TIMEOUT_MS = 10_000;
export const MAX_RESPONSE_BYTES = 64 * 1024;
/** Milliseconds. Shorter than receivers keep idle connections, so that none is closed while a request is on its way. */
const IDLE_TIMEOUT_MS = 1_000;
/** The number of characters of a response that are kept. */
const MAX_TEXT_LENGTH = 1_024;
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
  readonly body: string;
  /** The beginning of the body. */
  readonly text: string;
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
  private readonly agents: { readonly 'http:': Agent; readonly 'https:': Agent };

  private readonly hosts: readonly string[];
  private readonly publicUrl: string | undefined;

  constructor({ allow, hosts = [], publicUrl, lookup }: OutgoingHttpOptions) {
    this.hosts = hosts;
    this.publicUrl = publicUrl;
    // The number of connections is not limited. An attempt that had to wait for a connection to the same host could time out
    // unsent.
    const options = { keepAlive: true, timeout: IDLE_TIMEOUT_MS, allow, ...(lookup && { lookup }) };
    this.agents = { 'http:': new PublicHttpAgent(options), 'https:': new PublicHttpsAgent(options) };
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
      findAddressRefusal(target, this.selectAgent(target), SETTING)
    );
  }

  /** As {@link refusal}, for an address that is no option: only the operator's list of hosts may forbid it. */
  hostRefusal(url: string): string | undefined {
    return findHostRefusal(new URL(url), this.hosts);
  }

  /** Sends a request, by default a POST. Redirects are not followed. @throws NoResponseError */
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

  onApplicationShutdown(): void {
    this.agents['http:'].destroy();
    this.agents['https:'].destroy();
  }

  private selectAgent({ protocol }: URL): Agent {
    return this.agents[protocol === 'http:' ? 'http:' : 'https:'];
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
        agent: this.selectAgent(target),
        body,
        signal,
        maxResponseBytes: MAX_RESPONSE_BYTES,
      },
      headers: { ...headers, 'user-agent': 'tocsin' },
    });
    const { status, headers: responseHeaders, text } = response;
    return {
      status,
      retryAfter: responseHeaders['retry-after'],
      body: text,
      text: text.slice(0, MAX_TEXT_LENGTH),
    };
  }
}

function toNoResponseError(error: unknown, signal: AbortSignal): NoResponseError {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (error instanceof ResponseTooLargeError)
    return new NoResponseError(`answered with more than ${MAX_RESPONSE_BYTES / 1024} KiB`, false);
  if (signal.aborted) return new NoResponseError(`no answer within ${TIMEOUT_MS / 1000} seconds`, false);
  if (/is not allowed/.test(message))
    return new NoResponseError(`the address is not public, and not allowed by ${SETTING}`, true);
  if (code !== undefined && CONNECT_ERRORS.has(code))
    return new NoResponseError(`cannot be reached: ${code}`, true);
  if (code?.startsWith('HPE_')) return new NoResponseError('the answer is no HTTP', false);
  return new NoResponseError(`the connection failed${code === undefined ? '' : `: ${code}`}`, false);
}
