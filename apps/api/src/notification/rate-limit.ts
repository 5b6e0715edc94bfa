import type { FastifyReply } from 'fastify';
import { ceilingOf, endOf, lengthOf, WINDOWS, type ConsumptionOutcome } from '#notification';
import { DomainError } from '#shared/kernel/domain-error.js';
import { addRateLimits } from '../http/limits/rate-limit-fields.js';

const secondsTo = (end: Date, at: Date) => Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000));

/** One policy for each window with a limit. */
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

/** When more can be had: the end of the window that has less left; `null` without a limit. */
export function resetAt({ remaining, at }: Pick<ConsumptionOutcome, 'remaining' | 'at'>): string | null {
  const { day, month } = remaining;
  if (day === null && month === null) return null;
  return endOf(month !== null && (day === null || month < day) ? 'month' : 'day', at).toISOString();
}

/** What is more than a whole day or month allows never fits: its caller is not told to try again. */
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
