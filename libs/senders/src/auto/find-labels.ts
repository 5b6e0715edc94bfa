import { isObject, type Json } from '#shared/kernel/json.js';
import { parseEmbeddedJson } from '../vocabulary/embedded.js';
import { toTags, type Labels } from '../vocabulary/labels.js';
import { textOf } from '../vocabulary/text.js';
import { normaliseWord } from '../vocabulary/word.js';
import { qualifiedName } from './choose-field.js';
import { parseNameValuePair, type ScalarField } from './collect-fields.js';
import { DESCRIPTION, LABELS, SEVERITY } from './field-names.js';
import { isId, isStateWord, isUrl } from './text-checks.js';

/** Ends of the names of an object, list or text that contains labels, normalised: `commonLabels`, `event_tags`. */
const LABEL_CONTAINER = /(?:labels?|tags?|dimensions?)$/;
/** The same for objects and lists that contain figures, times and sentences beside labels. */
const DETAIL_CONTAINER = /(?:details|attributes|fields|properties|facets|customdata)$/;
/** Names of objects and lists about the past, or about people. */
const UNRELATED = /^(?:old|prev|removed|deleted|users?$|actor|author|sender|assignee|agent|contact|owner)/;

// Limits on the work for a malicious payload.
const MAX_DEPTH = 6;
const MAX_NODES = 1_000;

/**
 * Finds the labels of an alarm: those of all containers, of which outer ones count, and single fields that teams are routed by, such
 * as `environment`.
 * @param shared the texts of single fields beside a list of alarms, by name
 * @param taken fields that are the title or the rule of the event
 */
export function findLabels(
  alarm: Readonly<Record<string, Json>>,
  fields: readonly ScalarField[],
  shared: ReadonlyMap<string, string>,
  taken: readonly (ScalarField | undefined)[],
): Labels {
  const found = { labels: new Map<string, string>(), details: new Map<string, string>() };
  const nodes: { readonly node: Readonly<Record<string, Json>>; readonly depth: number }[] = [
    { node: alarm, depth: 0 },
  ];
  // The loop also visits the objects that it adds, the outer ones first.
  for (const { node, depth } of nodes) {
    for (const [name, member] of Object.entries(node)) {
      const normalisedName = normaliseWord(name);
      if (UNRELATED.test(normalisedName)) continue;
      const inner = parseEmbeddedJson(member) ?? member;
      if (LABEL_CONTAINER.test(normalisedName)) {
        // A single `label` or `tag` is a text of its own.
        if (typeof inner !== 'string' || normalisedName.endsWith('s'))
          addMissing(found.labels, readContainer(inner));
      } else if (DETAIL_CONTAINER.test(normalisedName) && typeof inner === 'object') {
        addMissing(found.details, Object.entries(readContainer(inner)).filter(isDetailLabel));
      } else {
        // A list of one element is an object for this purpose: the series of a metric.
        const object = Array.isArray(inner) && inner.length === 1 ? inner[0] : inner;
        if (isObject(object) && depth < MAX_DEPTH && nodes.length < MAX_NODES)
          nodes.push({ node: object, depth: depth + 1 });
      }
    }
  }
  addMissing(found.labels, [...found.details]);
  addMissing(found.labels, nameLabels(new Map([...shared, ...findLabelFields(fields, taken)])));
  return Object.fromEntries(found.labels);
}

function addMissing(to: Map<string, string>, from: Labels | readonly (readonly [string, string])[]): void {
  for (const [name, label] of Array.isArray(from) ? from : Object.entries(from as Labels))
    if (!to.has(name)) to.set(name, label);
}

/** Returns the labels of an object, of a list of tags or pairs, or of a text with commas. */
function readContainer(container: Json): Labels {
  if (typeof container === 'string') return toTags(container) ?? {};
  if (Array.isArray(container)) {
    const [only] = container;
    const tags = toTags(container.map(toTag)) ?? {};
    return container.length === 1 && isObject(only) && Object.keys(tags).length === 0
      ? readContainer(only)
      : tags;
  }
  if (!isObject(container)) return {};
  return Object.fromEntries(
    Object.entries(container).flatMap(([name, member]) => {
      const label = Array.isArray(member)
        ? member.flatMap((one: Json) => textOf(one) ?? []).join(',') || undefined
        : textOf(member);
      return label === undefined ? [] : [[name, label]];
    }),
  );
}

/** Converts an element to one that {@link toTags} reads: `["team", "shop"]`, `{Key: "team", Value: "shop"}`, `{title: …, value: …}`. */
function toTag(element: Json): Json {
  if (Array.isArray(element)) {
    const [name, value] = element;
    return element.length === 2 && typeof name === 'string' ? { name, value: value ?? null } : null;
  }
  if (!isObject(element)) return element;
  const lowerCased = Object.fromEntries(
    Object.entries(element).map(([name, member]) => [name.toLowerCase(), member]),
  );
  const pair = parseNameValuePair(lowerCased);
  return pair === undefined ? lowerCased : { name: pair.name, value: pair.value };
}

const MAX_LENGTH = 100;
const FIGURE = /^[-+]?\d[\d.,]*\s?\S{0,4}$/;
const TIME = /^\d{4}-\d\d-\d\d/;
const SECRET_NAME = /password|secret|token|cookie|authorization/i;
/** More words are a sentence. */
const MAX_WORDS = 6;
/** Names of what other fields of the event have. */
const EVENT_NAMES: ReadonlySet<string> = new Set([
  ...DESCRIPTION,
  ...SEVERITY,
  'id',
  'uuid',
  'name',
  'title',
  'displayname',
  'state',
  'status',
]);

/** Returns whether a text may be a label: it is short, and no figure, time, address, id or state. */
function isLabel(text: string): boolean {
  return (
    text.length <= MAX_LENGTH &&
    !/[\n<>]/.test(text) &&
    text.split(' ').length <= MAX_WORDS &&
    !FIGURE.test(text) &&
    !TIME.test(text) &&
    !isUrl(text) &&
    !isId(text) &&
    !isStateWord(text)
  );
}

const isDetailLabel = ([name, label]: readonly [string, string]): boolean =>
  isLabel(label) && !SECRET_NAME.test(name) && !EVENT_NAMES.has(normaliseWord(name));

const MAX_FIELD_DEPTH = 3;

const LABEL_NAMES: ReadonlySet<string> = new Set(Object.values(LABELS).flat());

/** Returns the text of the outermost field for each of the names that teams are routed by. */
export function findLabelFields(
  fields: readonly ScalarField[],
  taken: readonly (ScalarField | undefined)[],
): ReadonlyMap<string, string> {
  const candidates = fields.filter(
    (field) =>
      field.depth <= MAX_FIELD_DEPTH &&
      !taken.includes(field) &&
      !UNRELATED.test(field.parent) &&
      !LABEL_CONTAINER.test(field.parent) &&
      !DETAIL_CONTAINER.test(field.parent) &&
      isLabel(field.text),
  );
  const byName = new Map<string, string>();
  for (const field of candidates) {
    const name = qualifiedName(field);
    if (LABEL_NAMES.has(name) && !byName.has(name)) byName.set(name, field.text);
  }
  return byName;
}

function nameLabels(byName: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return Object.entries(LABELS).flatMap(([label, names]) => {
    const name = names.find((one) => byName.has(one));
    return name === undefined ? [] : [[label, byName.get(name) ?? ''] as const];
  });
}
