/** Characters as ranges of code points, both ends inclusive. */
export type Ranges = readonly (readonly [number, number])[];

const LAST = 0x10_ff_ff;

export const single = (code: number): Ranges => [[code, code]];

/** Returns ranges in order that neither overlap nor touch. */
export function merge(ranges: Ranges): Ranges {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function complement(ranges: Ranges): Ranges {
  const found: [number, number][] = [];
  let next = 0;
  for (const [from, to] of merge(ranges)) {
    if (from > next) found.push([next, from - 1]);
    next = to + 1;
  }
  return next <= LAST ? [...found, [next, LAST]] : found;
}

/** Above this many characters, cases are those of ASCII only: a class that large has both of all others. */
const MAX_FOLDED = 2000;

/** Adds the other case of each letter. */
export function addCase(ranges: Ranges): Ranges {
  const isSmall = count(ranges) <= MAX_FOLDED;
  const added = ranges.flatMap(([from, to]) => {
    const codes = range(from, isSmall ? to : Math.min(to, 127));
    return codes.flatMap((code) => {
      const letter = String.fromCodePoint(code);
      return [letter.toLowerCase(), letter.toUpperCase()].flatMap((other) =>
        [...other].length === 1 ? single(other.codePointAt(0) ?? code) : [],
      );
    });
  });
  return merge([...ranges, ...added]);
}

export const count = (ranges: Ranges): number => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);

export const listCharacters = (ranges: Ranges): readonly string[] =>
  ranges.flatMap(([from, to]) => range(from, to).map((code) => String.fromCodePoint(code)));

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

const ofText = (text: string): Ranges => merge(Array.from(text, (one) => single(one.charCodeAt(0))).flat());
const DIGITS: Ranges = [[48, 57]];
const UPPER: Ranges = [[65, 90]];
const LOWER: Ranges = [[97, 122]];
const LETTERS = [...UPPER, ...LOWER];
const WORD = [...DIGITS, ...LETTERS, ...ofText('_')];
const SPACES = ofText('\t\n\f\r ');
const PUNCTUATION: Ranges = [
  [33, 47],
  [58, 64],
  [91, 96],
  [123, 126],
];

/** In RE2 these are of ASCII. */
export const CLASSES: Readonly<Record<string, Ranges>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
  s: SPACES,
  S: complement(SPACES),
};

export const POSIX_CLASSES: Readonly<Record<string, Ranges>> = {
  alnum: [...DIGITS, ...LETTERS],
  alpha: LETTERS,
  ascii: [[0, 127]],
  blank: ofText('\t '),
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  digit: DIGITS,
  graph: [[33, 126]],
  lower: LOWER,
  print: [[32, 126]],
  punct: PUNCTUATION,
  space: [...SPACES, [11, 11]],
  upper: UPPER,
  word: WORD,
  xdigit: [...DIGITS, [65, 70], [97, 102]],
};
