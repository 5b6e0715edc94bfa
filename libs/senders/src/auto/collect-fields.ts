import { isObject, type Json } from '#shared/kernel/json.js';
import { toJsonPointer } from '../vocabulary/alarm-finder.js';
import { parseEmbeddedJson } from '../vocabulary/embedded.js';
import { filledTextOf } from '../vocabulary/template.js';
import { normaliseWord } from '../vocabulary/word.js';
import { toEnglishName } from './translations.js';

/** One scalar of an alarm, with its name, its parent and its depth. */
export interface ScalarField {
  readonly name: string;
  /** The name of the enclosing object. For an object in a list it is the name of the list. */
  readonly parent: string;
  readonly depth: number;
  readonly pointer: string;
  readonly text: string;
  readonly value: Json;
}

// Limits on the work for a malicious payload. Usual payloads stay far below them.
const MAX_FIELDS = 3_000;
const MAX_ELEMENTS = 50;
const MAX_DEPTH = 8;

/** Returns all scalars that are not empty, by depth and then in the order of the payload. JSON inside texts is included. */
export function collectFields(alarm: Json): readonly ScalarField[] {
  const fields: ScalarField[] = [];
  let containersAtDepth: readonly Container[] = [{ node: alarm, pointer: '', parent: '' }];
  for (
    let depth = 0;
    depth < MAX_DEPTH && containersAtDepth.length > 0 && fields.length < MAX_FIELDS;
    depth++
  ) {
    containersAtDepth = containersAtDepth
      .flatMap((container) => collectMembers(container, depth, fields))
      .slice(0, MAX_FIELDS);
  }
  return fields;
}

/**
 * Returns how many scalars a value has, as deep as {@link collectFields} looks.
 * @param maxElements elements that count of each list; by default as many as it looks at. Further numbers cost nothing
 */
export function countFields(value: Json, maxElements = MAX_ELEMENTS, depth = MAX_DEPTH): number {
  const container = depth === 0 ? undefined : parseEmbeddedJson(value);
  if (container === undefined || isScalar(container)) return 1;
  const members: readonly Json[] = Array.isArray(container)
    ? container
        .slice(0, maxElements)
        .filter((member, index) => index < MAX_ELEMENTS || typeof member !== 'number')
    : Object.values(container as Readonly<Record<string, Json>>);
  return members.reduce<number>((sum, member) => sum + countFields(member, maxElements, depth - 1), 0);
}

interface Container {
  readonly node: Json;
  readonly pointer: string;
  readonly parent: string;
}

function collectMembers(
  { node, pointer: parentPointer, parent }: Container,
  depth: number,
  fields: ScalarField[],
): readonly Container[] {
  const containers: Container[] = [];
  const members: readonly (readonly [string | number, Json])[] = Array.isArray(node)
    ? node.slice(0, MAX_ELEMENTS).map((element: Json, index) => [index, element] as const)
    : isObject(node)
      ? Object.entries(node)
      : [];
  for (const [name, member] of members) {
    const pair = typeof name === 'number' ? parseNameValuePair(member) : undefined;
    if (pair !== undefined) {
      const text = filledTextOf(pair.value);
      if (text === undefined || fields.length >= MAX_FIELDS) continue;
      const pointer = parentPointer + toJsonPointer([name, ...pair.steps]);
      fields.push({ name: normaliseName(pair.name), parent: '', depth, pointer, text, value: pair.value });
      continue;
    }
    const fieldName = typeof name === 'number' ? parent : normaliseName(name);
    const pointer = parentPointer + toJsonPointer([name]);
    const parsedJson = parseEmbeddedJson(member);
    if (parsedJson !== undefined && !isScalar(parsedJson)) {
      containers.push({ node: parsedJson, pointer, parent: fieldName });
      continue;
    }
    const text = filledTextOf(member);
    if (text === undefined || fields.length >= MAX_FIELDS) continue;
    const fieldParent = typeof name === 'number' ? '' : parent;
    fields.push({ name: fieldName, parent: fieldParent, depth, pointer, text, value: member });
  }
  return containers;
}

interface NameValuePair {
  readonly name: string;
  readonly value: Json;
  readonly steps: readonly string[];
}

/** Reads a list element such as `{name: "Host", value: "db-1"}` as the field `host: "db-1"`. OpenTelemetry attributes too. */
export function parseNameValuePair(element: Json): NameValuePair | undefined {
  if (!isObject(element) || Object.keys(element).length > 4) return undefined;
  const names = ['key', 'name', 'title', 'label', 'field'].filter((one) => typeof element[one] === 'string');
  const [own] = names;
  if (own === undefined || names.length > 1 || !Object.hasOwn(element, 'value')) return undefined;
  const name = element[own] as string;
  const { value } = element;
  if (!isObject(value) || Array.isArray(value)) return { name, value: value ?? null, steps: ['value'] };
  const typedKey = Object.keys(value).find((one) => /^(?:string|int|bool|double)Value$/.test(one));
  return typedKey === undefined
    ? undefined
    : { name, value: value[typedKey] ?? null, steps: ['value', typedKey] };
}

function isScalar(value: Json): boolean {
  return !Array.isArray(value) && !isObject(value);
}

/** Normalises a name: `monitorFriendlyName`, `monitor.friendly-name` and `monitor_friendly_name` become equal. */
function normaliseName(name: string): string {
  const normalisedName = normaliseWord(name).replaceAll(/[^a-z0-9]/g, '');
  return (
    toEnglishName(normalisedName === '' || /[^\x20-\x7e]/.test(name) ? name : normalisedName) ??
    normalisedName
  );
}
