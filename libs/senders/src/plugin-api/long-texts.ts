import { isObject, type Json } from '#shared/kernel/json.js';

const LENGTH = 60_000;

/** What patterns that backtrack, and work that is done again for each part of a text, take longest for. */
const UNITS: Readonly<Record<string, string>> = {
  slashes: '/',
  spaces: ' ',
  'words and spaces': 'a ',
  'line ends': '\r\n',
  letters: 'a',
  capitals: 'Ab',
  digits: '1',
  'digits and dots': '1.',
  hyphens: '-',
  colons: ': ',
  'opening brackets': '[',
  'opening parentheses': '(now: ',
  'opening braces': '{"a":',
  'brackets in pairs': '][',
  quotes: '"\\',
  'at signs': 'a@',
  'query strings': '?#\n',
  tags: '<a ',
  // In the wrong order, which normalization has to sort.
  'combining marks': '\u0315\u0300',
};

/** Texts of 60,000 characters, by name: a unit repeated, with a last character that ends most of what was matched before. */
export const LONG_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries(UNITS).map(([name, unit]) => [name, `x${unit.repeat(LENGTH / unit.length)}!`]),
);

/**
 * A payload once for each of its texts and names, with `text` in the place of that.
 * @returns by the path, in which members of lists are all `*`: those of one list are told apart by nothing
 */
export function* withLongText(body: Json, text: string): Generator<readonly [path: string, body: Json]> {
  const seen = new Set<string>();
  for (const [path, changed] of changes(body, text, '')) {
    if (seen.has(path)) continue;
    seen.add(path);
    yield [path, changed];
  }
}

function* changes(value: Json, text: string, path: string): Generator<readonly [string, Json]> {
  if (typeof value === 'string') yield [path, text];
  if (Array.isArray(value)) {
    for (const [index, member] of (value as readonly Json[]).entries())
      for (const [at, changed] of changes(member, text, `${path}/*`))
        yield [at, (value as readonly Json[]).with(index, changed)];
  } else if (isObject(value)) {
    const members = Object.entries(value as Readonly<Record<string, Json>>);
    for (const [name, member] of members) {
      const rest = Object.fromEntries(members.filter(([other]) => other !== name));
      yield [`${path}/${name}#name`, { ...rest, [text]: member }];
      for (const [at, changed] of changes(member, text, `${path}/${name}`))
        yield [at, { ...rest, [name]: changed }];
    }
  }
}
