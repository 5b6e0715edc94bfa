import { isObject, type Json } from '#shared/kernel/json.js';
import type { Alarm, Reader } from '../../vocabulary/alarm.js';
import { limitAlarms, type AlarmFinder, type FoundAlarm } from '../../vocabulary/alarm-finder.js';
import { toLabels, type Labels } from '../../vocabulary/labels.js';
import { textOf } from '../../vocabulary/text.js';

/** Converts an `AnyValue`, the form of attributes and bodies, to plain JSON. */
export function toPlainJson(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return undefined;
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = value;
  if (isObject(arrayValue)) return toList(arrayValue['values']).map((one) => toPlainJson(one) ?? null);
  if (isObject(kvlistValue)) return parseAttributes(kvlistValue['values']);
  return stringValue ?? intValue ?? doubleValue ?? boolValue;
}

function parseAttributes(pairs: Json | undefined): Record<string, Json> {
  return Object.fromEntries(
    toList(pairs).flatMap((pair) => {
      const attributeValue = isObject(pair) ? toPlainJson(pair['value']) : undefined;
      return isObject(pair) && typeof pair['key'] === 'string' && attributeValue !== undefined
        ? [[pair['key'], attributeValue] as const]
        : [];
    }),
  );
}

function toList(list: Json | undefined): readonly Json[] {
  return Array.isArray(list) ? list : [];
}

/** Finds the log records. Each gets its resource and scope added as `resource` and `scope`. */
export const findLogRecords: AlarmFinder = (body) => {
  if (!isObject(body) || !Array.isArray(body['resourceLogs'])) return undefined;
  const found: FoundAlarm[] = [];
  for (const [i, resourceLog] of body['resourceLogs'].entries()) {
    if (!isObject(resourceLog)) continue;
    for (const [j, scopeLog] of toList(resourceLog['scopeLogs']).entries()) {
      if (!isObject(scopeLog)) continue;
      for (const [k, record] of toList(scopeLog['logRecords']).entries()) {
        const pointer = `/resourceLogs/${i}/scopeLogs/${j}/logRecords/${k}`;
        const { resource = null } = resourceLog;
        const { scope = null } = scopeLog;
        found.push({ value: isObject(record) ? { ...record, resource, scope } : record, pointer });
      }
    }
  }
  return limitAlarms(found);
};

/** Returns a reader for the first of these attributes in the record, or else in a body with members, or else in the resource. */
export function attribute(...names: readonly string[]): Reader<string> {
  return ({ value }: Alarm) => {
    if (!isObject(value)) return undefined;
    const { resource } = value;
    const body = toPlainJson(value['body']);
    const attributeSources = [
      parseAttributes(value['attributes']),
      isObject(body) ? body : {},
      isObject(resource) ? parseAttributes(resource['attributes']) : {},
    ];
    for (const source of attributeSources) {
      for (const name of names) {
        const found = Object.hasOwn(source, name) ? textOf(source[name]) : undefined;
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
}

/** Attributes that hold the text of the alarm. They are its title or description. */
const PROSE = /^(?:exception\.(?:stacktrace|message)|description|message|msg|title|summary)$/;

/** Returns the attributes of the record and of its resource that are a single value, except for the text of the alarm. */
export function attributeLabels({ value }: Alarm): Labels | undefined {
  if (!isObject(value)) return undefined;
  const { resource } = value;
  const found = {
    ...(isObject(resource) ? parseAttributes(resource['attributes']) : {}),
    ...parseAttributes(value['attributes']),
  };
  return toLabels(Object.fromEntries(Object.entries(found).filter(([name]) => !PROSE.test(name))));
}

/** Returns the attributes of the record itself that are no labels: lists and objects. */
export function furtherAttributes(alarm: Alarm): Json | undefined {
  const found = Object.entries(ownAttributes(alarm) ?? {}).filter(([, one]) => textOf(one) === undefined);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Returns all attributes of the record itself. */
export function ownAttributes({ value }: Alarm): Json | undefined {
  const recordAttributes = isObject(value) ? parseAttributes(value['attributes']) : {};
  return Object.keys(recordAttributes).length === 0 ? undefined : recordAttributes;
}

/** Returns the body of the record, if it is text. */
export function bodyText({ value }: Alarm): string | undefined {
  return isObject(value) ? textOf(toPlainJson(value['body'])) : undefined;
}
