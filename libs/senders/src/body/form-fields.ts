import type { Json } from '#shared/kernel/json.js';
import { decodeUrlEncoded } from './decode-text.js';
import { MAX_MEMBERS } from './member-limit.js';
import { findBoundary, parseMultipart } from './parse-multipart.js';

type Pair = readonly [string, string];

/** A form as an object. `flat`: the same with the names as they were posted; the same object if no name is nested. */
export interface FormBody {
  readonly nested: Readonly<Record<string, Json>>;
  readonly flat: Readonly<Record<string, Json>>;
}

const MAX_DEPTH = 8;
/** Elements of a list. An index beyond it is the name of a member. */
const MAX_INDEX = 1_000;
/** Nested names. More of them stay flat: the limit bounds the work on a hostile form. */
const MAX_NESTED = 5_000;

/** The content type of `curl -d`, which also labels plain text so. */
const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\b/i;
/** A field with JSON, or several fields without white space, are a form whatever the content type says. */
const FORM_WITH_JSON = /^\s*[A-Za-z_][\w.-]{0,60}=\s*(?:[{[]|%7b|%5b)/i;
const FORM_WITH_FIELDS =
  /^\s*[A-Za-z_][\w.[\]%-]{0,100}=[^\s&=]*(?:&[A-Za-z_][\w.[\]%-]{0,100}=[^\s&=]*)+\s*$/;

/**
 * Returns the fields of a URL-encoded or multipart form; an empty list if the body is none, and `undefined` if it has more fields
 * than an object may have members.
 */
export function parseFields(text: string, contentType: string): readonly Pair[] | undefined {
  const boundary = findBoundary(contentType);
  const parts = boundary === undefined ? [] : parseMultipart(text, boundary);
  if (parts.length > 0) return parts;
  const isForm = FORM_TYPE.test(contentType) ? text.includes('=') : hasFields(text);
  return isForm ? parseUrlEncoded(text.trim(), contentType) : [];
}

function hasFields(text: string): boolean {
  return FORM_WITH_JSON.test(text) || FORM_WITH_FIELDS.test(text);
}

/** Parses a URL-encoded form, in the charset of the body. */
function parseUrlEncoded(text: string, contentType: string): readonly Pair[] | undefined {
  const parts = text.split('&', MAX_MEMBERS + 1);
  const [first] = new URLSearchParams(parts[0]);
  const raw = text.slice(text.indexOf('=') + 1).trim();
  // `curl -d 'payload={"text":"a & b"}'`: the JSON was not encoded, and `&` is part of it.
  if (first !== undefined && /^[{[]/.test(raw) && /[}\]]$/.test(raw) && !/[}\]]$/.test(first[1].trim()))
    return [[first[0], raw]];
  if (parts.length > MAX_MEMBERS) return undefined;
  const pairs = [...new URLSearchParams(text)];
  // `URLSearchParams` knows no other encoding than UTF-8.
  if (!pairs.some(([name, value]) => name.includes('\ufffd') || value.includes('\ufffd'))) return pairs;
  return parts.flatMap((pair): Pair[] => {
    if (pair === '') return [];
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
    return [
      [decodeUrlEncoded(pair.slice(0, end), contentType), decodeUrlEncoded(pair.slice(end + 1), contentType)],
    ];
  });
}

/** Converts the fields of a form to an object. A repeated field becomes a list, and nested names become nested objects. */
export function formToObject(pairs: Iterable<Pair>): FormBody {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const existing = fields.get(name);
    if (existing === undefined) fields.set(name, value);
    else if (Array.isArray(existing)) existing.push(value);
    else fields.set(name, [existing, value]);
  }
  const flat = Object.fromEntries(fields);
  const nested = nestFields(fields);
  return { flat, nested: nested ?? flat };
}

/** A member of an object that is being built, or text. */
type Node = Map<string, Node> | string | readonly string[];

/** Returns the object that the names describe; `undefined` if no name is nested. */
function nestFields(fields: ReadonlyMap<string, string | string[]>): Record<string, Json> | undefined {
  const dotted = findDottedPrefixes(fields.keys());
  const root = new Map<string, Node>();
  let count = 0;
  for (const [name, value] of fields) {
    const steps = count < MAX_NESTED ? splitName(name, dotted) : [name];
    if (steps.length > 1) count += 1;
    // A field that is text as well as an object keeps its flat name.
    if (!place(root, steps, value)) root.set(name, value);
  }
  return count === 0 ? undefined : membersOf(root);
}

const BRACKETS = /^([^[\]]{1,200})((?:\[[^[\]]{0,200}\]){1,16})$/;
/** Names as a program writes them. Macros (`EVENT.ID`) and host names in another spelling stay as they are. */
const DOTTED = /^[a-z_][A-Za-z0-9_]{0,60}(?:\.[A-Za-z_][A-Za-z0-9_]{0,60}){1,8}$/;

/** Returns the first parts that at least two dotted names share. A single name with a dot is only a name. */
function findDottedPrefixes(names: Iterable<string>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const name of names) {
    if (!DOTTED.test(name)) continue;
    const prefix = name.slice(0, name.indexOf('.'));
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([prefix, count]) => (count > 1 ? prefix : [])));
}

/** Splits `a[b][0]` and `a.b` into their parts. A name that is not nested, or too deep, is a single part. */
function splitName(name: string, dotted: ReadonlySet<string>): readonly string[] {
  const [, head, tail] = name.includes('[') ? (BRACKETS.exec(name) ?? []) : [];
  const steps =
    head !== undefined && tail !== undefined
      ? [head, ...tail.slice(1, -1).split('][')]
      : DOTTED.test(name) && dotted.has(name.slice(0, name.indexOf('.')))
        ? name.split('.')
        : [name];
  return steps.length > MAX_DEPTH ? [name] : steps;
}

/** Places a value in the object. Returns whether there was room: a text has no members. */
function place(root: Map<string, Node>, steps: readonly string[], value: string | string[]): boolean {
  let at = root;
  for (const [index, step] of steps.entries()) {
    // `a[]` means the next element.
    const name = step === '' ? String(at.size) : step;
    const existing = at.get(name);
    if (index === steps.length - 1) {
      // `a[]=x&a[]=y` arrives as one field with two values.
      if (step === '' && typeof value !== 'string') {
        for (const one of value) at.set(String(at.size), one);
        return true;
      }
      if (existing !== undefined) return false;
      at.set(name, value);
      return true;
    }
    if (existing !== undefined && !(existing instanceof Map)) return false;
    const next = existing ?? new Map<string, Node>();
    at.set(name, next);
    at = next;
  }
  return false;
}

function toJson(node: Node): Json {
  if (!(node instanceof Map)) return node;
  const names = [...node.keys()];
  return isList(names)
    ? names
        .map(Number)
        .sort((a, b) => a - b)
        .map((index) => toJson(node.get(String(index)) ?? ''))
    : membersOf(node);
}

function membersOf(node: ReadonlyMap<string, Node>): Record<string, Json> {
  return Object.fromEntries([...node].map(([name, one]) => [name, toJson(one)]));
}

/** Returns whether all names are indexes. They need not be without gaps: a script may leave out what is empty. */
function isList(names: readonly string[]): boolean {
  return (
    names.length > 0 && names.every((name) => /^(?:0|[1-9]\d{0,3})$/.test(name) && Number(name) < MAX_INDEX)
  );
}
