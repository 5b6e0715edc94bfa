import type { FastifyReply } from 'fastify';

/** A limit as a caller is told of it. */
export interface RateLimitState {
  readonly policy: string;
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Seconds until there is more. */
  readonly reset: number;
}

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers), one item for each limit that applies. */
export function addRateLimits(reply: FastifyReply, states: readonly RateLimitState[]): void {
  for (const { policy, limit, window, remaining, reset } of states) {
    add(reply, 'ratelimit-policy', `"${policy}";q=${limit};w=${window}`);
    add(reply, 'ratelimit', `"${policy}";r=${remaining};t=${reset}`);
  }
}

function add(reply: FastifyReply, name: string, item: string): void {
  const given = reply.getHeader(name);
  reply.header(name, given === undefined ? item : `${String(given)}, ${item}`);
}
