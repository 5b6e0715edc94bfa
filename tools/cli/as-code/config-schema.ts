import { DURATION_SCHEMA_PATTERN } from '#shared/kernel/duration.js';
import { isObject } from '#shared/kernel/json.js';
import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import type { ApiSchemas, Info, Kind } from '#shared/as-code/kind.js';
import { KINDS } from '#shared/as-code/kinds.js';
import type { Terms } from '#shared/as-code/terms.js';

/** Where the service publishes the schema, and where the repository keeps it. */
export const SCHEMA_FILE = 'docs/tocsin.schema.json';

const ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$';
const FILTER_TEXT = { type: 'string', minLength: 1, maxLength: 65_536 };
const CONDITIONS = { type: 'array', maxItems: 50, items: { type: 'object' } };

/** Returns the JSON Schema of files, made of the schemas of requests in the OpenAPI document. */
export function createConfigSchema(document: Info): Info {
  const { schemas } = document['components'] as { schemas: Info };
  const api = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      // A condition refers to itself, and is checked by the service.
      /Condition|Query|Statistic|Stage|Group|Project|Match|Operand/.test(name) && name !== 'SubscriptionGroup'
        ? {}
        : resolveRefs(schema, schemas),
    ]),
  ) as unknown as ApiSchemas;
  const sections = KINDS.map((kind) => [kind.section, createSectionSchema(kind, api)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of Tocsin',
    description: 'Records of a domain as files, for `tocsin diff` and `tocsin apply`.',
    type: 'object',
    properties: {
      domain: { type: 'string', pattern: ID_PATTERN, description: 'Default: the domain of the API key.' },
      project: {
        type: 'string',
        pattern: ID_PATTERN,
        description:
          'The project of webhooks, subscriptions and inhibitions. Quotas, silences and schedules belong to the domain.',
      },
      managed_by: {
        type: 'string',
        minLength: 1,
        maxLength: MANAGED_BY.max,
        description:
          'The name of these files, with which `apply` marks their records and `--prune` finds them.',
      },
      ...Object.fromEntries(sections),
    },
    additionalProperties: false,
  };
}

function createSectionSchema(kind: Kind, api: ApiSchemas): Info {
  const { properties, required } = kind.schema(api);
  const filters = Object.entries(kind.filters ?? {}).flatMap(([field, alternatives]) => [
    [field, { description: properties[field]?.['description'], anyOf: [FILTER_TEXT, CONDITIONS] }],
    ...(alternatives === undefined
      ? []
      : [[alternatives, { ...CONDITIONS, description: properties[alternatives]?.['description'] }]]),
  ]);
  let fields = { ...properties, ...(Object.fromEntries(filters) as Readonly<Record<string, Info>>) };
  for (const path of kind.seconds ?? []) fields = allowDuration(fields, path.split('.'));
  fields = allowOmission(fields, kind.defaults({}));
  return {
    type: 'object',
    description: `The records of the kind ${kind.noun}, each by its name.`,
    propertyNames: { minLength: 1, maxLength: 320 },
    additionalProperties: { type: 'object', properties: fields, required, additionalProperties: false },
  };
}

/** What has a default may be omitted, also inside objects that the API takes as a whole: an export leaves it out. */
function allowOmission(
  properties: Readonly<Record<string, Info>>,
  defaults: Terms,
): Readonly<Record<string, Info>> {
  const inner = Object.entries(defaults).flatMap(([field, value]): [string, Info][] => {
    const schema = properties[field];
    return schema !== undefined && isObject(value) ? [[field, omitRequired(schema, value)]] : [];
  });
  return { ...properties, ...Object.fromEntries(inner) };
}

function omitRequired({ required, ...schema }: Info, defaults: Terms): Info {
  const needed = ((required ?? []) as readonly string[]).filter((field) => !Object.hasOwn(defaults, field));
  const { properties, anyOf } = schema;
  return {
    ...schema,
    ...(needed.length > 0 && { required: needed }),
    ...(isObject(properties) && {
      properties: allowOmission(properties as Readonly<Record<string, Info>>, defaults),
    }),
    ...(Array.isArray(anyOf) && { anyOf: (anyOf as Info[]).map((each) => omitRequired(each, defaults)) }),
  };
}

/** Lets a number of seconds be a duration too. */
function allowDuration(
  properties: Readonly<Record<string, Info>>,
  [first = '', ...rest]: readonly string[],
): Readonly<Record<string, Info>> {
  const found = properties[first];
  if (found === undefined) throw new Error(`${first} is no field`);
  return { ...properties, [first]: rest.length === 0 ? toDuration(found) : descend(found, rest) };
}

function toDuration({ description, type, ...limits }: Info): Info {
  const note = 'A number of seconds, or a duration like `2d` or `1h30m`.';
  const duration = { type: 'string', pattern: DURATION_SCHEMA_PATTERN };
  return {
    description: `${String(description ?? '')} ${note}`.trim(),
    anyOf: [{ type, ...limits }, duration],
  };
}

function descend(schema: Info, path: readonly string[]): Info {
  if (path[0] === '*') return { ...schema, items: descend(schema['items'] as Info, path.slice(1)) };
  if (isObject(schema['properties']))
    return {
      ...schema,
      properties: allowDuration(schema['properties'] as Readonly<Record<string, Info>>, path),
    };
  const anyOf = (schema['anyOf'] as readonly Info[]).map((each) =>
    'properties' in each ? descend(each, path) : each,
  );
  return { ...schema, anyOf };
}

/** Replaces references by what they refer to. Descriptions beside a reference stay. */
function resolveRefs(schema: unknown, schemas: Info): unknown {
  if (Array.isArray(schema)) return schema.map((each) => resolveRefs(each, schemas));
  if (!isObject(schema)) return schema;
  const { $ref, examples: _, ...rest } = schema;
  const entries = Object.entries(rest).map(([name, value]) => [name, resolveRefs(value, schemas)]);
  const own = Object.fromEntries(entries) as Info;
  if (typeof $ref !== 'string') return own;
  const name = $ref.split('/').at(-1) ?? '';
  if (name.endsWith('Condition')) return own;
  return { ...(resolveRefs(schemas[name], schemas) as object), ...own };
}
