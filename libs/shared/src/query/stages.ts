import { jsonAt, reach, readKey } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { orderBy, orderTerms, readSort } from './order.js';
import { parseInteger, parseObject, parseText } from './parse-fields.js';
import { ordered, orderOf, type Rows, type StageContext } from './rows.js';
import { elementOf } from './shape.js';
import { group } from './stage-group.js';
import { project } from './stage-project.js';

type Stage = (rows: Rows, given: unknown, place: string, context: StageContext) => Rows;

const MOST_ROWS = 1_000_000_000;

const stages: Readonly<Record<string, Stage>> = {
  unwind,
  group: (rows, given, place, context) => closed(group(rows, given, place, context), context),
  project: (rows, given, place, context) => closed(project(rows, given, place, context), context),
  sort: (rows, given, place) => {
    const keys = readSort(given, place);
    if (keys.length === 0) throw invalidQuery(place, 'names no key');
    return { ...rows, order: orderTerms(keys, rows.resolve) };
  },
  limit: (rows, given, place) => cut(rows, `limit ${parseInteger(given, place, 1, MOST_ROWS)}`),
  skip: (rows, given, place) => cut(rows, `offset ${parseInteger(given, place, 0, MOST_ROWS)}`),
  count: (rows, given, place, context) => {
    const { name } = parseObject(given, place, ['name']);
    const alias = context.newName();
    const counted = rows.weight === undefined ? 'count(*)' : `coalesce(sum(${rows.weight}), 0)`;
    const value = { type: 'number', sql: `r.${alias}` } as const;
    const columns = [{ name: parseText(name, `${place}.name`, 128), value }];
    return closed(
      {
        relation: `(select ${counted} as ${alias} from ${rows.relation} r where ${rows.where})`,
        where: 'true',
        resolve: rows.resolve,
        order: [],
        tieBreaker: orderOf(columns),
        columns,
      },
      context,
    );
  },
};

/** One stage: an object with exactly one of the names. */
export function applyStage(rows: Rows, given: unknown, place: string, context: StageContext): Rows {
  const names = Object.keys(stages);
  const [[name, body] = [], ...more] = Object.entries(parseObject(given, place, names));
  const stage = name === undefined ? undefined : stages[name];
  if (stage === undefined || more.length > 0) {
    throw invalidQuery(place, `must have exactly one of ${names.join(', ')}`);
  }
  return stage(rows, body, `${place}.${name}`, context);
}

/** From now on a key is the name of a column, or a path into one. */
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

function unwind(rows: Rows, given: unknown, place: string, context: StageContext): Rows {
  const path = readKey(parseObject(given, place, ['path'])['path'], `${place}.path`);
  const field = rows.resolve(path, `${place}.path`);
  if (field.type !== 'json') throw invalidQuery(`${place}.path`, 'is not a list');
  if (rows.weight !== undefined) throw invalidQuery(place, 'can only count here');
  const alias = context.newName();
  const element = jsonAt(`r.${alias}`, elementOf(field.shape));
  const list = `case when jsonb_typeof(${field.sql}) = 'array' then ${field.sql} else '[]' end`;
  return {
    ...rows,
    relation: `(select r.*, u.value as ${alias} from ${rows.relation} r
      cross join lateral jsonb_array_elements(${list}) u where ${rows.where})`,
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
