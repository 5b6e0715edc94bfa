import type { FilterCondition } from '#shared/query/text/words.js';
import { printFilterText } from '#shared/query/text/print-filter-text.js';
import { simplify } from './simplify.js';
import { holds, keyOfTerm, writePattern, type Clause, type Term } from './terms-of-labels.js';

/** What must hold of an alert: clauses of single terms, and one with alternatives at most. */
export type Piece = readonly Clause[];

/** The clauses need more filters, or larger ones, than can be kept. */
export class TooComplexError extends Error {}

/** The most filters that one set of clauses becomes. */
const MAX_PIECES = 16;
const MAX_CONDITIONS = 50;
const MAX_VALUES = 1000;

/** The most cases that are tried. */
const MAX_CASES = 5000;

/**
 * Returns pieces of which at most one matches an alert, and one does if and only if all clauses hold: a filter can have one group of
 * alternatives only.
 * @param maxGroups how many groups of alternatives a piece can have: 1, or 0 where there are none
 * @throws TooComplexError
 */
export function split(clauses: readonly Clause[], maxGroups = 1): readonly Piece[] {
  let cases = 0;
  const visit = (given: readonly Clause[]): readonly Piece[] => {
    cases += 1;
    if (cases > MAX_CASES) throw tooManyFilters();
    const simple = simplify(given);
    if (simple === undefined) return [];
    const groups = simple.filter((clause) => clause.length > 1);
    if (groups.length <= maxGroups) return [simple];
    const label = findFrequentLabel(groups);
    const branches = label === undefined ? branchByTerms(groups[0] ?? []) : branchByValues(label, groups);
    const found = branches.map((branch) => visit([...simple, ...branch]));
    return label === undefined ? found.flat() : joinCases(label, found);
  };
  const pieces = visit(clauses);
  if (pieces.length > MAX_PIECES) throw tooManyFilters();
  return pieces.map(check);
}

const tooManyFilters = (): TooComplexError =>
  new TooComplexError(`it needs more than ${MAX_PIECES} filters, because of the routes before and below it`);

function check(piece: Piece): Piece {
  const terms = piece.flat();
  const values = terms.reduce((sum, term) => sum + ('texts' in term ? term.texts.length + 1 : 1), 0);
  if (terms.length > MAX_CONDITIONS)
    throw new TooComplexError(`its filter needs ${terms.length} conditions, and can have ${MAX_CONDITIONS}`);
  if (values > MAX_VALUES)
    throw new TooComplexError(`its filter needs ${values} values, and can have ${MAX_VALUES}`);
  return piece;
}

/** Returns the label that most of the lists of texts are of. */
function findFrequentLabel(groups: readonly Clause[]): string | undefined {
  const counts = new Map<string, number>();
  for (const term of groups.flat())
    if ('texts' in term) counts.set(term.label, (counts.get(term.label) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

/** One case for the values of a label that mean the same to all clauses, and one for all other values. */
function branchByValues(label: string, groups: readonly Clause[]): readonly (readonly Clause[])[] {
  const terms = groups.flat().filter((term) => 'texts' in term && term.label === label);
  const texts = [...new Set(terms.flatMap((term) => ('texts' in term ? term.texts : [])))];
  const alike = Map.groupBy(texts, (text) => terms.map((term) => Number(holds(term, text))).join(''));
  const cases = [...alike.values()].map((same): readonly Clause[] => [[{ label, isIn: true, texts: same }]]);
  return [...cases, [[{ label, isIn: false, texts }]]];
}

/** The first term holds; the first does not and the second does; and so on. */
const branchByTerms = (clause: Clause): readonly (readonly Clause[])[] =>
  clause.map((term, at) => [[term], ...clause.slice(0, at).map(negateTerm)]);

/** Joins cases that differ in the values of a label only: `in (a)` and `in (b)` are `in (a, b)`. */
function joinCases(label: string, found: readonly (readonly Piece[])[]): readonly Piece[] {
  const joined = new Map<string, readonly Piece[]>();
  for (const [at, pieces] of found.entries()) {
    const valuesOf = (piece: Piece) => piece.find((clause) => isValues(label, clause))?.[0];
    const rest = pieces.map((piece) => keyOfPiece(piece.filter((clause) => !isValues(label, clause))));
    const canJoin = pieces.every((piece) => valuesOf(piece) !== undefined);
    const key = JSON.stringify([canJoin ? '' : at, rest]);
    const before = joined.get(key);
    joined.set(
      key,
      before?.map((piece, which) => [
        ...piece.filter((clause) => !isValues(label, clause)),
        [joinValues(label, [valuesOf(piece), valuesOf(pieces[which] ?? [])])],
      ]) ?? pieces,
    );
  }
  return [...joined.values()].flat();
}

const isValues = (label: string, [term, ...others]: Clause): boolean =>
  term?.label === label && others.length === 0 && 'texts' in term && term.isIn;
const joinValues = (label: string, terms: readonly (Term | undefined)[]): Term => ({
  label,
  isIn: true,
  texts: terms.flatMap((term) => (term !== undefined && 'texts' in term ? term.texts : [])),
});
const keyOfPiece = (piece: Piece): readonly string[] =>
  piece.map((clause) => clause.map(keyOfTerm).sort().join()).sort();

function negateTerm(term: Term): Clause {
  const negated = { ...term, isIn: !term.isIn };
  return 'texts' in term ? [negated] : [{ label: term.label, isIn: true, texts: [''] }, negated];
}

/** Whether no alert can match both. */
export const areDisjoint = (a: Piece, b: Piece): boolean => simplify([...a, ...b]) === undefined;

/** Returns the text of a filter; empty, if it matches every alert. @param before further conditions */
export function formatPiece(piece: Piece, before: readonly FilterCondition[] = []): string {
  const all = piece.filter((clause) => clause.length === 1).flat();
  const any = piece.find((clause) => clause.length > 1) ?? [];
  return printFilterText({ filter: [...before, ...all.map(toCondition)], filter_or: any.map(toCondition) });
}

function toCondition(term: Term): FilterCondition {
  const k = toField(term.label);
  if (!('texts' in term)) return { k, v: writePattern(term.pattern, term.isIn), o: 'regex' };
  // A label without a value may be stored as an empty text, or not at all.
  const values: readonly (string | null)[] = term.texts.flatMap((text) =>
    text === '' ? [null, ''] : [text],
  );
  if (values.length > 1 || values.length === 0) return { k, v: values, o: term.isIn ? 'in' : 'not_in' };
  return { k, v: values[0], o: term.isIn ? 'eq' : 'not' };
}

/** A label as a field of alerts. */
export const toField = (label: string): string => `labels.${label}`;
