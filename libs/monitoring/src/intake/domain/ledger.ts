import type { Outcome } from './delivery.js';

/** What became of deliveries and of the alarms in them; each a column of the ledger. */
export const LEDGER_COUNTS = [
  'processed',
  'quarantined',
  'parsed',
  'created',
  'duplicate',
  'ignored',
  // Alarms, as `quarantined` is deliveries.
  'refused',
  // Pings, which are no alarms and not among those parsed.
  'heartbeat',
  // What senders tell of acknowledgements, which are no alarms either.
  'acknowledged',
] as const;

export type LedgerCount = Readonly<Record<(typeof LEDGER_COUNTS)[number], number>>;

/** Counts outcomes, one list per delivery. A delivery of which anything is quarantined is. */
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
