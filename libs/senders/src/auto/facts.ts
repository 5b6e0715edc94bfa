import { isObject, type Json } from '#shared/kernel/json.js';
import { pointerOf } from '../vocabulary/alarms.js';
import { embeddedOf } from '../vocabulary/embedded.js';
import { filledOf } from '../vocabulary/template.js';
import { normalised } from '../vocabulary/word.js';
import { englishName } from './other-languages.js';

/** One scalar of an alarm, with its name, its parent and its depth. */
export interface Fact {
  readonly name: string;
  /** The name of the enclosing object. For an object in a list it is the name of the list. */
  readonly parent: string;
  readonly depth: number;
  readonly pointer: string;
  readonly text: string;
  readonly value: Json;
}

// Limits on the work for a malicious payload. Usual payloads stay far below them.
const MOST = 3_000;
const DEEPEST = 8;

/** Returns all scalars that are not empty, by depth and then in the order of the payload. JSON inside texts is included. */
export function factsOf(alarm: Json): readonly Fact[] {
  const facts: Fact[] = [];
  let level: readonly Place[] = [{ at: alarm, pointer: '', parent: '' }];
  for (let depth = 0; depth < DEEPEST && level.length > 0 && facts.length < MOST; depth++) {
    level = level.flatMap((place) => membersOf(place, depth, facts)).slice(0, MOST);
  }
  return facts;
}

interface Place {
  readonly at: Json;
  readonly pointer: string;
  readonly parent: string;
}

function membersOf({ at, pointer: above, parent }: Place, depth: number, facts: Fact[]): readonly Place[] {
  const inside: Place[] = [];
  const members: readonly (readonly [string | number, Json])[] = Array.isArray(at)
    ? at.slice(0, 50).map((element: Json, index) => [index, element] as const)
    : isObject(at)
      ? Object.entries(at)
      : [];
  for (const [name, held] of members) {
    const pair = typeof name === 'number' ? pairIn(held) : undefined;
    if (pair !== undefined) {
      const text = filledOf(pair.value);
      if (text === undefined || facts.length >= MOST) continue;
      const pointer = above + pointerOf([name, ...pair.steps]);
      facts.push({ name: plainName(pair.name), parent: '', depth, pointer, text, value: pair.value });
      continue;
    }
    const own = typeof name === 'number' ? parent : plainName(name);
    const pointer = above + pointerOf([name]);
    const within = embeddedOf(held);
    if (within !== undefined && !isScalar(within)) {
      inside.push({ at: within, pointer, parent: own });
      continue;
    }
    const text = filledOf(held);
    if (text === undefined || facts.length >= MOST) continue;
    const around = typeof name === 'number' ? '' : parent;
    facts.push({ name: own, parent: around, depth, pointer, text, value: held });
  }
  return inside;
}

interface Pair {
  readonly name: string;
  readonly value: Json;
  readonly steps: readonly string[];
}

/** Reads a list element such as `{name: "Host", value: "db-1"}` as the field `host: "db-1"`. OpenTelemetry attributes too. */
function pairIn(element: Json): Pair | undefined {
  if (!isObject(element) || Object.keys(element).length > 4) return undefined;
  const names = ['key', 'name', 'title', 'label', 'field'].filter((one) => typeof element[one] === 'string');
  const [own] = names;
  if (own === undefined || names.length > 1 || !Object.hasOwn(element, 'value')) return undefined;
  const name = element[own] as string;
  const { value } = element;
  if (!isObject(value) || Array.isArray(value)) return { name, value: value ?? null, steps: ['value'] };
  const typed = Object.keys(value).find((one) => /^(?:string|int|bool|double)Value$/.test(one));
  return typed === undefined ? undefined : { name, value: value[typed] ?? null, steps: ['value', typed] };
}

function isScalar(value: Json): boolean {
  return !Array.isArray(value) && !isObject(value);
}

/** Normalises a name: `monitorFriendlyName`, `monitor.friendly-name` and `monitor_friendly_name` become equal. */
function plainName(name: string): string {
  const plain = normalised(name).replaceAll(/[^a-z0-9]/g, '');
  return englishName(plain === '' || /[^\x20-\x7e]/.test(name) ? name : plain) ?? plain;
}
