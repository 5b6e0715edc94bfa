/** A window of a quota begins with the UTC day or month. */
export type QuotaWindow = 'day' | 'month';

/** Returns when a window's units will be used up at the average rate so far; `undefined` if they last until its end. */
export function usedUpAt(used: number, limit: number, window: QuotaWindow, now: Date): Date | undefined {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const begin = Date.UTC(year, month, window === 'day' ? day : 1);
  const end = window === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
  const at = begin + ((now.getTime() - begin) * limit) / used;
  return at < end ? new Date(at) : undefined;
}
