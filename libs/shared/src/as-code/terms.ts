import { isObject } from '../kernel/json.js';

/** The fields of a record as a file has them, with all defaults filled in. */
export type Terms = Readonly<Record<string, unknown>>;

/** Shown by the service in place of a secret. */
export const MASK = '***';

/** A field that two records differ in. Paths look like `settings.labels.site`. */
export interface Difference {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * Returns where `wanted` differs from what is stored. Objects are compared field by field, lists as a whole.
 * @param secrets the fields that can have secrets. Elsewhere, `***` is a text like any other
 */
export function compareTerms(
  stored: Terms,
  wanted: Terms,
  secrets: readonly string[] = [],
): readonly Difference[] {
  return [...new Set([...Object.keys(wanted), ...Object.keys(stored)])].flatMap((field) =>
    compare(field, own(stored, field), own(wanted, field), secrets),
  );
}

/** Whether a field, such as `options.url`, is one of these or in one of them. */
export const isWithin = (field: string, fields: readonly string[]): boolean =>
  fields.some((each) => `${field}.`.startsWith(`${each}.`));

/** A label may be called `constructor`. */
const own = (terms: Terms, name: string): unknown => (Object.hasOwn(terms, name) ? terms[name] : undefined);

function compare(
  field: string,
  from: unknown,
  to: unknown,
  secrets: readonly string[],
): readonly Difference[] {
  const isSecret = isWithin(field, secrets);
  if (isSecret ? isSame(from, to) : isDeepSame(from, to)) return [];
  if (!isObject(from) || !isObject(to)) return [{ field, from: from ?? null, to: to ?? null }];
  const names = new Set([...Object.keys(to), ...Object.keys(from)]);
  return [...names].flatMap((name) => compare(`${field}.${name}`, own(from, name), own(to, name), secrets));
}

/** Whether a stored value is the wanted one. A stored secret cannot be compared: where the service shows `***`, any value is the same. */
export function isSame(stored: unknown, wanted: unknown): boolean {
  if (typeof stored === 'string' && isMasked(stored) && wanted !== undefined && wanted !== null)
    return typeof wanted !== 'string' || wanted === MASK || wanted.startsWith(stored.split(MASK, 1)[0] ?? '');
  return isDeepSame(stored, wanted, isSame);
}

function isDeepSame(
  stored: unknown,
  wanted: unknown,
  isSamePart: (stored: unknown, wanted: unknown) => boolean = isDeepSame,
): boolean {
  if (Array.isArray(stored) && Array.isArray(wanted))
    return stored.length === wanted.length && stored.every((each, at) => isSamePart(each, wanted[at]));
  if (isObject(stored) && isObject(wanted)) {
    const names = [...new Set([...Object.keys(stored), ...Object.keys(wanted)])];
    return names.every((name) => isSamePart(own(stored, name), own(wanted, name)));
  }
  return (stored ?? null) === (wanted ?? null);
}

/** Whether the service shows this text in place of a secret, wholly or after the host of an address. */
export const isMasked = (value: unknown): boolean =>
  typeof value === 'string' && (value === MASK || /^https?:\/\/[^*]*\*\*\*$/.test(value));

/**
 * Adds the defaults of fields that are missing, also inside objects. `null` in the API mostly means that a field is not given.
 * @param nullable the fields for which `null` says something else
 */
export function fillIn(terms: Terms, defaults: Terms, nullable: readonly string[] = []): Terms {
  const filled = Object.entries(defaults).map(([field, value]) => {
    const given = own(terms, field);
    if (given === undefined || (given === null && !nullable.includes(field))) return [field, value];
    const inner = nullable.flatMap((path) =>
      path.startsWith(`${field}.`) ? [path.slice(field.length + 1)] : [],
    );
    return [field, isObject(value) && isObject(given) ? fillIn(given, value, inner) : given];
  });
  return { ...terms, ...(Object.fromEntries(filled) as Terms) };
}

/** Returns the fields whose values are not the defaults. */
export function withoutDefaults(terms: Terms, defaults: Terms): Terms {
  const kept = Object.entries(terms).flatMap(([field, value]) => {
    const usual = own(defaults, field);
    if (value === undefined || isSame(usual, value)) return [];
    if (!isObject(value) || !isObject(usual)) return [[field, value]];
    const inner = withoutDefaults(value, usual);
    return Object.keys(inner).length === 0 ? [] : [[field, inner]];
  });
  return Object.fromEntries(kept) as Terms;
}

/** Replaces the values at a path, if there are any. `*` stands for each item of a list. */
export function changeAt(
  terms: Terms,
  path: string,
  change: (value: unknown, path: readonly (string | number)[]) => unknown,
): Terms {
  return replaceAt(terms, path.split('.'), [], change) as Terms;
}

function replaceAt(
  value: unknown,
  [first, ...rest]: readonly string[],
  path: readonly (string | number)[],
  change: (value: unknown, path: readonly (string | number)[]) => unknown,
): unknown {
  if (value === undefined || value === null) return value;
  if (first === undefined) return change(value, path);
  if (first === '*')
    return Array.isArray(value)
      ? value.map((each, at) => replaceAt(each, rest, [...path, at], change))
      : value;
  if (!isObject(value) || !Object.hasOwn(value, first)) return value;
  return { ...value, [first]: replaceAt(value[first], rest, [...path, first], change) };
}
