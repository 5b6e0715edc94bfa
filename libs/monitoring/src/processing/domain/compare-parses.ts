import { PLUGIN_TEXT_COLUMNS, type Alarm } from './alarm.js';
import type { ParsedAlarm } from './parse-alarms.js';

const COMPARED_FIELDS = [
  ...PLUGIN_TEXT_COLUMNS,
  'occurred_at',
  'labels',
  'links',
  'additional_info',
  'raw_data',
] as const;

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

/** How two versions parse one delivery. */
export interface DeliveryComparison extends ParseComparison {
  readonly unreadable: { readonly before: boolean; readonly after: boolean };
}

/** How a version parses a delivery, compared with what is stored of it. */
export interface DeliveryCheck {
  /** Why something in it cannot be parsed, if so. */
  readonly reason?: string | undefined;
  readonly differs: boolean;
}

/** Compares how two versions parse a delivery. Alarms from the same part of the payload count as the same alarm. */
export function compareParses(
  before: readonly ParsedAlarm[],
  after: readonly ParsedAlarm[],
): ParseComparison {
  const [alarmsBefore, alarmsAfter] = [alarmsById(before), alarmsById(after)];
  const differences: ParseDifference[] = [];
  for (const [id, alarm] of alarmsBefore) {
    const counterpart = alarmsAfter.get(id);
    const changes = compareFields(alarm, counterpart);
    if (changes.length > 0)
      differences.push(createDifference(counterpart === undefined ? 'REMOVED' : 'CHANGED', alarm, changes));
  }
  for (const [id, alarm] of alarmsAfter)
    if (!alarmsBefore.has(id))
      differences.push(createDifference('ADDED', alarm, compareFields(undefined, alarm)));
  const [reasonsBefore, reasonsAfter] = [listFailureReasons(before), listFailureReasons(after)];
  if (reasonsAfter.length > reasonsBefore.length)
    differences.push(createReadabilityChange('UNREADABLE', reasonsAfter[0]));
  if (reasonsAfter.length < reasonsBefore.length)
    differences.push(createReadabilityChange('READABLE', reasonsBefore[0]));
  return {
    differences,
    worse: reasonsAfter.length > reasonsBefore.length || (alarmsBefore.size > 0 && alarmsAfter.size === 0),
  };
}

/** Returns why the plugin could not parse items, including those that `auto` parsed instead. */
export function listFailureReasons(alarms: readonly ParsedAlarm[]): readonly string[] {
  return alarms.flatMap((item) =>
    item.kind === 'unreadable' ? item.reason : 'fallback' in item ? (item.fallback ?? []) : [],
  );
}

function alarmsById(alarms: readonly ParsedAlarm[]): Map<string, Alarm> {
  return new Map(
    alarms.flatMap((one) => (one.kind === 'alarm' ? [[one.alarm.event_id, one.alarm] as const] : [])),
  );
}

function compareFields(before: Alarm | undefined, after: Alarm | undefined): FieldChange[] {
  return COMPARED_FIELDS.map((field) => ({
    field,
    before: formatValue(before?.[field]),
    after: formatValue(after?.[field]),
  })).filter((change) => change.before !== change.after);
}

function formatValue(value: string | Date | object | null | undefined): string | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
}

function createDifference(
  kind: ParseDifference['difference'],
  { event_key }: Alarm,
  changes: readonly FieldChange[],
): ParseDifference {
  return { difference: kind, event_key, reason: null, changes };
}

function createReadabilityChange(
  kind: ParseDifference['difference'],
  reason: string | undefined,
): ParseDifference {
  return { difference: kind, event_key: null, reason: reason ?? null, changes: [] };
}
