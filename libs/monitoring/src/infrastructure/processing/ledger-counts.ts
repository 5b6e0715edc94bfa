import type { PoolClient } from 'pg';
import type { LedgerCount } from '../../domain/ledger.js';

const COUNTS: readonly (keyof LedgerCount)[] = [
  'processed',
  'quarantined',
  'parsed',
  'created',
  'duplicate',
  'ignored',
  'refused',
];

export const LEDGER_NAMES = COUNTS.join(', ');

/** The beginning of a statement that goes on with rows of `received_at` and the counts, grouped by 1. */
export const ADD_TO_LEDGER = `
  insert into ledger_delta (day, ${LEDGER_NAMES})
  select (received_at at time zone 'UTC')::date, ${COUNTS.map((name) => `sum(${name})`).join(', ')}`;

/** The parameters from number `first` on that {@link ledgerValues} gives. */
export function ledgerArrays(first: number): string {
  return COUNTS.map((_, index) => `$${first + index}::int[]`).join(', ');
}

export function ledgerValues(counts: readonly LedgerCount[]): number[][] {
  return COUNTS.map((name) => counts.map((count) => count[name]));
}

/** From one column to another, on the day of the delivery's arrival. */
export async function moveInLedger(client: PoolClient, arrival: Date, change: LedgerCount): Promise<void> {
  await client.query({
    name: 'move in ledger',
    text: `
      ${ADD_TO_LEDGER}
      from unnest(array[$1::timestamptz], ${ledgerArrays(2)}) as change (received_at, ${LEDGER_NAMES})
      group by 1`,
    values: [arrival, ...ledgerValues([change])],
  });
}
