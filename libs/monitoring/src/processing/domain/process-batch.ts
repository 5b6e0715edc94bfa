import type { Alarm } from './alarm.js';
import { correlate } from './correlate.js';
import type { Correlation, CorrelationSettings, KnownState } from './correlation.js';
import type { Delivery, Outcome } from '../../intake/domain/delivery.js';
import { isInternalDelivery } from '../../heartbeats/domain/heartbeat-delivery.js';
import type { ParsedAlarm } from './parse-alarms.js';
import type { SenderDecision } from './sender-decision.js';
import type { SenderNote } from './sender-note.js';

export interface ParsedDelivery {
  readonly delivery_id: string;
  readonly delivery: Delivery;
  readonly alarms: readonly ParsedAlarm[];
  /** Out of order: newer deliveries may have been processed before it. */
  readonly late?: boolean;
}

export interface ParsedSegment {
  readonly segment_id: string;
  readonly deliveries: readonly ParsedDelivery[];
}

/** A delivery of which at least one outcome is `QUARANTINED`. */
export interface QuarantinedDelivery {
  readonly delivery_id: string;
  readonly delivery: Delivery;
  readonly reason: string;
  readonly outcomes: readonly Outcome[];
}

export interface ProcessedSegment {
  readonly segment_id: string;
  /** One list per delivery, in the order of the segment. */
  readonly outcomes: readonly (readonly Outcome[])[];
}

/** Deliveries that the webhook's own plugin could not parse, at least in part, and `auto` could. */
export interface Fallbacks {
  readonly count: number;
  /** Of the last of these deliveries: its arrival, and why the plugin could not parse it. */
  readonly last_at: Date;
  readonly reason: string;
}

export interface ProcessedBatch {
  readonly segments: readonly ProcessedSegment[];
  readonly correlation: Correlation;
  readonly decisions: readonly SenderDecision[];
  readonly notes: readonly SenderNote[];
  readonly quarantined: readonly QuarantinedDelivery[];
  readonly fallbacks?: Fallbacks | undefined;
  readonly received_count: number;
  /** `null`: the batch has no delivery of a sender. */
  readonly last_received_at: Date | null;
}

/** Computes the outcomes of a batch from the stored state of its keys. `refused`: reasons, by event id. */
export function processBatch(
  known: KnownState,
  segments: readonly ParsedSegment[],
  settings: CorrelationSettings,
  refused: ReadonlyMap<string, string>,
): ProcessedBatch {
  const alarms = alarmsOf(segments).filter(({ event_id }) => !refused.has(event_id));
  const correlation = correlate(known, alarms, settings);
  const quarantined: QuarantinedDelivery[] = [];
  const processed = segments.map(({ segment_id, deliveries }) => ({
    segment_id,
    outcomes: deliveries.map(({ delivery_id, delivery, alarms }) => {
      const outcomes = alarms.map((one) => toOutcome(one, correlation, refused));
      const quarantinedOutcome = outcomes.find((one) => one.outcome === 'QUARANTINED');
      if (quarantinedOutcome?.outcome === 'QUARANTINED')
        quarantined.push({ delivery_id, delivery, reason: quarantinedOutcome.reason, outcomes });
      return outcomes;
    }),
  }));
  const deliveries = segments.flatMap((segment) =>
    segment.deliveries.filter(({ delivery }) => !isInternalDelivery(delivery)),
  );
  const arrivals = deliveries.map(({ delivery }) => delivery.received_at.getTime());
  return {
    segments: processed,
    correlation,
    decisions: segments.flatMap((segment) =>
      segment.deliveries.flatMap(({ alarms }) => collectDecisions(alarms)),
    ),
    notes: segments.flatMap((segment) => segment.deliveries.flatMap(({ alarms }) => collectNotes(alarms))),
    quarantined,
    fallbacks: countFallbacks(deliveries),
    received_count: deliveries.length,
    last_received_at: arrivals.length === 0 ? null : new Date(Math.max(...arrivals)),
  };
}

function countFallbacks(deliveries: readonly ParsedDelivery[]): Fallbacks | undefined {
  let found: Fallbacks | undefined;
  for (const { delivery, alarms } of deliveries) {
    for (const one of alarms) {
      if (!('fallback' in one) || one.fallback === undefined) continue;
      found = { count: (found?.count ?? 0) + 1, last_at: delivery.received_at, reason: one.fallback };
      break;
    }
  }
  return found;
}

/**
 * Returns alarms in log order or, if any is out of order, by arrival. Segments of several spools overlap in time: each contains
 * deliveries that arrived while another was being written.
 */
export function alarmsOf(segments: readonly ParsedSegment[]): Alarm[] {
  const alarms = segments.flatMap(({ deliveries }) =>
    deliveries.flatMap(({ alarms }) => alarms.flatMap((one) => (one.kind === 'alarm' ? [one.alarm] : []))),
  );
  return alarms.some(({ late }) => late) ? alarms.toSorted(compareArrivals) : alarms;
}

export function collectDecisions(read: readonly ParsedAlarm[]): SenderDecision[] {
  return read.flatMap((one) => (one.kind === 'acknowledgement' ? one.decision : []));
}

export function collectNotes(read: readonly ParsedAlarm[]): SenderNote[] {
  return read.flatMap((one) => (one.kind === 'ignored' && one.note ? one.note : []));
}

const compareArrivals = (a: Alarm, b: Alarm) => a.created_at.getTime() - b.created_at.getTime();

export function toOutcome(
  parsed: ParsedAlarm,
  { duplicates, alertIds }: Correlation,
  refused: ReadonlyMap<string, string>,
): Outcome {
  if (parsed.kind === 'ignored') return { outcome: 'IGNORED', reason: parsed.reason };
  if (parsed.kind === 'acknowledgement')
    return { outcome: 'ACKNOWLEDGED', alert_id: parsed.decision.decision_id, reason: parsed.reason };
  if (parsed.kind === 'ping') return { outcome: 'HEARTBEAT', reason: parsed.name };
  if (parsed.kind === 'heartbeat') return { outcome: 'IGNORED', reason: 'of a heartbeat' };
  if (parsed.kind === 'repetition') return { outcome: 'DUPLICATE', reason: parsed.reason };
  if (parsed.kind === 'unreadable') return { outcome: 'QUARANTINED', reason: parsed.reason };
  const { event_id } = parsed.alarm;
  const reason = refused.get(event_id);
  if (reason !== undefined) return { outcome: 'QUARANTINED', reason };
  const repeated = duplicates.get(event_id);
  const alert_id = alertIds.get(event_id);
  return {
    outcome: repeated === undefined ? 'CREATED' : 'DUPLICATE',
    event_id: repeated ?? event_id,
    ...(alert_id !== undefined && { alert_id }),
  };
}
