import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { RateLimits } from '#shared/platform/config/config.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { addRateLimitHeaders, RATE_LIMITS } from '../limits/request-limits.js';
import { toNetwork } from './caller.js';
import { Refusals, type AuthenticationFailure } from './refusals.js';

/** Seconds. */
const WINDOW_SECONDS = 60;
/** Milliseconds by which a response is delayed. */
const DELAY_MS = 1_000;
/** The number of responses that may be delayed at a time, because each holds a connection. */
const MAX_DELAYED = { network: 8, all: 256 };
const MAX_NETWORKS = 10_000;
/** The number of sign-ins at the issuer that may run at a time. An issuer answers within milliseconds, but may hang for seconds. */
const MAX_SIGN_INS = { network: 8, all: 64 };

interface Failures {
  count: number;
  /** Milliseconds of the monotonic clock. */
  expiresAt: number;
  delayed: number;
  /** Sign-ins at the issuer of this window that have not succeeded, and how many are running. */
  signIns: number;
  runningSignIns: number;
}

/**
 * Slows down guessing of credentials. Only failures are counted, delayed or rejected. A caller with a valid key is not
 * affected if an attacker, or a program with an old key, uses the same address.
 */
@Injectable()
export class FailedAuthentications {
  /** By network, in the order in which their windows began. */
  private readonly networks = new Map<string, Failures>();
  private totalDelayed = 0;
  private totalSignIns = 0;
  private readonly responseCounts = { at_once: 0, late: 0, refused: 0 };
  private readonly perMinute: number;

  constructor(
    @Inject(RATE_LIMITS) limits: RateLimits,
    private readonly refusals: Refusals,
    metrics: Metrics,
  ) {
    this.perMinute = limits.failedAuthentication;
    metrics.counter(
      'tocsin_failed_authentications_total',
      'Requests with invalid credentials, by whether they were answered immediately, delayed, or with 429.',
      () => Object.entries(this.responseCounts).map(([answer, value]) => ({ labels: { answer }, value })),
    );
  }

  /**
   * Counts a failure, and resolves when the response may be sent: later once the network is over its limit.
   * @throws ERROR_RATE_LIMITED if the network is over its limit and too many responses are already delayed
   */
  async add(failure: AuthenticationFailure, reply: FastifyReply): Promise<void> {
    await this.refusals.addFailure(failure);
    if (this.perMinute === 0) {
      this.responseCounts.at_once += 1;
      return;
    }
    const now = performance.now();
    const failures = this.getFailures(toNetwork(failure.address), now);
    failures.count += 1;
    const reset = Math.max(1, Math.ceil((failures.expiresAt - now) / 1000));
    const remaining = Math.max(0, this.perMinute - failures.count);
    const policy = 'failed-authentication';
    addRateLimitHeaders(reply, [{ policy, limit: this.perMinute, window: WINDOW_SECONDS, remaining, reset }]);
    if (failures.count <= this.perMinute) this.responseCounts.at_once += 1;
    else if (failures.delayed < MAX_DELAYED.network && this.totalDelayed < MAX_DELAYED.all)
      await this.delay(failures);
    else throw this.refuse('Too many failed authentications from this address', reset);
  }

  /**
   * Runs a sign-in that asks the issuer. Anybody can begin one, so the issuer is not asked for a network that is over its limit. Only
   * sign-ins at the issuer count: a program with an old key does not keep people at its address from signing in.
   * @throws ERROR_RATE_LIMITED if too many of the network failed or are running; ERROR_UNAVAILABLE if too many of others are running
   */
  async signIn<T>(
    failure: AuthenticationFailure,
    signIn: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const now = performance.now();
    const failures = this.getFailures(toNetwork(failure.address), now);
    const isOverLimit = this.perMinute > 0 && failures.signIns >= this.perMinute;
    if (isOverLimit || failures.runningSignIns >= MAX_SIGN_INS.network) {
      await this.refusals.addFailure(failure);
      const seconds = isOverLimit ? Math.max(1, Math.ceil((failures.expiresAt - now) / 1000)) : 1;
      throw this.refuse('Too many sign-ins from this address', seconds);
    }
    if (this.totalSignIns >= MAX_SIGN_INS.all)
      throw DomainError.unavailable('Too many sign-ins wait for the issuer');
    this.countSignIns(failures, 1);
    failures.signIns += 1;
    try {
      const result = await signIn();
      if (result !== undefined) failures.signIns = Math.max(0, failures.signIns - 1);
      return result;
    } finally {
      this.countSignIns(failures, -1);
    }
  }

  private countSignIns(failures: Failures, change: number): void {
    failures.runningSignIns += change;
    this.totalSignIns += change;
  }

  private refuse(reason: string, seconds: number): DomainError {
    this.responseCounts.refused += 1;
    const text = `${reason}; try again in ${seconds} s`;
    return new DomainError('ERROR_RATE_LIMITED', 'exhausted', text, { retryAfter: seconds });
  }

  private async delay(failures: Failures): Promise<void> {
    this.responseCounts.late += 1;
    this.totalDelayed += 1;
    failures.delayed += 1;
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    this.totalDelayed -= 1;
    failures.delayed -= 1;
  }

  private getFailures(network: string, now: number): Failures {
    const known = this.networks.get(network);
    if (known !== undefined && known.expiresAt > now) return known;
    const failures = known ?? { count: 0, expiresAt: 0, delayed: 0, signIns: 0, runningSignIns: 0 };
    failures.count = 0;
    failures.signIns = 0;
    failures.expiresAt = now + WINDOW_SECONDS * 1000;
    // A map iterates in the order of insertion. Reinserting keeps the networks in the order in which their windows began.
    this.networks.delete(network);
    this.networks.set(network, failures);
    if (this.networks.size > MAX_NETWORKS) this.evictOldest();
    return failures;
  }

  private evictOldest(): void {
    for (const network of this.networks.keys()) {
      this.networks.delete(network);
      return;
    }
  }
}
