import { holds, isSameTerm, joinTerms, type Clause, type Term } from './terms-of-labels.js';

/** What is known of a label: all of these hold. */
interface Known {
  /** The only values that it can have. */
  readonly values: readonly string[] | undefined;
  /** Values that it cannot have. */
  readonly excluded: readonly string[];
  readonly patterns: readonly Term[];
}

const NOTHING: Known = { values: undefined, excluded: [], patterns: [] };

/** Clauses without those that say nothing. `undefined` if they cannot all hold. */
export function simplify(given: readonly Clause[]): readonly Clause[] | undefined {
  let clauses = given.flatMap((clause) => {
    const joined = joinTerms(clause);
    return joined === undefined ? [] : [joined];
  });
  for (;;) {
    const known = collect(clauses);
    if (known === undefined) return undefined;
    const open = clauses.filter((clause) => clause.length !== 1);
    const reduced = open.flatMap((clause) => {
      const left = clause.filter((term) => decide(known, term) !== false);
      return left.some((term) => decide(known, term) === true) ? [] : [left];
    });
    const next = [...toTerms(known).map((term): Clause => [term]), ...withoutRepeats(reduced)];
    if (next.some((clause) => clause.length === 0)) return undefined;
    if (!reduced.some((clause) => clause.length === 1)) return next;
    clauses = next;
  }
}

/** Brings together what single terms say of each label. */
function collect(clauses: readonly Clause[]): ReadonlyMap<string, Known> | undefined {
  const known = new Map<string, Known>();
  for (const [term, ...others] of clauses) {
    if (term === undefined) return undefined;
    if (others.length > 0) continue;
    known.set(term.label, add(known.get(term.label) ?? NOTHING, term));
  }
  for (const [label, { values, excluded, patterns }] of known) {
    if (patterns.some((each) => patterns.some((other) => isOpposite(each, other)))) return undefined;
    const fits = (value: string) =>
      !excluded.includes(value) && patterns.every((pattern) => holds(pattern, value));
    if (values === undefined) {
      // A pattern excludes more by itself.
      const needed = excluded.filter((value) => patterns.every((pattern) => holds(pattern, value)));
      known.set(label, { values, excluded: needed, patterns });
      continue;
    }
    const possible = values.filter(fits);
    if (possible.length === 0) return undefined;
    known.set(label, { values: possible, excluded: [], patterns: [] });
  }
  return known;
}

function add({ values, excluded, patterns }: Known, term: Term): Known {
  if (!('texts' in term))
    return patterns.some((each) => isSameTerm(each, term))
      ? { values, excluded, patterns }
      : { values, excluded, patterns: [...patterns, term] };
  if (!term.isIn) return { values, patterns, excluded: [...new Set([...excluded, ...term.texts])] };
  return { values: values?.filter((value) => term.texts.includes(value)) ?? term.texts, excluded, patterns };
}

const toTerms = (known: ReadonlyMap<string, Known>): readonly Term[] =>
  [...known].flatMap(([label, { values, excluded, patterns }]): readonly Term[] => {
    if (values !== undefined) return [{ label, isIn: true, texts: values }];
    return excluded.length === 0 ? patterns : [...patterns, { label, isIn: false, texts: excluded }];
  });

/** Whether a term holds, or cannot hold, given what is known of its label. */
function decide(known: ReadonlyMap<string, Known>, term: Term): boolean | undefined {
  const { values, excluded, patterns } = known.get(term.label) ?? NOTHING;
  if (values !== undefined) {
    if (values.every((value) => holds(term, value))) return true;
    return values.some((value) => holds(term, value)) ? undefined : false;
  }
  const isPossible = (value: string) =>
    !excluded.includes(value) && patterns.every((pattern) => holds(pattern, value));
  if ('texts' in term) return term.texts.some(isPossible) ? undefined : !term.isIn;
  if (patterns.some((each) => isSameTerm(each, term))) return true;
  return patterns.some((each) => isOpposite(each, term)) ? false : undefined;
}

const isOpposite = (a: Term, b: Term): boolean => isSameTerm(a, { ...b, isIn: !b.isIn });

const withoutRepeats = (clauses: readonly Clause[]): readonly Clause[] =>
  clauses.filter(
    (clause, at) =>
      !clauses.some(
        (other, otherAt) =>
          otherAt !== at &&
          (other.length < clause.length || (other.length === clause.length && otherAt < at)) &&
          other.every((term) => clause.some((each) => isSameTerm(each, term))),
      ),
  );
