import type { Type as Class } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseJson } from '#shared/kernel/json.js';
import { didYouMean } from '#shared/kernel/nearest.js';
import { fieldsOf, type Field } from '../body/field.js';
import { repeatedKey } from '../body/repeated-key.js';

export type QueryString = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the fields of a query string, each converted by its declared kind: plain (`state=ENABLED`), lists repeated or
 * with commas (`only=a,b`), objects as JSON (`query={…}`) or by dotted names (`query.page.limit=20`).
 */
export function parseQuery(query: QueryString, request: Class<object>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const strange = Object.keys(query).filter((name) => !declaredAt(request, name.split('.')));
  const plain = strange.filter((name) => !name.includes('.'));
  if (plain.length > 0) throw unknownFields(plain, request);
  const [dotted] = strange;
  if (dotted !== undefined) throw unknownFields([dotted], holderOf(dotted.split('.'), request));
  for (const [name, given] of Object.entries(query)) {
    if (given === undefined) continue;
    const path = name.split('.');
    const declared = declaredAt(request, path);
    if (typeof given !== 'string' && declared?.kind !== 'list') {
      throw DomainError.invalid(name, 'is given twice');
    }
    place(result, path, valueOf(name, given, declared), name);
  }
  return result;
}

function declaredAt(request: Class<object>, path: readonly string[]): Field | undefined {
  const [first, ...rest] = path;
  const declared = fieldsOf(request).find(({ name }) => name === first);
  if (rest.length === 0 || !declared) return declared;
  return declared.nested && declared.kind === 'nested' ? declaredAt(declared.nested, rest) : undefined;
}

/** Returns the class that should declare the last field of a path: the deepest one that the path leads to. */
function holderOf([first, ...rest]: readonly string[], request: Class<object>): Class<object> {
  const inner = rest.length > 0 ? declaredAt(request, [first ?? '']) : undefined;
  return inner?.nested && inner.kind === 'nested' ? holderOf(rest, inner.nested) : request;
}

function valueOf(name: string, given: string | readonly string[], declared: Field | undefined): unknown {
  if (declared?.kind === 'list' && !declared.nested) return [given].flat().flatMap(itemsOf);
  const text = String(given);
  switch (declared?.kind) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'nested':
    case 'object':
    case 'list':
      return jsonOf(name, text);
    default:
      return text;
  }
}

/** Splits a list at its commas, except those in a quoted part of a key (`raw_data["a,b"]`). */
function itemsOf(list: string): readonly string[] {
  return list.split(/,(?![^[]{0,512}"\])/);
}

function jsonOf(name: string, text: string): unknown {
  let value: unknown;
  try {
    // parseJson keeps every digit of a number; comparisons in queries are exact.
    value = name.split('.', 1)[0] === 'query' ? parseJson(text) : JSON.parse(text);
  } catch {
    throw DomainError.invalid(name, 'must be URL-encoded JSON');
  }
  const repeated = repeatedKey(text);
  if (repeated !== undefined) throw DomainError.invalid(`${name}.${repeated}`, 'is given twice');
  return value;
}

function place(result: Record<string, unknown>, path: readonly string[], value: unknown, name: string): void {
  let target = result;
  for (const key of path.slice(0, -1)) {
    target[key] ??= {};
    const inner = target[key];
    if (typeof inner !== 'object' || Array.isArray(inner)) throw DomainError.invalid(name, 'is given twice');
    target = inner as Record<string, unknown>;
  }
  const last = path.at(-1) ?? name;
  if (last in target) throw DomainError.invalid(name, 'is given twice');
  target[last] = value;
}

export function unknownFields(names: readonly string[], request: Class<object>): DomainError {
  const errors = names.map((field) => ({ field, reason: unknownReason(request, field) }));
  const list =
    names.length === 1
      ? `${names[0]} ${errors[0]?.reason}`
      : `${names.join(', ')}: each ${unknownReason(request)}`;
  return new DomainError('ERROR_INVALID_PARAMETER', 'invalid', list, { errors });
}

/**
 * Returns why a field is rejected that the class does not declare.
 * @param field its dotted path in the request; empty if several fields are meant
 */
export function unknownReason(request: Class<object>, field = ''): string {
  const names = fieldsOf(request).map((each) => each.name);
  const meant = didYouMean(field.slice(field.lastIndexOf('.') + 1), names);
  return names.length > 0
    ? `is unknown; the fields are ${names.join(', ')}${meant}`
    : 'is unknown; there are no fields';
}
