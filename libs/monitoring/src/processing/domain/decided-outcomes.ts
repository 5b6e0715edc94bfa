import type { Outcome } from '../../intake/domain/delivery.js';
import type { ProcessedBatch } from './process-batch.js';

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
