import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#shared/kernel/domain-error.js';
import { subjectOf, type Caller } from '#shared/kernel/scope.js';
import type { RateLimits } from '#shared/platform/config/config.js';
import { networkOf } from './network-of.js';
import { addRateLimits } from './rate-limit-fields.js';

export const RATE_LIMITS = Symbol('rate limits');

const WINDOW = 60;
const REMEMBERED_MS = 3_600_000;
const MOST_REMEMBERED = 10_000;

/**
 * How much of this process one caller may take, and how often one address may guess. Counted in memory: a round trip
 * for each request would cost more than what it guards.
 */
@Injectable()
export class RequestLimits {
  private readonly keys: Limit;
  private readonly rootKey: Limit;
  private readonly failures: Limit;
  /** Who got in from where lately. Others behind the same address must not be able to lock them out. */
  private readonly welcome = new Map<string, number>();

  constructor(@Inject(RATE_LIMITS) { perKey, ofRootKey, failedAuthentication }: RateLimits) {
    this.keys = new Limit('key', perKey);
    this.rootKey = new Limit('key', ofRootKey);
    this.failures = new Limit('failed-authentication', failedAuthentication);
  }

  /** @throws ERROR_RATE_LIMITED when the caller has had its share of this minute */
  async take(caller: Caller, reply: FastifyReply): Promise<void> {
    const limit = caller.root ? this.rootKey : this.keys;
    const text = 'Too many requests with this key';
    await limit.take(subjectOf(caller), reply, text);
  }

  /** @throws ERROR_RATE_LIMITED when too much was tried from this address, unless this very key got in from there */
  async admit(credentials: string, address: string, reply: FastifyReply): Promise<void> {
    const isSpent = await this.failures.isSpent(networkOf(address));
    if (!isSpent || (this.welcome.get(nameOf(credentials, address)) ?? 0) > Date.now()) return;
    await this.failed(address, reply);
  }

  /** @throws ERROR_RATE_LIMITED when that was once too often */
  failed(address: string, reply: FastifyReply): Promise<void> {
    return this.failures.take(networkOf(address), reply, 'Too many failed authentications from this address');
  }

  succeeded(credentials: string, address: string): void {
    if (!this.failures.isSet) return;
    const name = nameOf(credentials, address);
    this.welcome.delete(name);
    this.welcome.set(name, Date.now() + REMEMBERED_MS);
    if (this.welcome.size <= MOST_REMEMBERED) return;
    for (const oldest of this.welcome.keys()) {
      this.welcome.delete(oldest);
      break;
    }
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

  get isSet(): boolean {
    return this.limiter !== undefined;
  }

  async isSpent(subject: string): Promise<boolean> {
    const state = await this.limiter?.get(subject);
    return (state?.consumedPoints ?? 0) >= this.perMinute && this.isSet;
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

/** Digested, so that no memory dump holds keys. */
function nameOf(credentials: string, address: string): string {
  return createHash('sha256').update(`${address} ${credentials}`).digest('base64');
}
