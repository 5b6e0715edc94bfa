import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLimitSubject, type Caller } from '#shared/kernel/scope.js';
import type { RateLimits } from '#shared/platform/config/config.js';
import { toNetwork } from '../auth/caller.js';

export const RATE_LIMITS = Symbol('rate limits');

const WINDOW_SECONDS = 60;
/** A page takes six documents, so a tenth of the default limit is 100 pages a minute. */
const DOCUMENT_LIMIT_DIVISOR = 10;
/** Links of messages are opened by people, and by programs that check mails, of which many have one address. */
const LINK_LIMIT_DIVISOR = 10;
/** People need a few tests of a subscription. A program could flood whoever the subscription names. */
const VERIFICATION_LIMIT = 10;

/**
 * Limits the requests of each caller to this process. The counts are in memory: a round trip to a shared counter would
 * cost more than the requests that it prevents.
 */
@Injectable()
export class RequestLimits {
  private readonly keyLimit: RateLimit;
  private readonly documentLimit: RateLimit;
  private readonly linkLimit: RateLimit;
  private readonly pressLimit: RateLimit;
  private readonly inboundLimit: RateLimit;
  private readonly verificationLimit = new RateLimit('verification', VERIFICATION_LIMIT);

  constructor(@Inject(RATE_LIMITS) { perKey }: RateLimits) {
    this.keyLimit = new RateLimit('key', perKey);
    this.documentLimit = new RateLimit('document', Math.ceil(perKey / DOCUMENT_LIMIT_DIVISOR));
    this.inboundLimit = new RateLimit('inbound', perKey);
    this.linkLimit = new RateLimit('link', Math.ceil(perKey / LINK_LIMIT_DIVISOR));
    this.pressLimit = new RateLimit('press', perKey);
  }

  /**
   * Counts a request. The root key has no limit, so that the operator gets in even while one of their programs runs wild.
   * @throws ERROR_RATE_LIMITED when the caller has sent more than the limit in this minute
   */
  async take(caller: Caller, reply: FastifyReply): Promise<void> {
    if (caller.root) return;
    await this.keyLimit.take(getLimitSubject(caller), reply, 'Too many requests with this key');
  }

  /**
   * Counts a request for a document that needs no key.
   * @throws ERROR_RATE_LIMITED when the client's network has sent more than the limit in this minute
   */
  async takeDocument(address: string, reply: FastifyReply): Promise<void> {
    const refusal = 'Too many requests for documents from this address';
    await this.documentLimit.take(toNetwork(address), reply, refusal);
  }

  /**
   * Counts a request to a link of a message.
   * @throws ERROR_RATE_LIMITED when the client's network has sent more than the limit in this minute
   */
  async takeLink(address: string, reply: FastifyReply): Promise<void> {
    await this.linkLimit.take(toNetwork(address), reply, 'Too many links were opened from this address');
  }

  /**
   * Counts a press of a button, whoever posts it: Slack posts those of all its workspaces from a few networks.
   * @throws ERROR_RATE_LIMITED when the client's network has sent more than the limit in this minute
   */
  async takePress(address: string, reply: FastifyReply): Promise<void> {
    await this.pressLimit.take(toNetwork(address), reply, 'Too many buttons were pressed from this address');
  }

  /**
   * Counts a webhook of a receiver.
   * @throws ERROR_RATE_LIMITED when the client's network has sent more than the limit in this minute
   */
  async takeInbound(address: string, reply: FastifyReply): Promise<void> {
    await this.inboundLimit.take(toNetwork(address), reply, 'Too many webhooks come from this address');
  }

  /** Counts a test of a subscription. @throws ERROR_RATE_LIMITED when it was tested 10 times in this minute */
  async takeVerification(domain_id: string, subscription_id: string, reply: FastifyReply): Promise<void> {
    const refusal = `This subscription was tested ${VERIFICATION_LIMIT} times in this minute`;
    await this.verificationLimit.take(`${domain_id} ${subscription_id}`, reply, refusal);
  }
}

/** Allows `perMinute` requests per minute and subject; 0 means no limit. */
class RateLimit {
  private readonly limiter: RateLimiterMemory | undefined;

  constructor(
    private readonly policy: string,
    private readonly perMinute: number,
  ) {
    if (perMinute > 0) this.limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  }

  async take(subject: string, reply: FastifyReply, refusal: string): Promise<void> {
    if (!this.limiter) return;
    const state = await this.limiter.consume(subject).catch((refused: unknown) => refused);
    if (!(state instanceof RateLimiterRes)) throw state;
    const reset = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    const remaining = state.remainingPoints;
    addRateLimitHeaders(reply, [
      { policy: this.policy, limit: this.perMinute, window: WINDOW_SECONDS, remaining, reset },
    ]);
    if (state.consumedPoints <= this.perMinute) return;
    const text = `${refusal}; try again in ${reset} s`;
    throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', text, { retryAfter: reset });
  }
}

/** The state of a rate limit, as responses describe it. */
interface RateLimitState {
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
