import { hash } from 'node:crypto';
import { MAX_LABEL_NAME_LENGTH } from '#senders/plugin-api/event.js';
import { DomainError } from '#shared/kernel/domain-error.js';

/** Changes of alerts with equal values of these fields are sent together. Times are in seconds. */
export interface Group {
  readonly by: readonly string[];
  /** How long the first change waits for others. */
  readonly wait: number;
  /** The minimum time between two messages of a group. */
  readonly interval: number;
}

/** The fields of an alert by which changes can be grouped, named as in a search. */
export const GROUP_FIELDS: readonly string[] = [
  'webhook_id',
  'project_id',
  'event_key',
  'state',
  'severity',
  'title',
  'rule',
  'source.name',
  'resource.resource_id',
  'resource.resource_type',
  'resource.name',
  'acknowledged',
  'acknowledged_by',
];
const LABEL_PREFIX = 'labels.';
export const MAX_GROUP_FIELDS = 10;
/** A longer wait would make a report, not a notification. */
export const MAX_WAIT_SECONDS = 3_600;
/** Below this interval, grouping is not needed. Above a day, waiting notifications would expire. */
export const MIN_INTERVAL_SECONDS = 60;
export const MAX_INTERVAL_SECONDS = 86_400;

/** Returns whether alerts can be grouped by this: one of the fields, or a label. */
export function isGroupField(name: unknown): boolean {
  return isFieldOf(GROUP_FIELDS, name);
}

/** Returns whether this is one of these fields, or a label. */
export function isFieldOf(fields: readonly string[], name: unknown): boolean {
  if (typeof name !== 'string') return false;
  const label = name.slice(LABEL_PREFIX.length);
  return (
    fields.includes(name) ||
    (name.startsWith(LABEL_PREFIX) && label !== '' && label.length <= MAX_LABEL_NAME_LENGTH)
  );
}

export const GROUP_FIELDS_REASON = `must be of ${GROUP_FIELDS.join(', ')}, or a label such as labels.team`;

/** @throws ERROR_INVALID_PARAMETER */
export function validateGroup({ by, wait, interval }: Group): Group {
  if (by.length === 0 || by.length > MAX_GROUP_FIELDS)
    throw DomainError.invalid('group.by', `must have 1 to ${MAX_GROUP_FIELDS} fields`);
  if (!by.every(isGroupField)) throw DomainError.invalid('group.by', GROUP_FIELDS_REASON);
  checkSeconds('group.wait', wait, 0, MAX_WAIT_SECONDS);
  checkSeconds('group.interval', interval, MIN_INTERVAL_SECONDS, MAX_INTERVAL_SECONDS);
  const labels = new Set(by.filter((field) => !GROUP_FIELDS.includes(field)));
  return {
    by: [...GROUP_FIELDS.filter((field) => by.includes(field)), ...[...labels].toSorted()],
    wait,
    interval,
  };
}

function checkSeconds(field: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw DomainError.invalid(field, `must be a whole number from ${min} to ${max}`);
}

/** Returns a key that is equal for alerts of the same group only. A hash, because the values may be too long for an index. */
export function createGroupKey({ by }: Pick<Group, 'by'>, alert: object): string {
  // An empty label is a missing one, as for Prometheus.
  const values = by.map((field) => [
    field,
    field.startsWith(LABEL_PREFIX) ? readField(alert, field) || null : readField(alert, field),
  ]);
  return `group ${hash('sha256', JSON.stringify(values), 'base64url')}`;
}

/** Returns the value of a field of an alert, or of one of its labels; `null` if there is none. */
export function readField(alert: object, field: string): unknown {
  const label = field.slice(LABEL_PREFIX.length);
  // The name of a label may contain dots.
  const path = field.startsWith(LABEL_PREFIX) ? ['labels', label] : field.split('.');
  const value = path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Readonly<Record<string, unknown>>)[name]
        : undefined,
    alert,
  );
  return value ?? null;
}
