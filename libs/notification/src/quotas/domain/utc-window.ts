import type { QuotaWindow } from './quota-limit.js';

/** A UTC day as `2026-11-20`. */
export type Day = string;

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

/** When the window that `at` lies in ends and the next one begins. */
export function endOf(window: QuotaWindow, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return new Date(window === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1));
}

/** The length of the window that `at` lies in, in seconds. */
export function lengthOf(window: QuotaWindow, at: Date): number {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return window === 'day' ? 86_400 : (Date.UTC(year, month + 1, 1) - Date.UTC(year, month, 1)) / 1000;
}
