import type { FastifyReply } from 'fastify';
import { ceilingOf, endOf, lengthOf, WINDOWS, type ConsumptionOutcome } from '#notification';
import { DomainError } from '#shared/kernel/domain-error.js';
import { addRateLimits } from '../http/limits/rate-limit-fields.js';

const secondsTo = (end: Date, at: Date) => Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000));

/** Adds the rate limit headers, with one policy for each window that has a limit. */
export function sendRateLimit(reply: FastifyReply, { limit, remaining, at }: ConsumptionOutcome): void {
  const windows = WINDOWS.flatMap((policy) => {
    const left = remaining[policy];
    const [most, window] = [ceilingOf(limit, policy), lengthOf(policy, at)];
    return left === null
      ? []
      : [{ policy, limit: most, window, remaining: left, reset: secondsTo(endOf(policy, at), at) }];
  });
  addRateLimits(reply, windows);
}

/** Returns the end of the window with the smaller remainder, when there is more quota again; `null` without a limit. */
export function resetAt({ remaining, at }: Pick<ConsumptionOutcome, 'remaining' | 'at'>): string | null {
  const { day, month } = remaining;
  if (day === null && month === null) return null;
  return endOf(month !== null && (day === null || month < day) ? 'month' : 'day', at).toISOString();
}

/** An amount that exceeds the limit of a whole day or month never fits, so the error has no Retry-After. */
export function quotaExceeded(
  { at, exhausted, remaining, limit }: ConsumptionOutcome & { allowed: false },
  amount: number,
) {
  const tooSmall = WINDOWS.find((window) => amount > ceilingOf(limit, window));
  if (tooSmall !== undefined) {
    const text = `The amount ${amount} never fits: the limit of a ${tooSmall} is ${ceilingOf(limit, tooSmall)}`;
    return new DomainError('ERROR_QUOTA_IS_EXCEEDED', 'exhausted', text);
  }
  const end = endOf(exhausted, at);
  const text = `The ${exhausted} has ${remaining[exhausted]} left of ${ceilingOf(limit, exhausted)}, and ${amount} were asked for; the next ${exhausted} begins at ${end.toISOString()}`;
  return new DomainError('ERROR_QUOTA_IS_EXCEEDED', 'exhausted', text, { retryAfter: secondsTo(end, at) });
}
