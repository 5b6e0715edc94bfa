import type { Schemas } from '#client';
import { parsePositiveNumber } from './arguments.js';
import { printRecord, printTable } from './print.js';

export const DAYS_OPTION = [
  '--days <n>',
  'number of past days to look at, at most 30',
  parsePositiveNumber,
  7,
] as const;

/** Prints the totals, then the counts by day, then the oldest changes. */
export function printPreview(preview: Schemas['SubscriptionPreview'] | Schemas['SilencePreview']): void {
  const { days, first, ...sums } = preview;
  printRecord(sums);
  printTable(days, { day: ({ day }) => day, count: ({ count }) => count });
  printTable(first, {
    changed_at: ({ changed_at }) => changed_at,
    kind: ({ type }) => type,
    severity: ({ severity }) => severity,
    title: ({ title }) => title,
    alert_id: ({ alert_id }) => alert_id,
  });
}
