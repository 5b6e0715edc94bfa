import { isObject, type Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { parseEmbeddedJson } from './embedded.js';
import { firstAt, type Path } from './path.js';
import { filledTextOf } from './template.js';
import { textOf } from './text.js';

export type Labels = Readonly<Record<string, string>>;

/** Converts an object to labels: numbers and booleans become text, objects and lists are left out. */
export function toLabels(from: Json): Labels | undefined {
  if (!isObject(from)) return undefined;
  const entries = Object.entries(from);
  if (entries.every(([, label]) => typeof label === 'string')) return from as Labels;
  return Object.fromEntries(
    entries.flatMap(([name, label]) => {
      const text = typeof label === 'string' ? label : textOf(label);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Returns a reader for the first object at these paths, as labels. */
export function labels(...paths: readonly Path[]): Reader<Labels> {
  return firstAt(paths, toLabels);
}

/** The text of a label that stands for a tag without a value. */
const PRESENT = 'true';

/**
 * Returns a reader for the first tags at these paths, as labels. Tags are a list, or a text with commas. A tag is `team:shop`,
 * `team=shop`, a word (`production` becomes the label `production` with the text `true`), or an object with a name and a value. The
 * texts of tags with the same name are joined by commas. A variable that the sender did not fill in is no tag.
 */
export function tags(...paths: readonly Path[]): Reader<Labels> {
  return firstAt(paths, toTags);
}

/** As {@link tags}, of one value. */
export function toTags(from: Json): Labels | undefined {
  const elements = Array.isArray(from) ? from : typeof from === 'string' ? from.split(',') : undefined;
  if (elements === undefined) return toLabels(from);
  const found = new Map<string, string>();
  for (const element of elements) {
    const [name, label] = (isObject(element) ? readPair(element) : splitTag(filledTextOf(element))) ?? [];
    if (name === undefined || label === undefined) continue;
    const other = found.get(name);
    found.set(name, other === undefined || other === label ? label : `${other},${label}`);
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}

function splitTag(tag: string | undefined): readonly [string, string] | undefined {
  if (tag === undefined) return undefined;
  const at = tag.search(/[:=]/);
  const name = tag.slice(0, Math.max(at, 0)).trim();
  return name === '' ? [tag, PRESENT] : [name, tag.slice(at + 1).trim() || PRESENT];
}

const NAMES = ['name', 'key', 'tag', 'label', 'context'];
const VALUES = ['value', 'val', 'text'];

/** Reads `{key: "team", value: "shop"}`. */
function readPair(element: Readonly<Record<string, Json>>): readonly [string, string] | undefined {
  const name = textOf(NAMES.map((one) => element[one]).find((one) => textOf(one) !== undefined));
  if (name === undefined) return undefined;
  return [
    name,
    textOf(VALUES.map((one) => element[one]).find((one) => textOf(one) !== undefined)) ?? PRESENT,
  ];
}

/** Returns a reader for the tags in the text that `read` finds: as {@link tags}, or as JSON in a field of a template. */
export function tagsIn(read: Reader<string>): Reader<Labels> {
  return (alarm) => {
    const found = read(alarm);
    return found === undefined ? undefined : toTags(parseEmbeddedJson(found) ?? found);
  };
}

/** Returns a reader for labels under these names. Missing ones are left out. */
export function labelled(readers: Readonly<Record<string, Reader<string>>>): Reader<Labels> {
  const all = Object.entries(readers);
  return (alarm) => {
    const found: Record<string, string> = {};
    for (const [name, read] of all) {
      const label = read(alarm);
      if (label !== undefined) found[name] = label;
    }
    return Object.keys(found).length === 0 ? undefined : found;
  };
}

/** Returns a reader for the labels of all of these readers. Of two with the same name the first one counts. */
export function allLabels(...readers: readonly Reader<Labels>[]): Reader<Labels> {
  return (alarm) => {
    const found = readers.map((read) => read(alarm)).filter((one) => one !== undefined);
    return found.length < 2 ? found[0] : Object.assign({}, ...found.toReversed());
  };
}

/** Returns a reader for the members of the first object at these paths that {@link labels} leaves out: objects and lists. */
export function furtherMembers(...paths: readonly Path[]): Reader<Json> {
  return firstAt(paths, (from) => {
    if (!isObject(from)) return undefined;
    const found = toLabels(from) ?? {};
    const further = Object.entries(from).filter(([name, member]) => !(name in found) && member !== null);
    return further.length === 0 ? undefined : Object.fromEntries(further);
  });
}
