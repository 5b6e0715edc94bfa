import type { PoolClient } from 'pg';
import { encodeIntegers } from '#shared/platform/persistence/binary-arrays.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { LEDGER_COUNTS, type LedgerCounts } from '../domain/ledger.js';

/** The columns of the ledger and of its deltas, except the day. */
export const LEDGER_COLUMNS = ['accepted', ...LEDGER_COUNTS] as const;

export const LEDGER_COUNT_LIST = LEDGER_COUNTS.join(', ');

/**
 * Returns a statement that adds counts to the ledger, grouped by day. On a cluster they are also grouped by domain, so
 * that each delta is stored on the machine of the rows it counts.
 * @param expressions the names and expressions of the counts
 * @param from rows of `domain_id` and `received_at`
 */
export function buildLedgerInsert(
  distributed: boolean,
  expressions: Readonly<Record<string, string>>,
  from: string,
): string {
  const keys = {
    day: `(received_at at time zone 'UTC')::date`,
    ...(distributed && { domain_id: 'domain_id' }),
  };
  const columns = { ...keys, ...expressions };
  return `
    insert into ledger_delta (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).join(', ')} from ${from}
    group by ${Object.keys(keys)
      .map((_, at) => at + 1)
      .join(', ')}`;
}

export const LEDGER_SUMS: Readonly<Record<string, string>> = Object.fromEntries(
  LEDGER_COUNTS.map((name) => [name, `sum(${name})`]),
);

export function ledgerArrayParameters(first: number): string {
  return LEDGER_COUNTS.map((_, index) => `$${first + index}::int[]`).join(', ');
}

export function ledgerValues(counts: readonly LedgerCounts[]): Buffer[] {
  return LEDGER_COUNTS.map((name) => encodeIntegers(counts.map((count) => count[name])));
}

/** Moves counts between columns of the ledger, on the day when the delivery arrived. */
export async function moveLedgerCounts(
  client: PoolClient,
  domain_id: string,
  arrival: Date,
  change: LedgerCounts,
): Promise<void> {
  await client.query({
    name: 'move in ledger',
    text: buildLedgerInsert(
      await isDistributed(client),
      LEDGER_SUMS,
      `unnest(array[$1::text], array[$2::timestamptz], ${ledgerArrayParameters(3)})
         as change (domain_id, received_at, ${LEDGER_COUNT_LIST})`,
    ),
    values: [domain_id, arrival, ...ledgerValues([change])],
  });
}
