import type { OpenAPIObject } from '@nestjs/swagger';
import { listOperations, getRefName, createRef, type JsonObject, type Schemas } from './schema-refs.js';

type Operation = ReturnType<typeof listOperations>[number];
interface JsonContent {
  schema: JsonObject;
  'x-whole-record'?: JsonObject;
}

/**
 * Makes all fields of a record optional in responses of operations that can select fields (`only`, `minimal`): they have
 * `PartialWebhookInfo`. What such a response contains depends on the request, which OpenAPI cannot say: `x-whole-record` names the
 * schema of the answers to requests that select nothing, for the client of this repository and whoever else reads it.
 */
export function addPartialSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as unknown as Schemas;
  const operations = listOperations(document);
  const selectingOperations = operations.filter((operation) => canSelectFields(operation, schemas));
  const contents = selectingOperations.flatMap(findJsonContents);
  const recordHolders = contents.map(
    (content) => findListItems(schemas[getRefName(content.schema) ?? '']) ?? content,
  );
  const records = new Set(recordHolders.map((each) => findRecordName(each).record));
  const partialNames = new Set<string>();
  for (const { record } of recordHolders.map(findRecordName)) collectSchemas(record, schemas, partialNames);
  const schemaNames = new Map([...partialNames].map((name) => [name, `Partial${name}`]));
  for (const [name, newName] of schemaNames) {
    const { required: _, ...schema } = schemas[name] ?? {};
    const whole = ` Requests without \`only\`, \`minimal\` and \`unwind\` get a whole \`${name}\`.`;
    schemas[newName] = {
      ...schema,
      description: `\`${name}\` of which an answer may contain only the requested fields.${records.has(name) ? whole : ''}`,
      properties: Object.fromEntries(
        getProperties(schema).map(([field, given]) => [field, renameRefs(given, schemaNames)]),
      ),
    };
  }
  for (const [index, recordHolder] of recordHolders.entries()) {
    const { record } = findRecordName(recordHolder);
    const content = contents[index];
    if (record !== undefined && content !== undefined) content['x-whole-record'] = createRef(record);
  }
  for (const recordHolder of recordHolders) setRecordName(recordHolder, schemaNames);
  return document;
}

function canSelectFields({ parameters = [], requestBody }: Operation, schemas: Schemas): boolean {
  const body = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  const bodyFields = getProperties(schemas[getRefName(body?.schema) ?? '']);
  const inBody = bodyFields.some(
    ([field, schema]) => field === 'only' || (field === 'query' && getRefName(schema) === 'Query'),
  );
  return (
    inBody ||
    parameters.some((each) => {
      if (!('name' in each) || each.in !== 'query') return false;
      const { contentSchema } = (each.schema ?? {}) as JsonObject;
      return each.name === 'only' || getRefName(contentSchema) === 'Query';
    })
  );
}

function findJsonContents({ responses }: Operation): JsonContent[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const { content } = response as { content?: Record<string, JsonContent> };
    return Number(status) < 300 ? (content?.['application/json'] ?? []) : [];
  });
}

/** Returns the field of a list's schema that contains the records. */
function findListItems(schema: JsonObject | undefined): JsonObject | undefined {
  return getProperties(schema).find(([field]) => field === 'results')?.[1];
}

const findRecordName = (recordHolder: JsonObject | JsonContent) => ({
  record: getRefName('schema' in recordHolder ? recordHolder.schema : recordHolder['items']),
});

function setRecordName(recordHolder: JsonObject | JsonContent, names: ReadonlyMap<string, string>): void {
  const name = names.get(findRecordName(recordHolder).record ?? '');
  if (name === undefined) return;
  if ('schema' in recordHolder) recordHolder.schema = createRef(name);
  else recordHolder['items'] = createRef(name);
}

/** Collects the schemas of a record and of the objects in its fields. The elements of a list are always complete. */
function collectSchemas(name: string | undefined, schemas: Schemas, collected: Set<string>): void {
  const schema = schemas[name ?? ''];
  if (name === undefined || !schema?.['properties'] || collected.has(name)) return;
  collected.add(name);
  for (const [, field] of getProperties(schema))
    for (const each of [field, ...getAlternatives(field)])
      collectSchemas(getRefName(each), schemas, collected);
}

function renameRefs(field: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const name = names.get(getRefName(field) ?? '');
  const alternatives = getAlternatives(field).map((each) => renameRefs(each, names));
  return {
    ...field,
    ...(name === undefined ? {} : createRef(name)),
    ...(alternatives.length === 0 ? {} : { anyOf: alternatives }),
  };
}

const getAlternatives = (field: JsonObject) => (field['anyOf'] ?? []) as JsonObject[];
const getProperties = (schema: JsonObject | undefined) =>
  Object.entries((schema?.['properties'] ?? {}) as Schemas);
