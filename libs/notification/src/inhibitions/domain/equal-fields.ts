import { uuidFromHash } from '#shared/kernel/ids.js';
import { isFieldOf, readField } from '../../subscriptions/domain/group.js';

export const MAX_EQUAL_FIELDS = 10;

/** The fields of an alert that an inhibition can compare, named as in a search. */
export const EQUAL_FIELDS: readonly string[] = [
  'webhook_id',
  'project_id',
  'event_key',
  'severity',
  'title',
  'rule',
  'source.name',
  'resource.resource_id',
  'resource.resource_type',
  'resource.name',
];

export const EQUAL_FIELDS_REASON = `must be of ${EQUAL_FIELDS.join(', ')}, or a label such as labels.cluster`;

export function isEqualField(name: unknown): boolean {
  return isFieldOf(EQUAL_FIELDS, name);
}

/**
 * Returns an id that is the same for alerts with the same values of these fields. `undefined` if one is missing or empty: two
 * alerts that both lack a label have nothing in common.
 */
export function createEqualKey(equal: readonly string[], alert: object): string | undefined {
  const values = equal.map((field) => readField(alert, field));
  if (values.some((value) => value === null || value === '')) return undefined;
  return uuidFromHash(new Date(0), JSON.stringify(values));
}
