import type { Type as Class } from '@nestjs/common';
import { isObject } from '#shared/kernel/json.js';
import { getFields } from './field.js';

/** Returns the fields without those that are null, also inside nested objects, unless null is a value of the field. */
export function omitNulls(
  request: Class<object>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = new Map(getFields(request).map((field) => [field.name, field]));
  const present = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const field = fields.get(name);
    if (value === null) return field?.nullable === false ? [] : [[name, value]];
    const { kind, nested } = field ?? {};
    if (nested === undefined) return [[name, value]];
    const omit = (inner: unknown) => (isObject(inner) ? omitNulls(nested, inner) : inner);
    if (kind === 'list' && Array.isArray(value)) return [[name, value.map(omit)]];
    return [[name, kind === 'nested' ? omit(value) : value]];
  });
  return Object.fromEntries(present);
}
