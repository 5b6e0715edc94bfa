import type { PoolClient } from 'pg';
import { encodeIntegers } from '#shared/platform/persistence/binary-arrays.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import type { Outcome } from '../domain/delivery.js';

/** The outcomes of deliveries and of the alarms in them. Each is a column of the ledger. */
const LEDGER_COUNTS = [
  'processed',
  'quarantined',
  'parsed',
  'created',
  'duplicate',
  'ignored',
  // Quarantined alarms; `quarantined` counts deliveries.
  'refused',
  // Pings. They are not alarms and not included in `parsed`.
  'heartbeat',
  // Acknowledgements that senders report. Not included in `parsed` either.
  'acknowledged',
] as const;

type LedgerCounts = Readonly<Record<(typeof LEDGER_COUNTS)[number], number>>;

/** Counts outcomes, given as one list per delivery. A delivery counts as quarantined if any of its alarms is. */
export function countOutcomes(deliveries: readonly (readonly Outcome[])[]): LedgerCounts {
  const alarms = deliveries.flat();
  const countOf = (kind: Outcome['outcome']) => alarms.filter(({ outcome }) => outcome === kind).length;
  const [heartbeat, acknowledged] = [countOf('HEARTBEAT'), countOf('ACKNOWLEDGED')];
  const quarantined = deliveries.filter((outcomes) =>
    outcomes.some(({ outcome }) => outcome === 'QUARANTINED'),
  ).length;
  return {
    processed: deliveries.length - quarantined,
    quarantined,
    parsed: alarms.length - heartbeat - acknowledged,
    created: countOf('CREATED'),
    duplicate: countOf('DUPLICATE'),
    ignored: countOf('IGNORED'),
    refused: countOf('QUARANTINED'),
    heartbeat,
    acknowledged,
  };
}

export function ledgerChange(
  before: readonly (readonly Outcome[])[],
  after: readonly (readonly Outcome[])[],
): LedgerCounts {
  const [countsBefore, countsAfter] = [countOutcomes(before), countOutcomes(after)];
  return Object.fromEntries(
    LEDGER_COUNTS.map((name) => [name, countsAfter[name] - countsBefore[name]]),
  ) as unknown as LedgerCounts;
}

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
