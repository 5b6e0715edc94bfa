import type { OpenAPIObject } from '@nestjs/swagger';
import { OPERATORS } from '#shared/query/operators.js';
import { GROUP_OPERATORS } from '#shared/query/stage-group.js';
import { PROJECT_OPERATORS } from '#shared/query/stage-project.js';
import { refTo, type JsonObject, type Schemas } from './schemas-of.js';

const text = (maxLength: number, description?: string): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength,
  ...(description === undefined ? {} : { description }),
});
const list = (items: JsonObject, maxItems: number, description?: string): JsonObject => ({
  type: 'array',
  items,
  maxItems,
  ...(description === undefined ? {} : { description }),
});
const count = (minimum: number): JsonObject => ({ type: 'integer', minimum, maximum: 1_000_000_000 });
const closed = (properties: Schemas, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required: [...required] } : {}),
  additionalProperties: false,
});

const SHORT: Readonly<Record<string, string>> = { key: 'k', value: 'v', operator: 'o', name: 'n' };
const short = (field: string) => SHORT[field] ?? field;

/** Returns the schemas of an object whose fields have either long or short names. */
function inTwoForms(name: string, fields: Schemas, required: readonly string[]): Schemas {
  const shortly = Object.entries(fields).map(([field, schema]) => [short(field), schema] as const);
  return {
    [name]: { oneOf: [refTo(`Long${name}`), refTo(`Short${name}`)] },
    [`Long${name}`]: closed(fields, required),
    [`Short${name}`]: closed(Object.fromEntries(shortly), required.map(short)),
  };
}

const KEY = text(
  512,
  'A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots.',
);
const COLUMN = text(128, 'The name in the result.');
const ANY: JsonObject = {
  type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
  items: {},
  additionalProperties: true,
};

const stage = (name: string, schema: JsonObject) => closed({ [name]: schema });

/** The schema of each stage, by its name. */
const STAGES: Schemas = {
  unwind: refTo('Unwind'),
  group: closed({ keys: list(refTo('GroupKey'), 50), fields: list(refTo('GroupField'), 50) }, []),
  project: closed(
    {
      fields: list(refTo('ProjectField'), 50),
      exclude_keys: {
        description: 'The keys of the preceding group to leave out: `true` for all, or a list of keys.',
        anyOf: [{ type: 'boolean' }, list(text(128), 50)],
      },
    },
    [],
  ),
  match: { anyOf: [refTo('MatchFilter'), list(refTo('Condition'), 50, 'Conditions that must all match.')] },
  sort: refTo('SortOrder'),
  limit: count(1),
  skip: count(0),
  count: closed({ name: COLUMN }),
};

const stageName = (name: string) => `${name.replace(/^./, (first) => first.toUpperCase())}Stage`;

/** The schemas of the query language. Its objects have several forms, which decorators cannot describe. */
const QUERY_SCHEMAS: Schemas = {
  Operator: { type: 'string', enum: [...OPERATORS] },
  ConditionValue: {
    ...ANY,
    description:
      'The value to compare with. `in`, `not_in`, `contain_in`, `not_contain_in` and `regex_in` take a list.',
  },
  ...inTwoForms(
    'Condition',
    {
      key: { ...KEY, examples: ['severity'] },
      value: refTo('ConditionValue'),
      operator: { ...refTo('Operator'), examples: ['eq'] },
    },
    ['key', 'operator'],
  ),
  Sort: closed({ key: { ...KEY, examples: ['created_at'] }, desc: { type: ['boolean', 'null'] } }, ['key']),
  SortKeys: closed({ keys: list(refTo('Sort'), 10) }),
  SortOrder: { anyOf: [refTo('Sort'), refTo('SortKeys'), list(refTo('Sort'), 10)] },
  Stage: { oneOf: Object.keys(STAGES).map((name) => refTo(stageName(name))) },
  ...Object.fromEntries(
    Object.entries(STAGES).map(([name, schema]) => [stageName(name), stage(name, schema)]),
  ),
  ...inTwoForms(
    'GroupKey',
    {
      key: KEY,
      name: COLUMN,
      date_format: text(
        100,
        'A part of a time (`year`, `month`, `day`, `hour`), or a pattern like `%Y-%m-%d`.',
      ),
      time_zone: text(64, 'The time zone of `date_format`, for example `Europe/Berlin`. Default: UTC.'),
    },
    ['key'],
  ),
  GroupOperator: { type: 'string', enum: [...GROUP_OPERATORS] },
  ...inTwoForms(
    'GroupField',
    {
      key: KEY,
      name: COLUMN,
      operator: refTo('GroupOperator'),
      conditions: list(refTo('Condition'), 50, 'Conditions on the rows to include. All must match.'),
      fields: list(refTo('GroupMember'), 50, 'The fields that `push` collects, instead of `key`.'),
      percentile: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 100,
        description: 'The percentile that the operator `percentile` calculates. 50 is the median.',
        examples: [90],
      },
    },
    ['name', 'operator'],
  ),
  ...inTwoForms('GroupMember', { key: KEY, name: COLUMN }, ['key']),
  MatchFilter: closed(
    {
      filter: list(refTo('Condition'), 50, 'Conditions that must all match.'),
      filter_or: list(refTo('Condition'), 50, 'At least one must match.'),
    },
    [],
  ),
  ProjectOperator: { type: 'string', enum: [...PROJECT_OPERATORS] },
  ...inTwoForms(
    'ProjectField',
    {
      key: KEY,
      name: COLUMN,
      operator: refTo('ProjectOperator'),
      fields: list(refTo('Operand'), 20, 'The operands, in this order.'),
    },
    [],
  ),
  Operand: { anyOf: [{ type: 'number' }, KEY, closed({ key: KEY }), closed({ k: KEY })] },
  SenderPayload: {
    description: 'The body that a monitoring system posts.',
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {} },
    ],
  },
  StatisticsRow: { type: 'object', additionalProperties: ANY, description: 'A value for each column.' },
};

/** Adds the schemas of the query language to the parts that decorators leave open. */
export function withQuerySchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas as unknown as Schemas;
  Object.assign(schemas, QUERY_SCHEMAS);
  describe(schemas, 'Query', 'sort', refTo('SortOrder'));
  describe(schemas, 'StatisticsQuery', 'aggregate', list(refTo('Stage'), 10));
  describe(schemas, 'StatisticsInfo', 'results', {
    type: 'array',
    items: { anyOf: [refTo('StatisticsRow'), ANY_BUT_OBJECT] },
  });
  return document;
}

const ANY_BUT_OBJECT: JsonObject = { type: ['string', 'number', 'boolean', 'array', 'null'], items: {} };

/** Replaces the schema of a field, and keeps its description and example. */
function describe(schemas: Schemas, name: string, field: string, schema: JsonObject): void {
  const properties = schemas[name]?.['properties'] as Schemas;
  const { description, example } = properties[field] ?? {};
  properties[field] = {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  };
}
