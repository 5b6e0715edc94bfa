import { firstOf, type Alarm, type Reader } from './alarm.js';
import { fuzzyField } from './fuzzy-field.js';
import { allLabels, labelled, tags, toTags, type Labels } from './labels.js';
import { filledTextOf } from './template.js';

/** Names by which teams route. */
const USUAL_NAMES = [
  'environment',
  'region',
  'cluster',
  'namespace',
  'project',
  'team',
  'component',
  'application',
];

/**
 * Returns a reader for labels in a body that users write themselves: `labels` or `tags` as an object, list or text, and fields with
 * usual names. Variables that were not filled are left out.
 */
export function ownLabels(...moreNames: readonly string[]): Reader<Labels> {
  const names = [...USUAL_NAMES, ...moreNames];
  return allLabels(
    filledOnly(firstOf(tags('labels'), tagsIn('labels'))),
    filledOnly(firstOf(tags('tags'), tagsIn('tags'))),
    labelled(Object.fromEntries(names.map((name) => [name, fuzzyField(name)]))),
  );
}

/** Readers for links in a body that users write themselves. */
export const OWN_LINKS = {
  runbook: fuzzyField('runbook_url', 'runbook'),
  dashboard: fuzzyField('dashboard_url', 'dashboard'),
};

function tagsIn(name: string): Reader<Labels> {
  const read = fuzzyField(name);
  return (alarm) => toTags(read(alarm) ?? null);
}

/** Leaves out tags whose name or text is an unfilled variable. */
export function filledOnly(read: Reader<Labels>): Reader<Labels> {
  return (alarm: Alarm) => {
    const found = Object.entries(read(alarm) ?? {}).filter((pair) =>
      pair.every((text) => filledTextOf(text) !== undefined),
    );
    return found.length === 0 ? undefined : Object.fromEntries(found);
  };
}
