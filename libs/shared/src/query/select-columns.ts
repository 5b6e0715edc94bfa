import type { Expression } from './expression.js';
import { invalidQuery, abbreviate } from './invalid-query.js';
import { compileFieldTerms } from './order.js';
import { parseText } from './parse-fields.js';
import { orderByColumns, type Column, type Rows, type StageContext } from './rows.js';

/** Returns rows that have only the named columns; later stages can use no other names. */
export function selectColumns(
  rows: Rows,
  given: readonly Column[],
  place: string,
  context: StageContext,
  groupBy: string,
): Rows {
  if (given.length === 0) throw invalidQuery(place, 'names nothing to return');
  const duplicate = given.find(({ name }, at) => given.findIndex((each) => each.name === name) < at);
  if (duplicate) throw invalidQuery(place, `has two columns named ${abbreviate(duplicate.name)}`);
  const aliased = given.map((column) => ({ column, alias: context.newName() }));
  const selected = aliased.map(({ column, alias }) => `${column.value.sql} as ${alias}`).join(', ');
  const columns = aliased.map(({ column, alias }) => ({
    ...column,
    value: { ...column.value, sql: `r.${alias}`, required: false, jsonPath: undefined } as Expression,
  }));
  const body = `select ${selected} from ${rows.relation} r where ${rows.where}`;
  return {
    // Without `offset`, the planner inlines the expression of each column wherever a later stage names it, and repeats that
    // for every stage: a pipeline of additions then exhausts the memory before it reads a row.
    relation: `(${body} ${groupBy === '' ? 'offset 0' : `group by ${groupBy}`})`,
    where: 'true',
    resolve: rows.resolve,
    order: [],
    tieBreaker: orderByColumns(columns),
    columns,
  };
}

export function parseColumnName(value: unknown, place: string, fallback?: string): string {
  return value === undefined && fallback !== undefined ? fallback : parseText(value, place, 128);
}

export function rejectSecret(field: Expression, place: string): Expression {
  // Throws if the field is a secret.
  compileFieldTerms(field, false, place);
  return field;
}
