import { DomainError } from '#shared/kernel/domain-error.js';
import { isRawNumber, parseJson } from '#shared/kernel/json.js';
import { locateJsonError } from '#shared/kernel/locate-json-error.js';
import { invalidField } from '../errors/invalid-field.js';

const MAX_DEPTH = 64;
// class-transformer compares each key of an object with all earlier keys: 70,000 keys would block the process for seconds.
const MAX_FIELDS = 1_000;
/** Per list. No field allows more. */
const MAX_ITEMS = 1_000;
/** In all objects and lists together. */
const MAX_VALUES = 10_000;
const FORM_TYPE = /^\s*(?:application\/x-www-form-urlencoded|multipart\/)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the fields of a JSON body; none for an empty body. The Content-Type may be wrong, because `curl -d` declares JSON
 * as a form.
 * @throws ERROR_INVALID_PARAMETER if it is not a JSON object that can be stored (in its query, ERROR_INVALID_QUERY);
 * ERROR_UNSUPPORTED_MEDIA_TYPE for a form
 */
export function parseBody(body: Buffer, contentType = ''): Record<string, unknown> {
  const text = decodeUtf8(body);
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (FORM_TYPE.test(contentType)) throw createFormError();
    const { line, column } = locateJsonError(text);
    throw invalidField('body', `is not valid JSON at line ${line}, column ${column}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField('body', 'must be a JSON object');
  }
  requireStorable(value, '');
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) throw invalidField(repeated || 'body', 'is given twice');
  return parseExactQuery(value as Record<string, unknown>, text);
}

function decodeUtf8(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalidField('body', 'is not valid UTF-8');
  }
}

function createFormError(): DomainError {
  const text = 'The body is a form; send a JSON object with the content type application/json';
  return new DomainError('ERROR_UNSUPPORTED_MEDIA_TYPE', 'unsupported', text);
}

/** Parses `query` again with every digit of its numbers, because comparisons are exact. For other fields, doubles suffice. */
function parseExactQuery(fields: Record<string, unknown>, text: string): Record<string, unknown> {
  if (!Object.hasOwn(fields, 'query')) return fields;
  return { ...fields, query: (parseJson(text) as Record<string, unknown>)['query'] };
}

/** Rejects values that no field may contain. Does not recurse, because the caller decides how deep the value is nested. */
export function requireStorable(root: unknown, field: string): void {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value: root, path: field, depth: 1 }];
  let valueCount = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') requireStorableText(value, path);
    else if (!isFiniteNumber(value)) throw invalidField(path, 'is too large a number');
    else if (typeof value === 'object' && value !== null) {
      if (depth > MAX_DEPTH) {
        throw invalidField(getTopField(path), `is nested deeper than ${MAX_DEPTH} levels`);
      }
      const isList = Array.isArray(value);
      const entries = Object.entries(value);
      const [max, unit] = isList ? [MAX_ITEMS, 'items'] : [MAX_FIELDS, 'fields'];
      if (entries.length > max) {
        throw invalidField(path || 'body', `has ${entries.length} ${unit}; at most ${max} are allowed`);
      }
      valueCount += entries.length;
      if (valueCount > MAX_VALUES)
        throw invalidField('body', `has more than ${MAX_VALUES} values in all; send fewer at a time`);
      for (const [key, inner] of entries) {
        if (key === '__proto__' || key === 'constructor') {
          throw invalidField(key, 'is not allowed as a key');
        }
        requireStorableText(key, path || 'body');
        const name = isList ? `${path}[${key}]` : path ? `${path}.${key}` : key;
        stack.push({ value: inner, path: name, depth: depth + 1 });
      }
    }
  }
}

function isFiniteNumber(value: unknown): boolean {
  const number = isRawNumber(value) ? Number(value.rawJSON) : value;
  return typeof number !== 'number' || Number.isFinite(number);
}

function requireStorableText(text: string, path: string): void {
  // PostgreSQL cannot store U+0000 or lone surrogates.
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw invalidField(path || 'body', 'must not contain U+0000 or lone surrogates');
  }
}

function getTopField(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** Matches a JSON string (with its colon, if it is a key) or a bracket. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

interface OpenContainer {
  /** The keys of an object so far; `undefined` for a list. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
}

/**
 * Returns the dotted path of a key that occurs twice in an object. `JSON.parse` would silently take the last value.
 * @param json valid JSON
 */
export function findRepeatedKey(json: string): string | undefined {
  const stack: OpenContainer[] = [];
  let path = '';
  for (const [token, colon] of json.matchAll(TOKENS)) {
    const container = stack.at(-1);
    if (token === '{' || token === '[') {
      stack.push({ keys: token === '{' ? new Set() : undefined, path });
    } else if (token === '}' || token === ']') {
      path = stack.pop()?.path ?? '';
    } else if (colon !== undefined && container?.keys) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      path = container.path === '' ? key : `${container.path}.${key}`;
      if (container.keys.has(key)) return path;
      container.keys.add(key);
    }
  }
  return undefined;
}
