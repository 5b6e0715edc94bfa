import type { OpenAPIObject } from '@nestjs/swagger';
import { OPERATORS } from '#shared/query/parse-condition.js';
import { GROUP_OPERATORS } from '#shared/query/stage-group.js';
import { PROJECT_OPERATORS } from '#shared/query/stage-project.js';
import { createRef, type JsonObject, type Schemas } from './schema-refs.js';

const textSchema = (maxLength: number, description?: string): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength,
  ...(description === undefined ? {} : { description }),
});
const listSchema = (items: JsonObject, maxItems: number, description?: string): JsonObject => ({
  type: 'array',
  items,
  maxItems,
  ...(description === undefined ? {} : { description }),
});
const countSchema = (minimum: number): JsonObject => ({ type: 'integer', minimum, maximum: 1_000_000_000 });
const closedObject = (
  properties: Schemas,
  required: readonly string[] = Object.keys(properties),
): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required: [...required] } : {}),
  additionalProperties: false,
});

const SHORT_NAMES: Readonly<Record<string, string>> = { key: 'k', value: 'v', operator: 'o', name: 'n' };
const toShortName = (field: string) => SHORT_NAMES[field] ?? field;

/** Returns the schemas of an object whose fields have either long or short names. */
function createBothForms(name: string, fields: Schemas, required: readonly string[]): Schemas {
  const shortFields = Object.entries(fields).map(([field, schema]) => [toShortName(field), schema] as const);
  return {
    [name]: { oneOf: [createRef(`Long${name}`), createRef(`Short${name}`)] },
    [`Long${name}`]: closedObject(fields, required),
    [`Short${name}`]: closedObject(Object.fromEntries(shortFields), required.map(toShortName)),
  };
}

const KEY = textSchema(
  512,
  'A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots.',
);
const COLUMN = textSchema(128, 'The name in the result.');
const ANY_VALUE: JsonObject = {
  type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
  items: {},
  additionalProperties: true,
};

const stageSchema = (name: string, schema: JsonObject) => closedObject({ [name]: schema });

/** The schema of each stage, by its name. */
const STAGES: Schemas = {
  unwind: createRef('Unwind'),
  group: closedObject(
    { keys: listSchema(createRef('GroupKey'), 50), fields: listSchema(createRef('GroupField'), 50) },
    [],
  ),
  project: closedObject(
    {
      fields: listSchema(createRef('ProjectField'), 50),
      exclude_keys: {
        description: 'The keys of the preceding group to leave out: `true` for all, or a list of keys.',
        anyOf: [{ type: 'boolean' }, listSchema(textSchema(128), 50)],
      },
    },
    [],
  ),
  match: {
    anyOf: [
      createRef('MatchFilter'),
      listSchema(createRef('Condition'), 50, 'Conditions that must all match.'),
    ],
  },
  sort: createRef('SortOrder'),
  limit: countSchema(1),
  skip: countSchema(0),
  count: closedObject({ name: COLUMN }),
};

const stageName = (name: string) => `${name.replace(/^./, (first) => first.toUpperCase())}Stage`;

/** The schemas of the query language. Its objects have several forms, which decorators cannot describe. */
const QUERY_SCHEMAS: Schemas = {
  Operator: { type: 'string', enum: [...OPERATORS] },
  ConditionValue: {
    ...ANY_VALUE,
    description:
      'The value to compare with. `in`, `not_in`, `contain_in`, `not_contain_in` and `regex_in` take a list.',
  },
  ...createBothForms(
    'Condition',
    {
      key: { ...KEY, examples: ['severity'] },
      value: createRef('ConditionValue'),
      operator: { ...createRef('Operator'), examples: ['eq'] },
    },
    ['key', 'operator'],
  ),
  Sort: closedObject({ key: { ...KEY, examples: ['created_at'] }, desc: { type: ['boolean', 'null'] } }, [
    'key',
  ]),
  SortKeys: closedObject({ keys: listSchema(createRef('Sort'), 10) }),
  NoSort: { ...closedObject({}), description: 'The default order.' },
  SortOrder: {
    anyOf: [createRef('Sort'), createRef('SortKeys'), listSchema(createRef('Sort'), 10), createRef('NoSort')],
  },
  Stage: { oneOf: Object.keys(STAGES).map((name) => createRef(stageName(name))) },
  ...Object.fromEntries(
    Object.entries(STAGES).map(([name, schema]) => [stageName(name), stageSchema(name, schema)]),
  ),
  ...createBothForms(
    'GroupKey',
    {
      key: KEY,
      name: COLUMN,
      date_format: textSchema(
        100,
        'A part of a time (`year`, `month`, `day`, `hour`), or a pattern like `%Y-%m-%d`.',
      ),
      time_zone: textSchema(64, 'The time zone of `date_format`, for example `Europe/Berlin`. Default: UTC.'),
    },
    ['key'],
  ),
  GroupOperator: { type: 'string', enum: [...GROUP_OPERATORS] },
  ...createBothForms(
    'GroupField',
    {
      key: KEY,
      name: COLUMN,
      operator: createRef('GroupOperator'),
      conditions: listSchema(
        createRef('Condition'),
        50,
        'Conditions on the rows to include. All must match.',
      ),
      fields: listSchema(createRef('GroupMember'), 50, 'The fields that `push` collects, instead of `key`.'),
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
  ...createBothForms('GroupMember', { key: KEY, name: COLUMN }, ['key']),
  MatchFilter: closedObject(
    {
      filter: listSchema(createRef('Condition'), 50, 'Conditions that must all match.'),
      filter_or: listSchema(createRef('Condition'), 50, 'At least one must match.'),
    },
    [],
  ),
  ProjectOperator: { type: 'string', enum: [...PROJECT_OPERATORS] },
  ...createBothForms(
    'ProjectField',
    {
      key: KEY,
      name: COLUMN,
      operator: createRef('ProjectOperator'),
      fields: listSchema(createRef('Operand'), 20, 'The operands, in this order.'),
    },
    [],
  ),
  Operand: { anyOf: [{ type: 'number' }, KEY, closedObject({ key: KEY }), closedObject({ k: KEY })] },
  SenderPayload: {
    description: 'The body that a monitoring system posts.',
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {} },
    ],
  },
  StatisticsRow: { type: 'object', additionalProperties: ANY_VALUE, description: 'A value for each column.' },
};

/** Adds the schemas of the query language to the parts that decorators leave open. */
export function addQuerySchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas as unknown as Schemas;
  Object.assign(schemas, QUERY_SCHEMAS);
  replaceFieldSchema(schemas, 'Query', 'sort', createRef('SortOrder'));
  replaceFieldSchema(schemas, 'StatisticsQuery', 'aggregate', listSchema(createRef('Stage'), 10));
  replaceFieldSchema(schemas, 'StatisticsInfo', 'results', {
    type: 'array',
    items: { anyOf: [createRef('StatisticsRow'), ANY_BUT_OBJECT] },
  });
  return document;
}

const ANY_BUT_OBJECT: JsonObject = { type: ['string', 'number', 'boolean', 'array', 'null'], items: {} };

/** Replaces the schema of a field, and keeps its description and example. */
function replaceFieldSchema(schemas: Schemas, name: string, field: string, schema: JsonObject): void {
  const properties = schemas[name]?.['properties'] as Schemas;
  const { description, example } = properties[field] ?? {};
  properties[field] = {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  };
}
