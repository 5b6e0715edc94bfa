import type { OpenAPIObject } from '@nestjs/swagger';
import { MESSAGE_TYPES } from './outgoing-calls.js';
import {
  listOperations,
  getRefName,
  findReachable,
  createRef,
  type JsonObject,
  type Schemas,
} from './schema-refs.js';

type Operation = ReturnType<typeof listOperations>[number];
interface JsonContent {
  schema: JsonObject;
}

/**
 * Makes all fields of a record optional in responses of operations that can select fields (`only`, `minimal`). If other
 * responses contain the whole record, the partial one becomes a schema of its own: `PartialWebhookInfo`.
 */
export function addPartialSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as unknown as Schemas;
  const operations = listOperations(document);
  const selectingOperations = operations.filter((operation) => canSelectFields(operation, schemas));
  const contents = selectingOperations.flatMap(findJsonContents);
  const recordHolders = contents.map(
    (content) => findListItems(schemas[getRefName(content.schema) ?? '']) ?? content,
  );
  const partialNames = new Set<string>();
  for (const { record } of recordHolders.map(findRecordName)) collectSchemas(record, schemas, partialNames);
  const completeNames = findCompleteSchemas(document, operations, new Set(selectingOperations), partialNames);
  const schemaNames = new Map(
    [...partialNames].map((name) => [name, completeNames.has(name) ? `Partial${name}` : name]),
  );
  for (const [name, newName] of schemaNames) {
    const { required: _, ...schema } = schemas[name] ?? {};
    const description = `A ${name} that may contain only the requested fields.`;
    schemas[newName] = {
      ...schema,
      ...(newName === name ? {} : { description }),
      properties: Object.fromEntries(
        getProperties(schema).map(([field, given]) => [field, renameRefs(given, schemaNames)]),
      ),
    };
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

/** Streams use the partial schema, as lists do, so that the name that existing clients were generated for is kept. */
const isStream = ({ responses }: Operation): boolean => {
  const { content } = (responses['200'] ?? {}) as { content?: object };
  return content !== undefined && 'text/event-stream' in content;
};

/** Returns the schemas that some request or response contains completely. */
function findCompleteSchemas(
  { components, webhooks }: OpenAPIObject,
  operations: readonly Operation[],
  selectingOperations: ReadonlySet<Operation>,
  partialNames: ReadonlySet<string>,
): Set<string> {
  const schemas = (components?.schemas ?? {}) as unknown as Schemas;
  const parts = operations.map((each) => [
    each.requestBody,
    each.parameters,
    selectingOperations.has(each) || isStream(each) ? undefined : each.responses,
  ]);
  const lists = [...partialNames].flatMap((name) =>
    getProperties(schemas[name]).map(([, field]) => field['items']),
  );
  const calls = Object.entries(webhooks ?? {}).filter(([kind]) => !MESSAGE_TYPES.includes(kind));
  return findReachable([parts, calls.map(([, call]) => call), lists], schemas);
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
