import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { RateLimits } from '#shared/platform/config/config.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { networkOf } from './network-of.js';
import { addRateLimits } from '../limits/rate-limit-fields.js';
import { RATE_LIMITS } from '../limits/request-limits.js';

/** Seconds. */
const WINDOW = 60;
/** Milliseconds by which a response is delayed. */
const LATE_BY = 1_000;
/** The number of responses that may be delayed at a time, because each holds a connection. */
const LATE_AT_A_TIME = { network: 8, all: 256 };
const NETWORKS_REMEMBERED = 10_000;

interface Failures {
  count: number;
  /** Milliseconds of the monotonic clock. */
  forgottenAt: number;
  waiting: number;
}

/**
 * Slows down guessing of credentials. Only failures are counted, delayed or rejected. A caller with a valid key is not
 * affected if an attacker, or a program with an old key, uses the same address.
 */
@Injectable()
export class FailedAuthentications {
  /** By network, in the order in which their windows began. */
  private readonly networks = new Map<string, Failures>();
  private waiting = 0;
  private readonly answers = { at_once: 0, late: 0, refused: 0 };
  private readonly perMinute: number;

  constructor(@Inject(RATE_LIMITS) limits: RateLimits, metrics: Metrics) {
    this.perMinute = limits.failedAuthentication;
    metrics.counter(
      'tocsin_failed_authentications_total',
      'Requests with invalid credentials, by whether they were answered immediately, delayed, or with 429.',
      () => Object.entries(this.answers).map(([answer, value]) => ({ labels: { answer }, value })),
    );
  }

  /**
   * Counts a failure, and resolves when the response may be sent: later once the network is over its limit.
   * @throws ERROR_RATE_LIMITED if the network is over its limit and too many responses are already delayed
   */
  async add(address: string, reply: FastifyReply): Promise<void> {
    if (this.perMinute === 0) {
      this.answers.at_once += 1;
      return;
    }
    const now = performance.now();
    const failures = this.failuresOf(networkOf(address), now);
    failures.count += 1;
    const reset = Math.max(1, Math.ceil((failures.forgottenAt - now) / 1000));
    const remaining = Math.max(0, this.perMinute - failures.count);
    const policy = 'failed-authentication';
    addRateLimits(reply, [{ policy, limit: this.perMinute, window: WINDOW, remaining, reset }]);
    if (failures.count <= this.perMinute) this.answers.at_once += 1;
    else if (failures.waiting < LATE_AT_A_TIME.network && this.waiting < LATE_AT_A_TIME.all)
      await this.wait(failures);
    else {
      this.answers.refused += 1;
      const text = `Too many failed authentications from this address; try again in ${reset} s`;
      throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', text, { retryAfter: reset });
    }
  }

  private async wait(failures: Failures): Promise<void> {
    this.answers.late += 1;
    this.waiting += 1;
    failures.waiting += 1;
    await new Promise((resolve) => setTimeout(resolve, LATE_BY));
    this.waiting -= 1;
    failures.waiting -= 1;
  }

  private failuresOf(network: string, now: number): Failures {
    const known = this.networks.get(network);
    if (known !== undefined && known.forgottenAt > now) return known;
    const failures = known ?? { count: 0, forgottenAt: 0, waiting: 0 };
    failures.count = 0;
    failures.forgottenAt = now + WINDOW * 1000;
    // A map iterates in the order of insertion. Reinserting keeps the networks in the order in which their windows began.
    this.networks.delete(network);
    this.networks.set(network, failures);
    if (this.networks.size > NETWORKS_REMEMBERED) this.forgetOldest();
    return failures;
  }

  private forgetOldest(): void {
    for (const network of this.networks.keys()) {
      this.networks.delete(network);
      return;
    }
  }
}
