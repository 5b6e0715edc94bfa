import type { OpenAPIObject } from '@nestjs/swagger';
import { NOTIFICATION_KINDS } from './notification-calls.js';
import { operationsOf } from './operations-of.js';
import { nameIn, reachable, refTo, type JsonObject, type Schemas } from './schemas-of.js';

type Operation = ReturnType<typeof operationsOf>[number];
interface Answer {
  schema: JsonObject;
}

/**
 * Makes all fields of a record optional in responses of operations that can select fields (`only`, `minimal`). If other
 * responses contain the whole record, the partial one becomes a schema of its own: `PartialWebhookInfo`.
 */
export function partialRecords(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as unknown as Schemas;
  const operations = operationsOf(document);
  const selecting = operations.filter((operation) => takesOnly(operation, schemas));
  const answers = selecting.flatMap(jsonAnswers);
  const places = answers.map((answer) => listedIn(schemas[nameIn(answer.schema) ?? '']) ?? answer);
  const partial = new Set<string>();
  for (const { record } of places.map(recordAt)) collect(record, schemas, partial);
  const whole = wholeIn(document, operations, new Set(selecting), partial);
  const renamed = new Map([...partial].map((name) => [name, whole.has(name) ? `Partial${name}` : name]));
  for (const [name, newName] of renamed) {
    const { required: _, ...schema } = schemas[name] ?? {};
    const description = `A ${name} that may contain only the requested fields.`;
    schemas[newName] = {
      ...schema,
      ...(newName === name ? {} : { description }),
      properties: Object.fromEntries(
        fieldsOf(schema).map(([field, given]) => [field, withNames(given, renamed)]),
      ),
    };
  }
  for (const place of places) setRecord(place, renamed);
  return document;
}

function takesOnly({ parameters = [], requestBody }: Operation, schemas: Schemas): boolean {
  const body = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  const given = fieldsOf(schemas[nameIn(body?.schema) ?? '']);
  const inBody = given.some(
    ([field, schema]) => field === 'only' || (field === 'query' && nameIn(schema) === 'Query'),
  );
  return (
    inBody ||
    parameters.some((each) => {
      if (!('name' in each) || each.in !== 'query') return false;
      const { contentSchema } = (each.schema ?? {}) as JsonObject;
      return each.name === 'only' || nameIn(contentSchema) === 'Query';
    })
  );
}

function jsonAnswers({ responses }: Operation): Answer[] {
  return Object.entries(responses).flatMap(([status, answer]) => {
    const { content } = answer as { content?: Record<string, Answer> };
    return Number(status) < 300 ? (content?.['application/json'] ?? []) : [];
  });
}

/** Returns the field of a list's schema that contains the records. */
function listedIn(schema: JsonObject | undefined): JsonObject | undefined {
  return fieldsOf(schema).find(([field]) => field === 'results')?.[1];
}

const recordAt = (place: JsonObject | Answer) => ({
  record: nameIn('schema' in place ? place.schema : place['items']),
});

function setRecord(place: JsonObject | Answer, names: ReadonlyMap<string, string>): void {
  const name = names.get(recordAt(place).record ?? '');
  if (name === undefined) return;
  if ('schema' in place) place.schema = refTo(name);
  else place['items'] = refTo(name);
}

/** Collects the schemas of a record and of the objects in its fields. The elements of a list are always complete. */
function collect(name: string | undefined, schemas: Schemas, found: Set<string>): void {
  const schema = schemas[name ?? ''];
  if (name === undefined || !schema?.['properties'] || found.has(name)) return;
  found.add(name);
  for (const [, field] of fieldsOf(schema))
    for (const each of [field, ...alternativesOf(field)]) collect(nameIn(each), schemas, found);
}

/** Streams use the partial schema, as lists do, so that the name that existing clients were generated for is kept. */
const streams = ({ responses }: Operation): boolean => {
  const { content } = (responses['200'] ?? {}) as { content?: object };
  return content !== undefined && 'text/event-stream' in content;
};

/** Returns the schemas that some request or response contains completely. */
function wholeIn(
  { components, webhooks }: OpenAPIObject,
  operations: readonly Operation[],
  selecting: ReadonlySet<Operation>,
  partial: ReadonlySet<string>,
): Set<string> {
  const schemas = (components?.schemas ?? {}) as unknown as Schemas;
  const parts = operations.map((each) => [
    each.requestBody,
    each.parameters,
    selecting.has(each) || streams(each) ? undefined : each.responses,
  ]);
  const lists = [...partial].flatMap((name) => fieldsOf(schemas[name]).map(([, field]) => field['items']));
  const calls = Object.entries(webhooks ?? {}).filter(([kind]) => !NOTIFICATION_KINDS.includes(kind));
  return reachable([parts, calls.map(([, call]) => call), lists], schemas);
}

function withNames(field: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const name = names.get(nameIn(field) ?? '');
  const alternatives = alternativesOf(field).map((each) => withNames(each, names));
  return {
    ...field,
    ...(name === undefined ? {} : refTo(name)),
    ...(alternatives.length === 0 ? {} : { anyOf: alternatives }),
  };
}

const alternativesOf = (field: JsonObject) => (field['anyOf'] ?? []) as JsonObject[];
const fieldsOf = (schema: JsonObject | undefined) =>
  Object.entries((schema?.['properties'] ?? {}) as Schemas);
