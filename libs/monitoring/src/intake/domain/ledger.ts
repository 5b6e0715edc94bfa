import type { Outcome } from './delivery.js';

/** The outcomes of deliveries and of the alarms in them. Each is a column of the ledger. */
export const LEDGER_COUNTS = [
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

export type LedgerCounts = Readonly<Record<(typeof LEDGER_COUNTS)[number], number>>;

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
