import type { QuotaWindow } from './quota-limit.js';

/** A UTC day as `2026-11-20`. */
export type Day = string;

export const formatDay = (at: Date): Day => at.toISOString().slice(0, 10);

/** Returns the end of the window that contains `at`, which is the beginning of the next one. */
export function getWindowEnd(window: QuotaWindow, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return new Date(window === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1));
}

/** Returns the length in seconds of the window that contains `at`. */
export function getWindowSeconds(window: QuotaWindow, at: Date): number {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return window === 'day' ? 86_400 : (Date.UTC(year, month + 1, 1) - Date.UTC(year, month, 1)) / 1000;
}
