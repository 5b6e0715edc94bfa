import type { Outcome } from './delivery.js';

/** What became of deliveries and of the alarms in them. */
export interface LedgerCount {
  readonly processed: number;
  readonly quarantined: number;
  readonly parsed: number;
  readonly created: number;
  readonly duplicate: number;
  readonly ignored: number;
  /** Alarms, as `quarantined` is deliveries. */
  readonly refused: number;
  /** Pings, which are no alarms and not among those parsed. */
  readonly heartbeat: number;
  /** What senders tell of acknowledgements, which are no alarms either. */
  readonly acknowledged: number;
}

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

/** What changes in the ledger when outcomes are replaced by others, as a replay does. */
export function ledgerChange(
  before: readonly (readonly Outcome[])[],
  after: readonly (readonly Outcome[])[],
): LedgerCount {
  const [was, is] = [countOutcomes(before), countOutcomes(after)];
  const names = Object.keys(is) as (keyof LedgerCount)[];
  return Object.fromEntries(names.map((name) => [name, is[name] - was[name]])) as unknown as LedgerCount;
}
