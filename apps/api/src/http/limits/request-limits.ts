import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#shared/kernel/domain-error.js';
import { subjectOf, type Caller } from '#shared/kernel/scope.js';
import type { RateLimits } from '#shared/platform/config/config.js';
import { addRateLimits } from './rate-limit-fields.js';

export const RATE_LIMITS = Symbol('rate limits');

const WINDOW = 60;

/**
 * How much of this process one caller may take. Counted in memory: a round trip for each request would cost more than
 * what it guards.
 */
@Injectable()
export class RequestLimits {
  private readonly keys: Limit;

  constructor(@Inject(RATE_LIMITS) { perKey }: RateLimits) {
    this.keys = new Limit('key', perKey);
  }

  /**
   * The root key has no limit: it is the operator's, who must get in also when a program of theirs runs wild.
   * @throws ERROR_RATE_LIMITED when the caller has had its share of this minute
   */
  async take(caller: Caller, reply: FastifyReply): Promise<void> {
    if (caller.root) return;
    await this.keys.take(subjectOf(caller), reply, 'Too many requests with this key');
  }
}

/** So many a minute of each subject; 0 is no limit. */
class Limit {
  private readonly limiter: RateLimiterMemory | undefined;

  constructor(
    private readonly policy: string,
    private readonly perMinute: number,
  ) {
    if (perMinute > 0) this.limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW });
  }

  async take(subject: string, reply: FastifyReply, refusal: string): Promise<void> {
    if (!this.limiter) return;
    const state = await this.limiter.consume(subject).catch((refused: unknown) => refused);
    if (!(state instanceof RateLimiterRes)) throw state;
    const reset = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    const remaining = state.remainingPoints;
    addRateLimits(reply, [{ policy: this.policy, limit: this.perMinute, window: WINDOW, remaining, reset }]);
    if (state.consumedPoints <= this.perMinute) return;
    const text = `${refusal}; try again in ${reset} s`;
    throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', text, { retryAfter: reset });
  }
}
