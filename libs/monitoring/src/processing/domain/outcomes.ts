import { ANY_DELIVERY } from '../../webhooks/domain/heartbeat-terms.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import type { ProcessedBatch } from './process-batch.js';

/** Splits the outcomes of the plugin from those added after them, which come from the heartbeat that any delivery pings. */
export function splitPluginOutcomes(outcomes: readonly Outcome[]): {
  readonly own: readonly Outcome[];
  readonly added: readonly Outcome[];
} {
  const end = outcomes.findIndex((one) => one.outcome === 'HEARTBEAT' && one.reason === ANY_DELIVERY);
  return end < 0 ? { own: outcomes, added: [] } : { own: outcomes.slice(0, end), added: outcomes.slice(end) };
}

/** The alert of each decision, by id of the decision; `null`: no alert of its key was open at that time. */
export type DecidedAlerts = ReadonlyMap<string, string | null>;

/** Replaces the ids of decisions in outcomes by the ids of their alerts, which are known only once decisions are written. */
export function replaceDecisionIds(outcomes: readonly Outcome[], alerts: DecidedAlerts): readonly Outcome[] {
  return outcomes.map((one) => {
    const alert_id = one.outcome === 'ACKNOWLEDGED' ? alerts.get(one.alert_id) : undefined;
    if (one.outcome !== 'ACKNOWLEDGED' || alert_id === undefined) return one;
    const { reason } = one;
    return alert_id === null
      ? { outcome: 'IGNORED', reason: `${reason}; no alert of its key was open then` }
      : { outcome: 'ACKNOWLEDGED', alert_id, reason };
  });
}

export function replaceBatchDecisionIds(batch: ProcessedBatch, alerts: DecidedAlerts): ProcessedBatch {
  if (batch.decisions.length === 0) return batch;
  return {
    ...batch,
    segments: batch.segments.map((segment) => ({
      ...segment,
      outcomes: segment.outcomes.map((each) => replaceDecisionIds(each, alerts)),
    })),
    quarantined: batch.quarantined.map((one) => ({
      ...one,
      outcomes: replaceDecisionIds(one.outcomes, alerts),
    })),
  };
}

/** Appended to the reason of a delivery for which the quarantine had no room. */
export const OVERFLOW_REASON = 'not kept in the quarantine, which has no more room for this webhook';

/** Returns the outcomes of a delivery for which the quarantine had no room. Their reason says so. */
export function markOverflow(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.map((one) =>
    one.outcome === 'QUARANTINED' ? { ...one, reason: `${one.reason} (${OVERFLOW_REASON})` } : one,
  );
}

export function isOverflow(one: Outcome): boolean {
  return one.outcome === 'QUARANTINED' && one.reason.endsWith(`(${OVERFLOW_REASON})`);
}
