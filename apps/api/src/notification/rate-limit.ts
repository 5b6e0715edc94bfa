import type { FastifyReply } from 'fastify';
import {
  getWindowLimit,
  getWindowEnd,
  getWindowSeconds,
  QUOTA_WINDOWS,
  type ConsumptionOutcome,
} from '#notification';
import { DomainError } from '#shared/kernel/domain-error.js';
import { addRateLimitHeaders } from '../http/limits/request-limits.js';

const secondsUntil = (end: Date, at: Date) => Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000));

/** Adds the rate limit headers, with one policy for each window that has a limit. */
export function sendRateLimitHeaders(
  reply: FastifyReply,
  { limit, remaining, at }: ConsumptionOutcome,
): void {
  const windows = QUOTA_WINDOWS.flatMap((policy) => {
    const remainingAmount = remaining[policy];
    const [ceiling, window] = [getWindowLimit(limit, policy), getWindowSeconds(policy, at)];
    return remainingAmount === null
      ? []
      : [
          {
            policy,
            limit: ceiling,
            window,
            remaining: remainingAmount,
            reset: secondsUntil(getWindowEnd(policy, at), at),
          },
        ];
  });
  addRateLimitHeaders(reply, windows);
}

/** Returns the end of the window with the smaller remainder, when there is more quota again; `null` without a limit. */
export function findResetTime({
  remaining,
  at,
}: Pick<ConsumptionOutcome, 'remaining' | 'at'>): string | null {
  const { day, month } = remaining;
  if (day === null && month === null) return null;
  return getWindowEnd(month !== null && (day === null || month < day) ? 'month' : 'day', at).toISOString();
}

/** An amount that exceeds the limit of a whole day or month never fits, so the error has no Retry-After. */
export function createQuotaError(
  { at, exhausted, remaining, limit }: ConsumptionOutcome & { allowed: false },
  amount: number,
) {
  const unreachableWindow = QUOTA_WINDOWS.find((window) => amount > getWindowLimit(limit, window));
  if (unreachableWindow !== undefined) {
    const text = `The amount ${amount} never fits: the limit of a ${unreachableWindow} is ${getWindowLimit(limit, unreachableWindow)}`;
    return new DomainError('ERROR_QUOTA_IS_EXCEEDED', 'exhausted', text);
  }
  const end = getWindowEnd(exhausted, at);
  const text = `The ${exhausted} has ${remaining[exhausted]} left of ${getWindowLimit(limit, exhausted)}, and ${amount} were asked for; the next ${exhausted} begins at ${end.toISOString()}`;
  return new DomainError('ERROR_QUOTA_IS_EXCEEDED', 'exhausted', text, { retryAfter: secondsUntil(end, at) });
}
