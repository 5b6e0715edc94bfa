import { hash } from 'node:crypto';
import { DomainError } from '#shared/kernel/domain-error.js';

/** Changes of alerts that have equal values of these fields go out together. Times are seconds. */
export interface Group {
  readonly by: readonly string[];
  /** How long the first one waits for others. */
  readonly wait: number;
  /** Between two messages of a group. */
  readonly interval: number;
}

/** The fields of an alert, as a search names them, that say which alerts belong together. */
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
/** Who waits longer wants a report, not to be told. */
export const LONGEST_WAIT = 3_600;
/** What comes more often needs no group; what waits for more than a day would expire. */
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

/** The same for alerts of one group, and for no others. Values may be longer than an index takes. */
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
