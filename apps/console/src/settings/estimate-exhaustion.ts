/** A window of a quota begins with the UTC day or month. */
export type QuotaWindow = 'day' | 'month';

/** Returns when a window's units will be used up at the average rate so far; `undefined` if they last until its end. */
export function estimateExhaustion(
  used: number,
  limit: number,
  window: QuotaWindow,
  now: Date,
): Date | undefined {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const start = Date.UTC(year, month, window === 'day' ? day : 1);
  const end = window === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
  const exhaustedAt = start + ((now.getTime() - start) * limit) / used;
  return exhaustedAt < end ? new Date(exhaustedAt) : undefined;
}
