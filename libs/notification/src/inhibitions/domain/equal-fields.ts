import { uuidFromHash } from '#shared/kernel/ids.js';

const LABEL_PREFIX = 'labels.';
const MAX_LABEL_NAME = 128;
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
  if (typeof name !== 'string') return false;
  const label = name.slice(LABEL_PREFIX.length);
  return (
    EQUAL_FIELDS.includes(name) ||
    (name.startsWith(LABEL_PREFIX) && label !== '' && label.length <= MAX_LABEL_NAME)
  );
}

/**
 * Returns an id that is the same for alerts with the same values of these fields. `undefined` if one is missing or empty: two
 * alerts that both lack a label have nothing in common.
 */
export function createEqualKey(equal: readonly string[], alert: object): string | undefined {
  const values = equal.map((field) =>
    // The name of a label may contain dots.
    field.startsWith(LABEL_PREFIX)
      ? getField(alert, ['labels', field.slice(LABEL_PREFIX.length)])
      : getField(alert, field.split('.')),
  );
  if (values.some((value) => value === undefined || value === null || value === '')) return undefined;
  return uuidFromHash(new Date(0), JSON.stringify(values));
}

function getField(alert: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Readonly<Record<string, unknown>>)[name]
        : undefined,
    alert,
  );
}
