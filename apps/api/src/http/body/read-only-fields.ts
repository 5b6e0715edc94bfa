import { CALLER_ID_PATTERN } from '#shared/kernel/ids.js';
import { isObject } from '#shared/kernel/json.js';
import { takesRecordBack, type Operation } from '../../docs/operation.decorator.js';
import { getFields, type Field } from './field.js';

/**
 * Returns the fields of a record, by name, that an update takes and does not change: a client may send back what it was given. They
 * are those of the response which the request does not have.
 */
export function findReadOnlyFields(operation: Operation): ReadonlyMap<string, Field> {
  const { request, response } = operation;
  if (!takesRecordBack(operation) || request === undefined || response === undefined) return new Map();
  const taken = new Set(getFields(request).map(({ name }) => name));
  const others = getFields(response).filter(({ name }) => !taken.has(name));
  return new Map(others.map((field) => [field.name, field]));
}

/** Whether a field says which record it is, or what it belongs to. Other ids, such as that of an open alert, come and go. */
const isIdentity = ({ name, nullable, schema }: Field): boolean =>
  name.endsWith('_id') && (!nullable || ('pattern' in schema && schema.pattern === CALLER_ID_PATTERN.source));

/** Returns the ids in a message that an update does not change, by their paths. */
export function findGivenIds(
  readOnly: ReadonlyMap<string, Field>,
  message: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const ids = Object.entries(message).flatMap(([name, value]): (readonly [string, unknown])[] => {
    const field = readOnly.get(name);
    if (field === undefined) return [];
    if (isIdentity(field)) return [[name, value]];
    // An object that is not always there comes and goes with its id.
    if (field.kind !== 'nested' || field.nullable || !field.required || !isObject(value)) return [];
    return getFields(field.nested ?? Object)
      .filter((inner) => isIdentity(inner) && Object.hasOwn(value, inner.name))
      .map((inner) => [`${name}.${inner.name}`, value[inner.name]]);
  });
  return Object.fromEntries(ids);
}
