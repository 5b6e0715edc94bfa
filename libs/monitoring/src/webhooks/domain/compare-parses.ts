import { DECIDED_TEXTS, type Alarm } from '../../processing/domain/alarm.js';
import type { ReadAlarm } from '../../processing/domain/read-alarms.js';

const FIELDS = [...DECIDED_TEXTS, 'occurred_at', 'additional_info', 'raw_data'] as const;

export interface FieldChange {
  readonly field: string;
  /** As text; `null` for no value. JSON fields are JSON text. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface ParseDifference {
  /** CHANGED: the same alarm with other fields; ADDED and REMOVED: an alarm that only one version finds. */
  readonly difference: 'CHANGED' | 'ADDED' | 'REMOVED' | 'UNREADABLE' | 'READABLE';
  readonly event_key: string | null;
  readonly reason: string | null;
  readonly changes: readonly FieldChange[];
}

export interface ParseComparison {
  readonly differences: readonly ParseDifference[];
  /** Whether something that the first version parses is not parsed by the second. */
  readonly worse: boolean;
}

/** Compares how two versions parse a delivery. Alarms from the same part of the payload count as the same alarm. */
export function compareParses(before: readonly ReadAlarm[], after: readonly ReadAlarm[]): ParseComparison {
  const [was, is] = [alarmsById(before), alarmsById(after)];
  const differences: ParseDifference[] = [];
  for (const [id, alarm] of was) {
    const now = is.get(id);
    const changes = changesOf(alarm, now);
    if (changes.length > 0)
      differences.push(difference(now === undefined ? 'REMOVED' : 'CHANGED', alarm, changes));
  }
  for (const [id, alarm] of is)
    if (!was.has(id)) differences.push(difference('ADDED', alarm, changesOf(undefined, alarm)));
  const [failed, fails] = [reasonsOf(before), reasonsOf(after)];
  if (fails.length > failed.length) differences.push(unreadable('UNREADABLE', fails[0]));
  if (fails.length < failed.length) differences.push(unreadable('READABLE', failed[0]));
  return { differences, worse: fails.length > failed.length || (was.size > 0 && is.size === 0) };
}

/** Returns why the plugin could not parse items, including those that `auto` parsed instead. */
export function reasonsOf(read: readonly ReadAlarm[]): readonly string[] {
  return read.flatMap((one) =>
    one.kind === 'unreadable' ? one.reason : 'fallback' in one ? (one.fallback ?? []) : [],
  );
}

function alarmsById(read: readonly ReadAlarm[]): Map<string, Alarm> {
  return new Map(
    read.flatMap((one) => (one.kind === 'alarm' ? [[one.alarm.event_id, one.alarm] as const] : [])),
  );
}

function changesOf(before: Alarm | undefined, after: Alarm | undefined): FieldChange[] {
  return FIELDS.map((field) => ({
    field,
    before: shown(before?.[field]),
    after: shown(after?.[field]),
  })).filter((change) => change.before !== change.after);
}

function shown(value: string | Date | null | undefined): string | null {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}

function difference(
  kind: ParseDifference['difference'],
  { event_key }: Alarm,
  changes: readonly FieldChange[],
): ParseDifference {
  return { difference: kind, event_key, reason: null, changes };
}

function unreadable(kind: ParseDifference['difference'], reason: string | undefined): ParseDifference {
  return { difference: kind, event_key: null, reason: reason ?? null, changes: [] };
}
