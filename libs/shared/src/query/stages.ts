import { readCondition, type Condition } from './condition.js';
import { jsonAt, reach, readKey } from './expression.js';
import { compileConditions, MAX_CONDITIONS } from './filter.js';
import { invalidQuery } from './invalid-query.js';
import { orderBy, orderTerms, readSort } from './order.js';
import { parseInteger, parseObject, parseOptionalList, parseText } from './parse-fields.js';
import { ordered, orderOf, type Rows, type StageContext } from './rows.js';
import { elementOf } from './shape.js';
import { grouped, readGroup, type Group } from './stage-group.js';
import { project } from './stage-project.js';
import { listAt } from './unwind.js';

/** A stage that was read but not applied yet. */
export interface Stage {
  readonly name: string;
  /** Set for a group stage. */
  readonly group?: Group;
  readonly apply: (rows: Rows, context: StageContext) => Rows;
}

type Reader = (given: unknown, place: string) => Omit<Stage, 'name'>;

const MOST_ROWS = 1_000_000_000;

const readers: Readonly<Record<string, Reader>> = {
  unwind: (given, place) => {
    const path = readKey(parseObject(given, place, ['path'])['path'], `${place}.path`);
    return { apply: (rows, context) => unwind(rows, path, place, context) };
  },
  group: (given, place) => {
    const group = readGroup(given, place);
    return { group, apply: (rows, context) => closed(grouped(rows, group, place, context), context) };
  },
  project: (given, place) => ({
    apply: (rows, context) => closed(project(rows, given, place, context), context),
  }),
  match: (given, place) => {
    const { all, any } = readMatch(given, place);
    return { apply: (rows, context) => matching(rows, all, any, context) };
  },
  sort: (given, place) => {
    const keys = readSort(given, place);
    if (keys.length === 0) throw invalidQuery(place, 'names no key');
    return { apply: (rows) => ({ ...rows, order: orderTerms(keys, rows.resolve) }) };
  },
  limit: (given, place) => {
    const most = parseInteger(given, place, 1, MOST_ROWS);
    return { apply: (rows) => cut(rows, `limit ${most}`) };
  },
  skip: (given, place) => {
    const first = parseInteger(given, place, 0, MOST_ROWS);
    return { apply: (rows) => cut(rows, `offset ${first}`) };
  },
  count: (given, place) => {
    const name = parseText(parseObject(given, place, ['name'])['name'], `${place}.name`, 128);
    return { apply: (rows, context) => counted(rows, name, context) };
  },
};

/** Reads a stage: an object with exactly one of the names. */
export function readStage(given: unknown, place: string): Stage {
  const names = Object.keys(readers);
  const [[name, body] = [], ...more] = Object.entries(parseObject(given, place, names));
  const reader = name === undefined ? undefined : readers[name];
  if (name === undefined || reader === undefined || more.length > 0) {
    throw invalidQuery(place, `must have exactly one of ${names.join(', ')}`);
  }
  return { name, ...reader(body, `${place}.${name}`) };
}

/** Reads a list of conditions that must all hold, or `{filter, filter_or}` as in a query. */
function readMatch(given: unknown, place: string): { all: readonly Condition[]; any: readonly Condition[] } {
  const fields = Array.isArray(given) ? undefined : parseObject(given, place, ['filter', 'filter_or']);
  const read = (list: unknown, here: string) =>
    parseOptionalList(list, here, MAX_CONDITIONS).map((each, at) => readCondition(each, `${here}[${at}]`));
  const all = fields ? read(fields['filter'], `${place}.filter`) : read(given, place);
  const any = read(fields?.['filter_or'], `${place}.filter_or`);
  if (all.length + any.length === 0) throw invalidQuery(place, 'names no condition');
  return { all, any };
}

function matching(
  rows: Rows,
  all: readonly Condition[],
  any: readonly Condition[],
  { values, now }: StageContext,
): Rows {
  const conditions = compileConditions(all, any, { values, now, resolve: rows.resolve });
  return { ...rows, where: [rows.where, ...conditions].join(' and ') };
}

function counted(rows: Rows, name: string, context: StageContext): Rows {
  const alias = context.newName();
  const sum = rows.weight === undefined ? 'count(*)' : `coalesce(sum(${rows.weight}), 0)`;
  const columns = [{ name, value: { type: 'number', sql: `r.${alias}` } as const }];
  return closed(
    {
      relation: `(select ${sum} as ${alias} from ${rows.relation} r where ${rows.where})`,
      where: 'true',
      resolve: rows.resolve,
      order: [],
      tieBreaker: orderOf(columns),
      columns,
    },
    context,
  );
}

/** Restricts the keys of later stages to the names of the columns, and paths into them. */
function closed(rows: Rows, { values }: StageContext): Rows {
  const { columns = [] } = rows;
  const byName = Object.fromEntries(columns.map(({ name, value }) => [name, value]));
  return {
    ...rows,
    resolve: (key, place) => {
      const found = reach(byName, key, place, values);
      if (found) return found;
      throw invalidQuery(
        place,
        `names an unknown key; the stage before names ${columns.map(({ name }) => name).join(', ')}`,
      );
    },
  };
}

function unwind(rows: Rows, path: string, place: string, context: StageContext): Rows {
  const { field, sql } = listAt(path, `${place}.path`, rows.resolve);
  if (rows.weight !== undefined) throw invalidQuery(place, 'can only count here');
  const alias = context.newName();
  const element = jsonAt(`r.${alias}`, elementOf(field.shape));
  return {
    ...rows,
    relation: `(select r.*, u.value as ${alias} from ${rows.relation} r
      cross join lateral jsonb_array_elements(${sql}) u where ${rows.where})`,
    where: 'true',
    resolve: (key, at) => reach({ [path]: element }, key, at, context.values) ?? rows.resolve(key, at),
    columns: rows.columns?.map((column) => (column.name === path ? { ...column, value: element } : column)),
    tieBreaker: [...rows.tieBreaker, { sql: `r.${alias}`, type: 'jsonb', desc: false, required: false }],
  };
}

function cut(rows: Rows, how: string): Rows {
  if (rows.weight !== undefined) throw invalidQuery('query.aggregate', 'can only count here');
  const order = orderBy(ordered(rows));
  return {
    ...rows,
    relation: `(select r.* from ${rows.relation} r where ${rows.where} order by ${order} ${how})`,
    where: 'true',
  };
}
