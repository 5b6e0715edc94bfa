import type { FastifyReply } from 'fastify';

/** The state of a rate limit, as responses describe it. */
export interface RateLimitState {
  readonly policy: string;
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Seconds until the limit is reset. */
  readonly reset: number;
}

/** Adds RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers), with one item for each limit that applies. */
export function addRateLimitHeaders(reply: FastifyReply, states: readonly RateLimitState[]): void {
  for (const { policy, limit, window, remaining, reset } of states) {
    appendHeader(reply, 'ratelimit-policy', `"${policy}";q=${limit};w=${window}`);
    appendHeader(reply, 'ratelimit', `"${policy}";r=${remaining};t=${reset}`);
  }
}

function appendHeader(reply: FastifyReply, name: string, item: string): void {
  const existing = reply.getHeader(name);
  reply.header(name, existing === undefined ? item : `${String(existing)}, ${item}`);
}
