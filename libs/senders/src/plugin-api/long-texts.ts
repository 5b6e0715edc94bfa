import { isObject, type Json } from '#shared/kernel/json.js';

const TEXT_LENGTH = 60_000;

/** Texts that, repeated, are the worst case of backtracking patterns and of algorithms with quadratic time. */
const REPEATED_UNITS: Readonly<Record<string, string>> = {
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
  // In the wrong canonical order, so that Unicode normalization has to sort them.
  'combining marks': '\u0315\u0300',
};

/** Texts of 60,000 characters, by name: a repeated unit, and a last character that makes most patterns fail at the very end. */
export const LONG_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries(REPEATED_UNITS).map(([name, unit]) => [name, `x${unit.repeat(TEXT_LENGTH / unit.length)}!`]),
);

/**
 * Yields a copy of the payload for each of its texts and member names, with that one replaced by `text`.
 * @returns the path of the replacement and the copy. List indexes are `*` in the path: only one element per list is replaced.
 */
export function* replaceEachText(body: Json, text: string): Generator<readonly [path: string, body: Json]> {
  const seen = new Set<string>();
  for (const [path, copy] of listReplacements(body, text, '')) {
    if (seen.has(path)) continue;
    seen.add(path);
    yield [path, copy];
  }
}

function* listReplacements(value: Json, text: string, path: string): Generator<readonly [string, Json]> {
  if (typeof value === 'string') yield [path, text];
  if (Array.isArray(value)) {
    for (const [index, member] of (value as readonly Json[]).entries())
      for (const [at, copy] of listReplacements(member, text, `${path}/*`))
        yield [at, (value as readonly Json[]).with(index, copy)];
  } else if (isObject(value)) {
    const members = Object.entries(value as Readonly<Record<string, Json>>);
    for (const [name, member] of members) {
      const otherMembers = Object.fromEntries(members.filter(([other]) => other !== name));
      yield [`${path}/${name}#name`, { ...otherMembers, [text]: member }];
      for (const [at, copy] of listReplacements(member, text, `${path}/${name}`))
        yield [at, { ...otherMembers, [name]: copy }];
    }
  }
}
