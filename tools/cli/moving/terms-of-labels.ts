import { ExpressionError, parseExpression, type Expression } from './parse-expression.js';
import type { Matcher } from './matchers.js';
import { isAnything, isAnyText, listTexts, toPattern, toTest, withoutAnchors } from './write-expression.js';

/** A text that all of a label's values are compared with. One that is missing is empty. */
export type Term =
  | { readonly label: string; readonly isIn: boolean; readonly texts: readonly string[] }
  /** The label is not empty, and matches the pattern or not. */
  | { readonly label: string; readonly isIn: boolean; readonly pattern: Pattern };

interface Pattern {
  /** What PostgreSQL reads, without the anchors. */
  readonly text: string;
  readonly test: (value: string) => boolean;
}

/** Terms of which one must hold. Without any, none can. */
export type Clause = readonly Term[];

/** With what {@link writePattern} adds, the 200 that a regular expression can have. */
const MAX_PATTERN_LENGTH = 180;
const MAX_BOUND = 50;

/** Returns clauses that all hold if and only if the matcher does, or does not. @throws ExpressionError */
export function toClauses({ label, operator, value }: Matcher, isNegated: boolean): readonly Clause[] {
  const isIn = operator.startsWith('=') !== isNegated;
  if (!operator.endsWith('~')) return [[{ label, isIn, texts: [value] }]];
  const expression = withoutAnchors(parseExpression(value));
  if (isAnything(expression)) return isIn ? [] : [[]];
  if (isAnyText(expression)) return [[{ label, isIn: !isIn, texts: [''] }]];
  const texts = listTexts(expression);
  if (texts !== undefined) return [[{ label, isIn, texts }]];
  const matchesEmpty = toTest(expression)('');
  const patterns = toPatterns(expression);
  const empty: Clause = isIn === matchesEmpty ? [{ label, isIn: true, texts: [''] }] : [];
  if (isIn) return [[...empty, ...patterns.map((pattern) => ({ label, isIn, pattern }))]];
  return patterns.map((pattern) => [...empty, { label, isIn, pattern }]);
}

/** Returns patterns of which one must match. Long alternatives are patterns of their own. */
function toPatterns(expression: Expression): readonly Pattern[] {
  const text = toPattern(expression);
  if (text.length > MAX_PATTERN_LENGTH && expression.type === 'either')
    return expression.parts.flatMap(toPatterns);
  if (text.length > MAX_PATTERN_LENGTH)
    throw new ExpressionError(`is longer than the ${MAX_PATTERN_LENGTH} characters that a filter can have`);
  if (hasLargeBound(expression)) throw new ExpressionError(`repeats something more than ${MAX_BOUND} times`);
  return [{ text, test: toTest(expression) }];
}

function hasLargeBound(expression: Expression): boolean {
  if (expression.type === 'repeat') {
    const { min, max, part } = expression;
    return min > MAX_BOUND || (max !== Infinity && max > MAX_BOUND) || hasLargeBound(part);
  }
  return 'parts' in expression && expression.parts.some(hasLargeBound);
}

/** Returns clauses that all hold if one of the matchers does not. */
export function negateAll(matchers: readonly Matcher[]): readonly Clause[] {
  return matchers.reduce<readonly Clause[]>(
    (found, matcher) => {
      const negated = toClauses(matcher, true);
      return found.flatMap((clause) => negated.map((each) => [...clause, ...each]));
    },
    [[]],
  );
}

/** Whether a term holds for a value of its label. */
export function holds(term: Term, value: string): boolean {
  if ('texts' in term) return term.texts.includes(value) === term.isIn;
  return value !== '' && term.pattern.test(value) === term.isIn;
}

/** What PostgreSQL reads: with the case of letters, which the query language ignores otherwise, and with line feeds as in RE2. */
export function writePattern({ text, test }: Pattern, isIn: boolean): string {
  if (!isIn) return `(?cp)^(?!(?:${text})?$)`;
  return `(?cp)^${test('') ? '(?!$)' : ''}(?:${text})$`;
}

/** The same for terms that mean the same. */
export const keyOfTerm = (term: Term): string =>
  JSON.stringify([term.label, term.isIn, 'texts' in term ? [...term.texts].sort() : term.pattern.text]);
export const isSameTerm = (a: Term, b: Term): boolean => keyOfTerm(a) === keyOfTerm(b);

/** Joins alternatives of one label: `a or b` is `in (a, b)`. Returns `undefined` if one of the terms holds in any case. */
export function joinTerms(clause: Clause): Clause | undefined {
  const joined = new Map<string, Term>();
  for (const term of clause) {
    const key = 'texts' in term ? term.label : keyOfTerm(term);
    const before = joined.get(key);
    joined.set(key, before === undefined ? term : either(before, term));
  }
  const terms = [...joined.values()].filter(
    (term) => !('texts' in term && term.isIn && term.texts.length === 0),
  );
  const isTrue = terms.some((term) => 'texts' in term && !term.isIn && term.texts.length === 0);
  return isTrue ? undefined : terms;
}

function either(a: Term, b: Term): Term {
  if (!('texts' in a) || !('texts' in b)) return a;
  const { label } = a;
  if (a.isIn && b.isIn) return { label, isIn: true, texts: [...new Set([...a.texts, ...b.texts])] };
  if (!a.isIn && !b.isIn)
    return { label, isIn: false, texts: a.texts.filter((text) => b.texts.includes(text)) };
  const [wanted, excluded] = a.isIn ? [a, b] : [b, a];
  return { label, isIn: false, texts: excluded.texts.filter((text) => !wanted.texts.includes(text)) };
}
