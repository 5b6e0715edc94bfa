import type { LookupFunction } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { Webhook } from 'standardwebhooks';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import {
  REMOTE_LIMITS,
  type RemotePluginClient,
  type RemoteResponse,
  type RemoteOptions,
} from '#senders/plugin-api/remote-plugin.js';
import {
  findAddressRefusal,
  findHostRefusal,
  findOwnAddressRefusal,
  PublicAgents,
  ResponseTooLargeError,
  sendBoundedRequest,
} from '#shared/platform/outgoing/public-request.js';

/** Where remote plugins are allowed. */
export abstract class RemotePluginLimits {
  /** Addresses and networks (CIDR) that are not public. */
  abstract readonly allow: readonly string[];
  /** The only hosts; all if empty. */
  readonly hosts?: readonly string[];
  /** Where senders reach the service, whose webhooks are refused. */
  readonly publicUrl?: string;
  /** Resolves host names; the system's resolver if omitted. */
  readonly lookup?: LookupFunction;
}

const {
  timeoutMs: TIMEOUT,
  breakerOpenMs: HALF_OPEN_AFTER_MS,
  failureThreshold: MAX_FAILURES,
} = REMOTE_LIMITS;
const MAX_BREAKERS = 1_000;

/**
 * Calls remote plugins with signed requests. The address is checked on connect, because a host name may have resolved to another
 * address before.
 */
@Injectable()
export class SignedRemoteClient implements RemotePluginClient, OnApplicationShutdown {
  private readonly breakers = new Map<string, CircuitBreakerPolicy>();
  private readonly agents: PublicAgents;

  private readonly hosts: readonly string[];
  private readonly publicUrl: string | undefined;

  constructor({ allow, hosts = [], publicUrl, lookup }: RemotePluginLimits) {
    this.hosts = hosts;
    this.publicUrl = publicUrl;
    this.agents = new PublicAgents({ keepAlive: true, maxSockets: 16, allow, ...(lookup && { lookup }) });
  }

  async post(
    { url, secret, timeout_ms = TIMEOUT.default }: RemoteOptions,
    path: 'parse' | 'verify',
    id: string,
    json: string,
  ): Promise<RemoteResponse> {
    const now = new Date();
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'tocsin',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, json),
    };
    const target = new URL(`${url.replace(/(?<!\/)\/+$/, '')}/${path}`);
    const refusal = findHostRefusal(target, this.hosts);
    if (refusal !== undefined)
      throw new PluginUnavailableError(`the address of the remote plugin ${refusal}`, HALF_OPEN_AFTER_MS);
    try {
      return await this.breakerOf(url).execute(async () => {
        const answer = await sendBoundedRequest(target, {
          method: 'POST',
          agent: this.agents.getAgent(target),
          headers,
          body: json,
          signal: AbortSignal.timeout(timeout_ms),
          maxResponseBytes: REMOTE_LIMITS.maxResponseBytes,
        });
        // For the circuit breaker a server error is a failure, like no answer at all.
        if (answer.status >= 500) throw new ServerErrorResponse(answer);
        return answer;
      });
    } catch (error) {
      if (error instanceof ServerErrorResponse) return error.answer;
      if (error instanceof ResponseTooLargeError)
        throw new Error('the remote plugin answered with more than 4 MiB', { cause: error });
      throw new PluginUnavailableError(describeFailure(error, timeout_ms), HALF_OPEN_AFTER_MS);
    }
  }

  async findAddressProblem(url: string): Promise<string | undefined> {
    if (!URL.canParse(url)) return 'must be an address like https://plugin.example.com';
    const target = new URL(url);
    if (target.protocol !== 'https:' && target.protocol !== 'http:')
      return 'must begin with https:// or http://';
    if (target.username !== '' || target.password !== '')
      return 'must not hold a user or password; use secret';
    if (target.search !== '' || target.hash !== '') return 'must not have a query or fragment';
    return (
      findOwnAddressRefusal(target, this.publicUrl) ??
      findHostRefusal(target, this.hosts) ??
      findAddressRefusal(target, this.agents.getAgent(target), 'REMOTE_PLUGIN_ALLOW')
    );
  }

  onApplicationShutdown(): void {
    this.agents.destroy();
  }

  private breakerOf(url: string): CircuitBreakerPolicy {
    const known = this.breakers.get(url);
    if (known !== undefined) return known;
    const [oldest] = this.breakers.keys();
    if (this.breakers.size >= MAX_BREAKERS && oldest !== undefined) this.breakers.delete(oldest);
    const breaker = circuitBreaker(
      handleWhen((error) => !(error instanceof ResponseTooLargeError)),
      {
        halfOpenAfter: HALF_OPEN_AFTER_MS,
        breaker: new ConsecutiveBreaker(MAX_FAILURES),
      },
    );
    this.breakers.set(url, breaker);
    return breaker;
  }
}

class ServerErrorResponse extends Error {
  constructor(readonly answer: RemoteResponse) {
    super(`answered ${answer.status}`);
  }
}

function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof BrokenCircuitError)
    return `the remote plugin failed ${MAX_FAILURES} times and is left alone for a while`;
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR')
    return `the remote plugin did not answer within ${timeoutMs} ms`;
  if (/is not allowed/.test(message ?? ''))
    return 'the address of the remote plugin is not public, and not allowed by REMOTE_PLUGIN_ALLOW';
  return `the remote plugin cannot be reached: ${code ?? message ?? 'no connection'}`;
}
