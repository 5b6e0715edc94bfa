import { parseCondition, type Condition } from './parse-condition.js';
import { createJsonExpression, resolvePath, parseKey } from './expression.js';
import { compileConditions, MAX_CONDITIONS } from './filter.js';
import { invalidQuery } from './invalid-query.js';
import { compileOrderBy, compileOrderTerms, parseSort } from './order.js';
import { parseInteger, parseObject, parseOptionalList, parseText } from './parse-fields.js';
import { getFullOrder, orderByColumns, type Rows, type StageContext } from './rows.js';
import { getListElementShape } from './shape.js';
import { applyGroup, parseGroup, type Group } from './stage-group.js';
import { applyProject } from './stage-project.js';
import { resolveList } from './list.js';

/** A stage that was read but not applied yet. */
export interface Stage {
  readonly name: string;
  /** Set for a group stage. */
  readonly group?: Group;
  readonly apply: (rows: Rows, context: StageContext) => Rows;
}

type StageParser = (input: unknown, place: string) => Omit<Stage, 'name'>;

const MAX_ROWS = 1_000_000_000;

const stageParsers: Readonly<Record<string, StageParser>> = {
  unwind: (input, place) => {
    const path = parseKey(parseObject(input, place, ['path'])['path'], `${place}.path`);
    return { apply: (rows, context) => applyUnwind(rows, path, place, context) };
  },
  group: (input, place) => {
    const group = parseGroup(input, place);
    return {
      group,
      apply: (rows, context) => restrictKeys(applyGroup(rows, group, place, context), context),
    };
  },
  project: (input, place) => ({
    apply: (rows, context) => restrictKeys(applyProject(rows, input, place, context), context),
  }),
  match: (input, place) => {
    const { all, any } = parseMatch(input, place);
    return { apply: (rows, context) => applyMatch(rows, all, any, context) };
  },
  sort: (input, place) => {
    const keys = parseSort(input, place);
    if (keys.length === 0) throw invalidQuery(place, 'names no key');
    return { apply: (rows) => ({ ...rows, order: compileOrderTerms(keys, rows.resolve) }) };
  },
  limit: (input, place) => {
    const limit = parseInteger(input, place, 1, MAX_ROWS);
    return { apply: (rows) => applyLimit(rows, `limit ${limit}`) };
  },
  skip: (input, place) => {
    const offset = parseInteger(input, place, 0, MAX_ROWS);
    return { apply: (rows) => applyLimit(rows, `offset ${offset}`) };
  },
  count: (input, place) => {
    const name = parseText(parseObject(input, place, ['name'])['name'], `${place}.name`, 128);
    return { apply: (rows, context) => applyCount(rows, name, context) };
  },
};

/** Reads a stage: an object with exactly one of the names. */
export function parseStage(input: unknown, place: string): Stage {
  const names = Object.keys(stageParsers);
  const [[name, body] = [], ...others] = Object.entries(parseObject(input, place, names));
  const parser = name === undefined ? undefined : stageParsers[name];
  if (name === undefined || parser === undefined || others.length > 0) {
    throw invalidQuery(place, `must have exactly one of ${names.join(', ')}`);
  }
  return { name, ...parser(body, `${place}.${name}`) };
}

/** Reads a list of conditions that must all hold, or `{filter, filter_or}` as in a query. */
function parseMatch(input: unknown, place: string): { all: readonly Condition[]; any: readonly Condition[] } {
  const fields = Array.isArray(input) ? undefined : parseObject(input, place, ['filter', 'filter_or']);
  const parseConditions = (list: unknown, listPlace: string) =>
    parseOptionalList(list, listPlace, MAX_CONDITIONS).map((each, at) =>
      parseCondition(each, `${listPlace}[${at}]`),
    );
  const all = fields ? parseConditions(fields['filter'], `${place}.filter`) : parseConditions(input, place);
  const any = parseConditions(fields?.['filter_or'], `${place}.filter_or`);
  if (all.length + any.length === 0) throw invalidQuery(place, 'names no condition');
  return { all, any };
}

function applyMatch(
  rows: Rows,
  all: readonly Condition[],
  any: readonly Condition[],
  { values, now }: StageContext,
): Rows {
  const conditions = compileConditions(all, any, { values, now, resolve: rows.resolve });
  return { ...rows, where: [rows.where, ...conditions].join(' and ') };
}

function applyCount(rows: Rows, name: string, context: StageContext): Rows {
  const alias = context.newName();
  const sum = rows.weight === undefined ? 'count(*)' : `coalesce(sum(${rows.weight}), 0)`;
  const columns = [{ name, value: { type: 'number', sql: `r.${alias}` } as const }];
  return restrictKeys(
    {
      relation: `(select ${sum} as ${alias} from ${rows.relation} r where ${rows.where})`,
      where: 'true',
      resolve: rows.resolve,
      order: [],
      tieBreaker: orderByColumns(columns),
      columns,
    },
    context,
  );
}

/** Restricts the keys of later stages to the names of the columns, and paths into them. */
function restrictKeys(rows: Rows, { values }: StageContext): Rows {
  const { columns = [] } = rows;
  const byName = Object.fromEntries(columns.map(({ name, value }) => [name, value]));
  return {
    ...rows,
    resolve: (key, place) => {
      const found = resolvePath(byName, key, place, values);
      if (found) return found;
      throw invalidQuery(
        place,
        `names an unknown key; the stage before names ${columns.map(({ name }) => name).join(', ')}`,
      );
    },
  };
}

function applyUnwind(rows: Rows, path: string, place: string, context: StageContext): Rows {
  const { field, sql } = resolveList(path, `${place}.path`, rows.resolve);
  if (rows.weight !== undefined) throw invalidQuery(place, 'can only count here');
  const alias = context.newName();
  const element = createJsonExpression(`r.${alias}`, getListElementShape(field.shape));
  return {
    ...rows,
    relation: `(select r.*, u.value as ${alias} from ${rows.relation} r
      cross join lateral jsonb_array_elements(${sql}) u where ${rows.where})`,
    where: 'true',
    resolve: (key, at) => resolvePath({ [path]: element }, key, at, context.values) ?? rows.resolve(key, at),
    columns: rows.columns?.map((column) => (column.name === path ? { ...column, value: element } : column)),
    tieBreaker: [...rows.tieBreaker, { sql: `r.${alias}`, type: 'jsonb', desc: false, required: false }],
  };
}

function applyLimit(rows: Rows, limitClause: string): Rows {
  if (rows.weight !== undefined) throw invalidQuery('query.aggregate', 'can only count here');
  const order = compileOrderBy(getFullOrder(rows));
  return {
    ...rows,
    relation: `(select r.* from ${rows.relation} r where ${rows.where} order by ${order} ${limitClause})`,
    where: 'true',
  };
}
