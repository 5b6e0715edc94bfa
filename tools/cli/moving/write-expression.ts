import { complement, count, listCharacters, merge, single, type Ranges } from './code-points.js';
import type { Expression } from './parse-expression.js';

const LAST = 0x10_ff_ff;
const LINE_FEED = 10;

/** Writes an expression for PostgreSQL, which must be matched with the flags `c` and `p`. */
export const toPattern = (expression: Expression): string => write(expression, POSTGRESQL);

/** Returns the test of an expression, which must match a text as a whole. */
export function toTest(expression: Expression): (text: string) => boolean {
  const pattern = new RegExp(`^(?:${write(expression, JAVASCRIPT)})$`, 'u');
  return (text) => pattern.test(text);
}

interface Dialect {
  readonly boundary: string;
  readonly noBoundary: string;
  escape(code: number, isInClass: boolean): string;
  /** Writes a class that has all characters but these. */
  writeOthers(escaped: string, hasLineFeed: boolean): string;
}

const SPECIAL = /[.*+?()[\]{}|^$\\]/;
const SPECIAL_IN_CLASS = /[\]\\^[-]/;
const POSTGRESQL: Dialect = {
  boundary: String.raw`\y`,
  noBoundary: String.raw`\Y`,
  escape: (code, isInClass) => {
    if (code < 32 || code === 127) return String.raw`\u${code.toString(16).padStart(4, '0')}`;
    const character = String.fromCodePoint(code);
    return ((isInClass ? SPECIAL_IN_CLASS : SPECIAL).test(character) ? '\\' : '') + character;
  },
  // With the flag p neither `.` nor `[^…]` has a line feed.
  writeOthers: (escaped, hasLineFeed) => {
    const others = escaped === '' ? '.' : `[^${escaped}]`;
    return hasLineFeed ? String.raw`(?:${others}|\n)` : others;
  },
};
const JAVASCRIPT: Dialect = {
  boundary: String.raw`\b`,
  noBoundary: String.raw`\B`,
  escape: (code) => String.raw`\u{${code.toString(16)}}`,
  writeOthers: (escaped, hasLineFeed) => `[^${escaped}${hasLineFeed ? '' : String.raw`\n`}]`,
};

function write(expression: Expression, dialect: Dialect): string {
  switch (expression.type) {
    case 'class':
      return writeClass(merge(expression.ranges), dialect);
    case 'sequence':
      return expression.parts
        .map((part) => (part.type === 'either' ? `(?:${write(part, dialect)})` : write(part, dialect)))
        .join('');
    case 'either':
      return expression.parts.map((part) => write(part, dialect)).join('|');
    case 'repeat': {
      const inner = write(expression.part, dialect);
      const atom = expression.part.type === 'class' ? inner : `(?:${inner})`;
      return inner === '' ? '' : atom + writeCount(expression.min, expression.max);
    }
    case 'start':
      return '^';
    case 'end':
      return '$';
    default:
      return dialect[expression.type];
  }
}

function writeCount(min: number, max: number): string {
  if (max === Infinity) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (min === 0 && max === 1) return '?';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function writeClass(ranges: Ranges, dialect: Dialect): string {
  const [from, to] = ranges[0] ?? [0, 0];
  if (ranges.length === 1 && from === to) return dialect.escape(from, false);
  const isNegated = ranges.at(-1)?.[1] === LAST;
  const hasLineFeed = ranges.some(([start, end]) => start <= LINE_FEED && end >= LINE_FEED);
  const others = complement([...ranges, ...single(LINE_FEED)]);
  const escaped = (isNegated ? others : ranges)
    .map(([start, end]) => {
      const separator = end === start + 1 ? '' : '-';
      const last = start === end ? '' : separator + dialect.escape(end, true);
      return dialect.escape(start, true) + last;
    })
    .join('');
  // What no character matches.
  if (ranges.length === 0) return '(?!)';
  return isNegated ? dialect.writeOthers(escaped, hasLineFeed) : `[${escaped}]`;
}

const MAX_LISTED_REPEATS = 5;

/**
 * Returns the texts that an expression matches, if they are few: most expressions of routes are lists of words. Of what matches any
 * text, it returns `undefined`.
 */
export function listTexts(expression: Expression, max = 200): readonly string[] | undefined {
  switch (expression.type) {
    case 'class':
      return count(expression.ranges) > max ? undefined : listCharacters(merge(expression.ranges));
    case 'either': {
      const lists = expression.parts.map((part) => listTexts(part, max));
      const found = lists.flatMap((list) => list ?? []);
      return lists.includes(undefined) || found.length > max ? undefined : [...new Set(found)];
    }
    case 'sequence':
      return expression.parts.reduce<readonly string[] | undefined>(
        (texts, part) => combine(texts, listTexts(part, max), max),
        [''],
      );
    case 'repeat': {
      const { part, min, max: most } = expression;
      const each = most > MAX_LISTED_REPEATS ? undefined : listTexts(part, max);
      if (each === undefined) return undefined;
      const times = Array.from({ length: most + 1 }, (_, at) =>
        Array.from({ length: at }).reduce<readonly string[] | undefined>(
          (texts) => combine(texts, each, max),
          [''],
        ),
      ).slice(min);
      const found = times.flatMap((texts) => texts ?? []);
      return times.includes(undefined) || found.length > max ? undefined : [...new Set(found)];
    }
    default:
      return undefined;
  }
}

function combine(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  max: number,
): readonly string[] | undefined {
  if (before === undefined || after === undefined || before.length * after.length > max) return undefined;
  return before.flatMap((start) => after.map((end) => start + end));
}

/** Leaves out `^` and `$` where they say nothing, because the expression must match a text as a whole in any case. */
export function withoutAnchors(expression: Expression): Expression {
  if (expression.type === 'start' || expression.type === 'end') return { type: 'sequence', parts: [] };
  if (expression.type === 'either') return { ...expression, parts: expression.parts.map(withoutAnchors) };
  if (expression.type !== 'sequence') return expression;
  const parts = expression.parts.filter(
    ({ type }, at) =>
      !(type === 'start' && at === 0) && !(type === 'end' && at === expression.parts.length - 1),
  );
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { ...expression, parts };
}

/** Whether an expression is `.*`. */
export const isAnything = (expression: Expression): boolean =>
  expression.type === 'repeat' && expression.min === 0 && isOfAnyCharacter(expression);

/** Whether an expression is `.+`. */
export const isAnyText = (expression: Expression): boolean =>
  expression.type === 'repeat' && expression.min === 1 && isOfAnyCharacter(expression);

const isOfAnyCharacter = ({ part, max }: Expression & { readonly type: 'repeat' }): boolean =>
  max === Infinity && part.type === 'class' && count(merge(part.ranges)) >= LAST;
