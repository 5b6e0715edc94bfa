import { hash } from 'node:crypto';
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
  'resource.resource_id',
  'resource.resource_type',
  'resource.name',
  'acknowledged',
  'acknowledged_by',
];
export const MOST_GROUP_FIELDS = 10;
/** A longer wait would make a report, not a notification. */
export const LONGEST_WAIT = 3_600;
/** Below this interval, grouping is not needed. Above a day, waiting notifications would expire. */
export const SHORTEST_INTERVAL = 60;
export const LONGEST_INTERVAL = 86_400;

/** @throws ERROR_INVALID_PARAMETER */
export function checkedGroup({ by, wait, interval }: Group): Group {
  if (by.length === 0 || by.length > MOST_GROUP_FIELDS)
    throw DomainError.invalid('group.by', `must have 1 to ${MOST_GROUP_FIELDS} fields`);
  if (by.some((field) => !GROUP_FIELDS.includes(field)))
    throw DomainError.invalid('group.by', `must be of ${GROUP_FIELDS.join(', ')}`);
  checkSeconds('group.wait', wait, 0, LONGEST_WAIT);
  checkSeconds('group.interval', interval, SHORTEST_INTERVAL, LONGEST_INTERVAL);
  return { by: GROUP_FIELDS.filter((field) => by.includes(field)), wait, interval };
}

function checkSeconds(field: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw DomainError.invalid(field, `must be a whole number from ${least} to ${most}`);
}

/** Returns a key that is equal for alerts of the same group only. A hash, because the values may be too long for an index. */
export function groupKeyOf({ by }: Pick<Group, 'by'>, alert: object): string {
  const values = by.map((field) => [field, valueOf(alert, field.split('.'))]);
  return `group ${hash('sha256', JSON.stringify(values), 'base64url')}`;
}

function valueOf(alert: object, path: readonly string[]): unknown {
  const value = path.reduce<unknown>(
    (found, name) => (found as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    alert,
  );
  return value ?? null;
}
