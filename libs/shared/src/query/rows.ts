import type { ConditionContext } from './condition.js';
import type { Expression, KeyResolver } from './expression.js';
import { compileFieldTerms, type OrderTerm } from './order.js';
import type { Shape } from './shape.js';

/** A named result of a stage. */
export interface Column {
  readonly name: string;
  readonly value: Expression;
  /** The rows were grouped by this column. */
  readonly isKey?: boolean;
}

/** The state of a pipeline: its rows, and what keys mean in them. Each stage turns one into the next. */
export interface Rows {
  /** A table or a parenthesised select, which gets the alias `r`. */
  readonly relation: string;
  readonly where: string;
  readonly resolve: KeyResolver;
  readonly order: readonly OrderTerm[];
  /** Orders rows that are equal by `order`, so that every run gives the same response. */
  readonly tieBreaker: readonly OrderTerm[];
  /** The columns of a row, once a stage has named them; before that, a row is a record. */
  readonly columns?: readonly Column[];
  /** SQL for the number of records that a row stands for, if it stands for several. */
  readonly weight?: string;
}

/** The state that all stages of a pipeline share. */
export interface StageContext extends Pick<ConditionContext, 'values' | 'now'> {
  readonly newName: () => string;
}

export const getFullOrder = ({ order, tieBreaker }: Rows): readonly OrderTerm[] => [...order, ...tieBreaker];

/** Returns the order of rows that have only columns: by these columns, in the order in which they were given. */
export function orderByColumns(columns: readonly Column[]): OrderTerm[] {
  return columns.flatMap(({ name, value }) => compileFieldTerms(value, false, name));
}

export function getShape(field: Expression): Shape | undefined {
  return field.type === 'id' ? { type: 'id', kind: field.kind } : field.shape;
}

/**
 * The maximum size of a response, in bytes of JSON. The driver keeps whole rows in memory, and the response is built from all
 * of them.
 */
export const MAX_BYTES = 8 * 1024 * 1024;

/** Returns SQL for a value as it appears in a response, as jsonb. */
export function toJsonbSql({ type, sql }: Expression): string {
  return type === 'date'
    ? `to_jsonb(to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
    : `to_jsonb(${sql})`;
}
