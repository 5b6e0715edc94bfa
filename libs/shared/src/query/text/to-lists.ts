import { NEGATIONS, type FilterCondition, type FilterLists } from './words.js';

/** A filter as it was read. `at` is its position in the text. */
export type Node =
  | { readonly type: 'condition'; readonly at: number; readonly condition: FilterCondition }
  | { readonly type: 'not'; readonly at: number; readonly part: Node }
  | { readonly type: 'and' | 'or'; readonly at: number; readonly parts: readonly Node[] };

/** Conditions of which one must match. */
interface Clause {
  readonly at: number;
  readonly alternatives: readonly FilterCondition[];
}

type Fail = (at: number, reason: string) => Error;

/**
 * Returns the two lists that a filter means. The query language has one list of conditions that must all match, and one of
 * alternatives; what needs more cannot be written in it.
 */
export function toLists(node: Node, fail: Fail): FilterLists {
  const clauses = toClauses(node, false, fail);
  const groups = clauses.filter(({ alternatives }) => alternatives.length > 1);
  const second = groups[1];
  if (second !== undefined) {
    throw fail(
      second.at,
      'only one group of conditions can be joined by "or"; alternatives for one field are written with in: severity in (ERROR, CRITICAL)',
    );
  }
  return {
    filter: clauses.flatMap(({ alternatives }) => (alternatives.length === 1 ? alternatives : [])),
    filter_or: groups[0]?.alternatives ?? [],
  };
}

/** Returns clauses that must all hold. A negation is moved to the conditions. */
function toClauses(node: Node, negated: boolean, fail: Fail): readonly Clause[] {
  if (node.type === 'condition') {
    const condition = negated ? negate(node.condition, node.at, fail) : node.condition;
    return [{ at: node.at, alternatives: [condition] }];
  }
  if (node.type === 'not') return toClauses(node.part, !negated, fail);
  const isConjunction = (node.type === 'and') !== negated;
  if (isConjunction) return node.parts.flatMap((part) => toClauses(part, negated, fail));
  const alternatives = node.parts.flatMap((part) => {
    const clauses = toClauses(part, negated, fail);
    const [single] = clauses;
    if (single === undefined || clauses.length > 1) {
      throw fail(
        part.at,
        'each alternative of "or" must be a single condition; write conditions that must hold in any case as: a and (b or c)',
      );
    }
    return single.alternatives;
  });
  return [{ at: node.at, alternatives }];
}

/** Exact: each of these operators matches what the other does not, absent fields included. */
function negate(condition: FilterCondition, at: number, fail: Fail): FilterCondition {
  // One that stands as its JSON may have anything, also the long names.
  const given: Readonly<Record<string, unknown>> = { ...condition };
  const o = 'operator' in given ? 'operator' : 'o';
  const v = 'value' in given ? 'value' : 'v';
  const operator = given[o];
  if (operator === 'exists' && typeof given[v] === 'boolean') return { ...condition, [v]: !given[v] };
  if (typeof operator !== 'string' || !Object.hasOwn(NEGATIONS, operator)) {
    throw fail(
      at,
      '"not" goes only with =, !=, in, contains, contains any and exists; for an order, write the opposite one',
    );
  }
  return { ...condition, [o]: NEGATIONS[operator] };
}
