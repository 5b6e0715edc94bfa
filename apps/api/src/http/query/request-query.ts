import type { Type as Class } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseJson } from '#shared/kernel/json.js';
import { didYouMean } from '#shared/kernel/find-nearest.js';
import { getFields, type Field } from '../body/field.js';
import { isFilterField } from './condition-fields.js';
import { findRepeatedKey } from '../body/request-body.js';
import { chooseInvalidCode, invalidField } from '../errors/invalid-field.js';

export type QueryString = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the fields of a query string, each converted by its declared kind: plain (`state=ENABLED`), lists repeated or
 * with commas (`only=a,b`), objects as JSON (`query={…}`) or by dotted names (`query.page.limit=20`).
 */
export function parseQuery(query: QueryString, request: Class<object>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const undeclared = Object.keys(query).filter((name) => !findField(request, name.split('.')));
  const undeclaredPlain = undeclared.filter((name) => !name.includes('.'));
  if (undeclaredPlain.length > 0) throw createUnknownFieldsError(undeclaredPlain, request);
  const [undeclaredDotted] = undeclared;
  if (undeclaredDotted !== undefined) {
    const owner = findOwnerClass(undeclaredDotted.split('.'), request);
    throw createUnknownFieldsError([undeclaredDotted], owner, owner !== request);
  }
  for (const [name, rawValue] of Object.entries(query)) {
    if (rawValue === undefined) continue;
    const path = name.split('.');
    const field = findField(request, path);
    if (typeof rawValue !== 'string' && field?.kind !== 'list') {
      throw invalidField(name, 'is given twice');
    }
    setAtPath(result, path, convertValue(name, rawValue, field), name);
  }
  return result;
}

function findField(request: Class<object>, path: readonly string[]): Field | undefined {
  const [first, ...rest] = path;
  const field = getFields(request).find(({ name }) => name === first);
  if (rest.length === 0 || !field) return field;
  return field.nested && field.kind === 'nested' ? findField(field.nested, rest) : undefined;
}

/** Returns the class that should declare the last field of a path: the deepest one that the path leads to. */
function findOwnerClass([first, ...rest]: readonly string[], request: Class<object>): Class<object> {
  const inner = rest.length > 0 ? findField(request, [first ?? '']) : undefined;
  return inner?.nested && inner.kind === 'nested' ? findOwnerClass(rest, inner.nested) : request;
}

function convertValue(name: string, rawValue: string | readonly string[], field: Field | undefined): unknown {
  if (field?.kind === 'list' && !field.nested) return [rawValue].flat().flatMap(splitList);
  const text = String(rawValue);
  switch (field?.kind) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'nested':
    case 'object':
    case 'list':
      // A filter can also be text, which never begins so.
      return isFilterField(field) && !/^\s*\[/.test(text) ? text : parseJsonValue(name, text);
    default:
      return text;
  }
}

/** Splits a list at its commas, except those in a quoted part of a key (`raw_data["a,b"]`). Blanks around entries do not count. */
function splitList(list: string): readonly string[] {
  return list.split(/,(?![^[]{0,512}"\])/).map((entry) => entry.trim());
}

function parseJsonValue(name: string, text: string): unknown {
  let value: unknown;
  try {
    // parseJson keeps every digit of a number; comparisons in queries are exact.
    value = name.split('.', 1)[0] === 'query' ? parseJson(text) : JSON.parse(text);
  } catch {
    throw invalidField(name, 'must be URL-encoded JSON');
  }
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) throw invalidField(`${name}.${repeated}`, 'is given twice');
  return value;
}

function setAtPath(
  result: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
  name: string,
): void {
  let target = result;
  for (const key of path.slice(0, -1)) {
    target[key] ??= {};
    const inner = target[key];
    if (typeof inner !== 'object' || Array.isArray(inner)) throw invalidField(name, 'is given twice');
    target = inner as Record<string, unknown>;
  }
  const last = path.at(-1) ?? name;
  if (last in target) throw invalidField(name, 'is given twice');
  target[last] = value;
}

/** What other services call the parts of a query. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...{
    offset: 'start',
    skip: 'start',
    page_size: 'limit',
    per_page: 'limit',
    page_token: 'cursor',
    after: 'cursor',
  },
  ...{ q: 'keyword', search: 'keyword', fields: 'only', order: 'sort', order_by: 'sort', sort_by: 'sort' },
};

/** Returns a suggestion for a field that is part of the query, such as `limit`, which is `query.page.limit`. */
function suggestInner(request: Class<object>, field: string): string | undefined {
  const name = SYNONYMS[field] ?? field;
  const query = getFields(request).find((each) => each.name === 'query')?.nested;
  if (query === undefined || field === '' || field.includes('.')) return undefined;
  const paths = getFields(query).flatMap(({ name: part, kind, nested }) => [
    [part],
    ...(kind === 'nested' && nested ? getFields(nested).map((inner) => [part, inner.name]) : []),
  ]);
  const path = paths.find((each) => each.at(-1) === name);
  if (path === undefined) return undefined;
  const parameter = ['query', ...path, ...(name === 'sort' ? ['key'] : [])].join('.');
  return `; did you mean ${parameter}?`;
}

/** @param isNested whether the class is that of an object in the request */
export function createUnknownFieldsError(
  names: readonly string[],
  request: Class<object>,
  isNested = false,
): DomainError {
  const errors = names.map((field) => ({ field, reason: describeUnknownField(request, field) }));
  const detail =
    names.length === 1
      ? `${names[0]} ${errors[0]?.reason}`
      : `${names.join(', ')}: each ${describeUnknownField(request)}`;
  const code = isNested ? chooseInvalidCode(names) : 'ERROR_INVALID_PARAMETER';
  return new DomainError(code, 'invalid', detail, { errors });
}

/**
 * Returns why a field is rejected that the class does not declare.
 * @param field its dotted path in the request; empty if several fields are meant
 */
export function describeUnknownField(request: Class<object>, field = ''): string {
  const names = getFields(request).map((each) => each.name);
  const suggestion =
    suggestInner(request, field) ?? didYouMean(field.slice(field.lastIndexOf('.') + 1), names);
  return names.length > 0
    ? `is unknown; the fields are ${names.join(', ')}${suggestion}`
    : 'is unknown; there are no fields';
}
