import { isObject, type Json } from '#shared/kernel/json.js';
import { pointerOf } from '../vocabulary/alarms.js';
import { embeddedOf } from '../vocabulary/embedded.js';
import { filledOf } from '../vocabulary/template.js';
import { normalised } from '../vocabulary/word.js';
import { englishName } from './other-languages.js';

/** One scalar of an alarm: what it is called, what holds it, how deep it stands. */
export interface Fact {
  readonly name: string;
  /** The name of the object around it; of an element of a list, that of the list. */
  readonly parent: string;
  readonly depth: number;
  readonly pointer: string;
  readonly text: string;
  readonly value: Json;
}

// A payload is read in microseconds; one that is built to be slow is cut here.
const MOST = 3_000;
const DEEPEST = 8;

/** Every scalar with something in it, the shallowest first, in the order of the payload; JSON in texts included. */
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

/** `{name: "Host", value: "db-1"}` in a list says what `host: "db-1"` does; so do the attributes of OpenTelemetry. */
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

/** `monitorFriendlyName`, `monitor.friendly-name` and `monitor_friendly_name` are one name. */
function plainName(name: string): string {
  const plain = normalised(name).replaceAll(/[^a-z0-9]/g, '');
  return englishName(plain === '' || /[^\x20-\x7e]/.test(name) ? name : plain) ?? plain;
}
