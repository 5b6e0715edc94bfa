import { isObject, type Json } from '#shared/kernel/json.js';
import type { Alarm, Reader } from '../../vocabulary/alarm.js';
import { readable, type AlarmFinder, type Found } from '../../vocabulary/alarms.js';
import { textOf } from '../../vocabulary/text.js';

/** Converts an `AnyValue`, the form of attributes and bodies, to plain JSON. */
export function plainOf(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return undefined;
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = value;
  if (isObject(arrayValue)) return listOf(arrayValue['values']).map((one) => plainOf(one) ?? null);
  if (isObject(kvlistValue)) return attributesOf(kvlistValue['values']);
  return stringValue ?? intValue ?? doubleValue ?? boolValue;
}

function attributesOf(pairs: Json | undefined): Record<string, Json> {
  return Object.fromEntries(
    listOf(pairs).flatMap((pair) => {
      const held = isObject(pair) ? plainOf(pair['value']) : undefined;
      return isObject(pair) && typeof pair['key'] === 'string' && held !== undefined
        ? [[pair['key'], held] as const]
        : [];
    }),
  );
}

function listOf(list: Json | undefined): readonly Json[] {
  return Array.isArray(list) ? list : [];
}

/** Finds the log records. Each gets its resource and scope added as `resource` and `scope`. */
export const logRecords: AlarmFinder = (body) => {
  if (!isObject(body) || !Array.isArray(body['resourceLogs'])) return undefined;
  const found: Found[] = [];
  for (const [i, ofResource] of body['resourceLogs'].entries()) {
    if (!isObject(ofResource)) continue;
    for (const [j, ofScope] of listOf(ofResource['scopeLogs']).entries()) {
      if (!isObject(ofScope)) continue;
      for (const [k, record] of listOf(ofScope['logRecords']).entries()) {
        const pointer = `/resourceLogs/${i}/scopeLogs/${j}/logRecords/${k}`;
        const { resource = null } = ofResource;
        const { scope = null } = ofScope;
        found.push({ value: isObject(record) ? { ...record, resource, scope } : record, pointer });
      }
    }
  }
  return readable(found);
};

/** Returns a reader for the first of these attributes in the record, or else in a body with members, or else in the resource. */
export function attribute(...names: readonly string[]): Reader<string> {
  return ({ value }: Alarm) => {
    if (!isObject(value)) return undefined;
    const { resource } = value;
    const body = plainOf(value['body']);
    const holders = [
      attributesOf(value['attributes']),
      isObject(body) ? body : {},
      isObject(resource) ? attributesOf(resource['attributes']) : {},
    ];
    for (const holder of holders) {
      for (const name of names) {
        const found = Object.hasOwn(holder, name) ? textOf(holder[name]) : undefined;
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
}

/** Returns all attributes of the record itself. */
export function ownAttributes({ value }: Alarm): Json | undefined {
  const own = isObject(value) ? attributesOf(value['attributes']) : {};
  return Object.keys(own).length === 0 ? undefined : own;
}

/** Returns the body of the record, if it is text. */
export function bodyText({ value }: Alarm): string | undefined {
  return isObject(value) ? textOf(plainOf(value['body'])) : undefined;
}
