import type { OpenAPIObject } from '@nestjs/swagger';
import { findReachable, listOperations, type Json, type JsonObject, type Schemas } from './schema-refs.js';

/** Examples of fields that mean the same in all records. */
const EXAMPLES: Readonly<Record<string, Json>> = {
  account: '123456789012',
  actor: 'jane@example.com',
  address: '192.0.2.7',
  assigned_by: 'jane@example.com',
  assignee: 'jane@example.com',
  comment: 'Old logs are being deleted',
  created_by: 'jane@example.com',
  description: 'Less than 9 % of /var is free',
  domain_id: 'demo',
  event_key: 'disk-db-3',
  last_error: 'the receiver answered 503',
  name: 'Shop production',
  next_cursor: 'WyIyMDI2LTExLTIwVDEwOjAwOjAwWiJd',
  project_id: 'shop',
  protocol_id: 'webhook',
  provider: 'aws',
  resolved_comment: 'Old logs are deleted',
  resource_id: 'db-3',
  resource_type: 'host',
  rule: 'DiskAlmostFull',
  status: 200,
  time_zone: 'Europe/Berlin',
  title: 'Disk /var of db-3 is almost full',
  user_id: 'jane@example.com',
};
const SAYS_ALREADY = ['example', 'examples', 'default', 'const', 'enum', '$ref', 'anyOf', 'oneOf', 'allOf'];

/**
 * Adds examples to fields of responses that have none. Tools that show a response would make them up from types, patterns and bounds:
 * `9007199254740991` records of the domain `TDmmcd1MF1Y0`. Requests get none, because Swagger UI sends what it fills in.
 */
export function addResponseExamples(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as unknown as Schemas;
  const contents = listOperations(document).flatMap(({ responses }) => Object.values(responses));
  for (const name of findReachable(contents, schemas)) {
    const { properties } = schemas[name] as { properties?: Record<string, JsonObject> };
    for (const [field, schema] of Object.entries(properties ?? {})) {
      const example = SAYS_ALREADY.some((key) => key in schema) ? undefined : findExample(field, schema);
      if (example !== undefined) schema['examples'] = [example];
    }
  }
  return document;
}

function findExample(field: string, { type, minimum = 0 }: JsonObject): Json | undefined {
  const types = new Set([type].flat());
  const known = EXAMPLES[field];
  if (typeof known === 'string' && types.has('string')) return known;
  if (!types.has('integer')) return undefined;
  return typeof known === 'number' ? known : Math.max(1, Number(minimum));
}
