import { formatDuration, parseDuration } from '../kernel/duration.js';
import { isObject, parseJson } from '../kernel/json.js';
import { FilterTextError } from '../query/text/filter-text-error.js';
import { parseFilterText } from '../query/text/parse-filter-text.js';
import { printFilterText } from '../query/text/print-filter-text.js';
import type { FilterLists } from '../query/text/words.js';
import type { Info, Kind } from './kind.js';
import { ESCALATIONS } from './kinds/escalations.js';
import { HEARTBEATS } from './kinds/heartbeats.js';
import { INHIBITIONS } from './kinds/inhibitions.js';
import { ON_CALL } from './kinds/on-call.js';
import { QUOTAS } from './kinds/quotas.js';
import { SILENCES } from './kinds/silences.js';
import { SUBSCRIPTIONS } from './kinds/subscriptions.js';
import { WEBHOOKS } from './kinds/webhooks.js';
import { changeAt, fillIn, type Terms } from './terms.js';

/**
 * The kinds of records in files, in the order in which they are created: what is referred to comes first, and what holds back
 * messages comes before what sends them.
 */
export const KINDS: readonly Kind[] = [
  QUOTAS,
  SILENCES,
  INHIBITIONS,
  WEBHOOKS,
  HEARTBEATS,
  SUBSCRIPTIONS,
  ON_CALL,
  ESCALATIONS,
];

export function kindOf(section: string): Kind {
  const kind = KINDS.find((each) => each.section === section);
  if (kind === undefined) throw new Error(`${section} is no section`);
  return kind;
}

/** Returns fields with all defaults, and each in one form: filters as text, seconds as numbers. @throws FilterTextError */
export function completeTerms(kind: Kind, given: Terms, stored?: Terms): Terms {
  const terms = normalize(kind, given);
  const filled = fillIn(terms, kind.defaults(terms), kind.nullable);
  return kind.complete?.(filled, stored) ?? filled;
}

/** As {@link completeTerms} without the defaults. @throws FilterTextError */
export function normalize({ filters = {}, seconds = [], durations = [] }: Kind, given: Terms): Terms {
  let terms = given;
  for (const [field, alternatives] of Object.entries(filters)) {
    const value = terms[field];
    if (value === undefined) continue;
    const other = alternatives === undefined ? undefined : terms[alternatives];
    if (alternatives !== undefined) {
      const { [alternatives]: _, ...rest } = terms;
      terms = rest;
    }
    const parse = (text: string) => parseFilter(text, alternatives);
    terms = {
      ...terms,
      [field]: normalizeFilter(value, Array.isArray(other) ? (other as Info[]) : [], parse),
    };
  }
  for (const path of seconds) terms = changeAt(terms, path, (value) => readDuration(value) ?? value);
  for (const path of durations)
    terms = changeAt(terms, path, (value) => {
      const duration = readDuration(value);
      return duration === undefined ? value : formatDuration(duration);
    });
  return terms;
}

const readDuration = (value: unknown): number | undefined =>
  typeof value === 'string' ? parseDuration(value) : undefined;

function normalizeFilter(
  value: unknown,
  alternatives: readonly Info[],
  parse: (text: string) => FilterLists,
): string {
  if (typeof value !== 'string') return printFilterText({ filter: value as Info[], filter_or: alternatives });
  const { filter, filter_or } = parse(value);
  return printFilterText({ filter, filter_or: alternatives.length > 0 ? alternatives : filter_or });
}

/**
 * Parses a filter that may be empty. Without its alternatives it would match more than it says.
 * @throws FilterTextError also if it has alternatives, and its field has none in the API
 */
function parseFilter(text: string, alternatives: string | undefined): FilterLists {
  if (text === '') return { filter: [], filter_or: [] };
  const lists = parseFilterText(text, parseJson);
  if (alternatives === undefined && lists.filter_or.length > 0)
    throw new FilterTextError(
      text,
      0,
      'conditions cannot be joined by "or" here; alternatives for one field are written with in: severity in (ERROR, CRITICAL)',
    );
  return lists;
}

/** Replaces the text of filters in a body by the conditions, because the API takes no empty text. @throws FilterTextError */
export function writeFilters({ filters = {} }: Kind, body: Terms): Terms {
  const lists = Object.entries(filters).flatMap(([field, alternatives]) => {
    const text = body[field];
    if (typeof text !== 'string') return [];
    const { filter, filter_or } = parseFilter(text, alternatives);
    return [[field, filter], ...(alternatives === undefined ? [] : [[alternatives, filter_or]])];
  });
  return { ...body, ...(Object.fromEntries(lists) as Terms) };
}

/** Returns a record in the form of files: without defaults, and with seconds as durations. */
export function toFileForm(kind: Kind, terms: Terms): Terms {
  let written = terms;
  for (const path of kind.seconds ?? [])
    written = changeAt(written, path, (value) => (typeof value === 'number' ? formatDuration(value) : value));
  for (const [field, value] of Object.entries(written))
    if (isObject(value) && Object.keys(value).length === 0) written = { ...written, [field]: undefined };
  return written;
}
