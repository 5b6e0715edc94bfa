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

export type LedgerCount = Readonly<Record<(typeof LEDGER_COUNTS)[number], number>>;

/** Counts outcomes, given as one list per delivery. A delivery counts as quarantined if any of its alarms is. */
export function countOutcomes(deliveries: readonly (readonly Outcome[])[]): LedgerCount {
  const alarms = deliveries.flat();
  const of = (kind: Outcome['outcome']) => alarms.filter(({ outcome }) => outcome === kind).length;
  const [heartbeat, acknowledged] = [of('HEARTBEAT'), of('ACKNOWLEDGED')];
  const quarantined = deliveries.filter((outcomes) =>
    outcomes.some(({ outcome }) => outcome === 'QUARANTINED'),
  ).length;
  return {
    processed: deliveries.length - quarantined,
    quarantined,
    parsed: alarms.length - heartbeat - acknowledged,
    created: of('CREATED'),
    duplicate: of('DUPLICATE'),
    ignored: of('IGNORED'),
    refused: of('QUARANTINED'),
    heartbeat,
    acknowledged,
  };
}

export function ledgerChange(
  before: readonly (readonly Outcome[])[],
  after: readonly (readonly Outcome[])[],
): LedgerCount {
  const [was, is] = [countOutcomes(before), countOutcomes(after)];
  return Object.fromEntries(
    LEDGER_COUNTS.map((name) => [name, is[name] - was[name]]),
  ) as unknown as LedgerCount;
}
