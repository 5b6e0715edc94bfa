import type { ConditionContext } from './condition.js';
import type { Expression, Resolve } from './expression.js';
import { termsOf, type OrderTerm } from './order.js';

/** A named result of a stage. */
export interface Column {
  readonly name: string;
  readonly value: Expression;
  /** It is what the rows were grouped by. */
  readonly isKey?: boolean;
}

/** Where a pipeline has got to: rows, and what their keys mean. Each stage makes the next of one. */
export interface Rows {
  /** A table or a parenthesised select, to be aliased `r`. */
  readonly relation: string;
  readonly where: string;
  readonly resolve: Resolve;
  readonly order: readonly OrderTerm[];
  /** What tells rows with the same order apart, so that an answer is the same every time. */
  readonly tieBreaker: readonly OrderTerm[];
  /** What a row has, once a stage named it; before, it is a record. */
  readonly columns?: readonly Column[];
  /** Where a row stands for several: how many. */
  readonly weight?: string;
}

/** What stages share. */
export interface StageContext extends Pick<ConditionContext, 'values' | 'now'> {
  readonly newName: () => string;
}

export const ordered = ({ order, tieBreaker }: Rows): readonly OrderTerm[] => [...order, ...tieBreaker];

/** The order of rows that only have columns: by those, keys first as they were given. */
export function orderOf(columns: readonly Column[]): OrderTerm[] {
  return columns.flatMap(({ name, value }) => termsOf(value, false, name));
}
