import { ANY_DELIVERY } from '../../heartbeats/domain/heartbeat-terms.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import type { ProcessedBatch } from './process-batch.js';

/** The outcomes of what a plugin read, and those that were added behind them because any delivery pings a heartbeat. */
export function outcomesOfPlugin(outcomes: readonly Outcome[]): {
  readonly own: readonly Outcome[];
  readonly added: readonly Outcome[];
} {
  const end = outcomes.findIndex((one) => one.outcome === 'HEARTBEAT' && one.reason === ANY_DELIVERY);
  return end < 0 ? { own: outcomes, added: [] } : { own: outcomes.slice(0, end), added: outcomes.slice(end) };
}

/** The alert that each decision is about, by its id; `null`: no alert of its key was open then. */
export type DecidedAlerts = ReadonlyMap<string, string | null>;

/** Until it is written, the outcome of a decision has the decision's id in place of the alert's. */
export function withAlerts(outcomes: readonly Outcome[], alerts: DecidedAlerts): readonly Outcome[] {
  return outcomes.map((one) => {
    const alert_id = one.outcome === 'ACKNOWLEDGED' ? alerts.get(one.alert_id) : undefined;
    if (one.outcome !== 'ACKNOWLEDGED' || alert_id === undefined) return one;
    const { reason } = one;
    return alert_id === null
      ? { outcome: 'IGNORED', reason: `${reason}; no alert of its key was open then` }
      : { outcome: 'ACKNOWLEDGED', alert_id, reason };
  });
}

export function batchWithAlerts(batch: ProcessedBatch, alerts: DecidedAlerts): ProcessedBatch {
  if (batch.decisions.length === 0) return batch;
  return {
    ...batch,
    segments: batch.segments.map((segment) => ({
      ...segment,
      outcomes: segment.outcomes.map((each) => withAlerts(each, alerts)),
    })),
    quarantined: batch.quarantined.map((one) => ({ ...one, outcomes: withAlerts(one.outcomes, alerts) })),
  };
}

/** Appended to the reason of a delivery that the quarantine had no room for. */
export const OVERFLOW_REASON = 'not kept in the quarantine, which has no more room for this webhook';

/** The outcomes of a delivery that the quarantine had no room for: they say where it still is. */
export function asOverflow(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.map((one) =>
    one.outcome === 'QUARANTINED' ? { ...one, reason: `${one.reason} (${OVERFLOW_REASON})` } : one,
  );
}

export function isOverflow(one: Outcome): boolean {
  return one.outcome === 'QUARANTINED' && one.reason.endsWith(`(${OVERFLOW_REASON})`);
}
