import type { FastifyReply } from 'fastify';
import { ceilingOf, endOf, lengthOf, WINDOWS, type ConsumptionOutcome } from '#notification';
import { DomainError } from '#shared/kernel/domain-error.js';

const secondsTo = (end: Date, at: Date) => Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000));

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers): one policy for each window with a limit. */
export function sendRateLimit(reply: FastifyReply, { limit, remaining, at }: ConsumptionOutcome): void {
  const windows = WINDOWS.filter((window) => remaining[window] !== null);
  if (windows.length === 0) return;
  const policies = windows.map(
    (window) => `"${window}";q=${ceilingOf(limit, window)};w=${lengthOf(window, at)}`,
  );
  const states = windows.map(
    (window) => `"${window}";r=${remaining[window]};t=${secondsTo(endOf(window, at), at)}`,
  );
  reply.header('ratelimit-policy', policies.join(', ')).header('ratelimit', states.join(', '));
}

/** When more can be had: the end of the window that has less left; `null` without a limit. */
export function resetAt({ remaining, at }: Pick<ConsumptionOutcome, 'remaining' | 'at'>): string | null {
  const { day, month } = remaining;
  if (day === null && month === null) return null;
  return endOf(month !== null && (day === null || month < day) ? 'month' : 'day', at).toISOString();
}

export function quotaExceeded({ at, exhausted, remaining }: ConsumptionOutcome & { allowed: false }) {
  const text = `The ${exhausted} has ${remaining[exhausted]} left`;
  return new DomainError('ERROR_QUOTA_IS_EXCEEDED', 'exhausted', text, {
    retryAfter: secondsTo(endOf(exhausted, at), at),
  });
}
