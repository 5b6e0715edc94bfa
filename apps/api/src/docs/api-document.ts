import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { RELEASE } from '#shared/platform/release.js';
import { convertToOpenApi30 } from './convert-to-openapi-30.js';
import { completeResponses } from './complete-responses.js';
import { rewriteSchemas, markNullableFields } from './rewrite-schemas.js';
import { addResponseExamples } from './response-examples.js';
import { OUTGOING_MESSAGES, addOutgoingCalls } from './outgoing-calls.js';
import { nameOperations, TAGS } from './name-operations.js';
import { addSampleBodies } from './sample-bodies.js';
import { addPartialSchemas } from './add-partial-schemas.js';
import { addQuerySchemas } from './query-schemas.js';
import { listOperations, findReachable, type Schemas } from './schema-refs.js';

const REF = '#/components/schemas/';

type Body = ReturnType<typeof listOperations>[number]['requestBody'];
type DocumentSchemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Returns the schema of a JSON body, if it is an object with fields of its own. */
function findBodySchema(requestBody: Body, schemas: DocumentSchemas) {
  const body =
    requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined;
  const schema = body && '$ref' in body ? schemas[body.$ref.slice(REF.length)] : undefined;
  return schema !== undefined && 'properties' in schema ? schema : undefined;
}

const IN_PATH = 'As in the path, where it is required. It can be repeated here with the same value.';

/** Removes the fields of the path from the schemas of bodies, where they would be required. Request messages declare both. */
function removePathFields(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  for (const { parameters = [], requestBody } of listOperations(document)) {
    const schema = findBodySchema(requestBody, schemas);
    if (schema === undefined) continue;
    const pathFields = new Set(
      parameters.flatMap((each) => ('in' in each && each.in === 'path' ? [each.name] : [])),
    );
    const bodyFields = Object.entries(schema.properties ?? {}).filter(([name]) => !pathFields.has(name));
    schema.properties = Object.fromEntries(bodyFields);
    schema.required = schema.required?.filter((name) => !pathFields.has(name));
  }
  return document;
}

/** Adds the fields of the path to the schemas of bodies as optional ones, which have the same value. */
function addPathFields(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  for (const { parameters = [], requestBody } of listOperations(document)) {
    const schema = findBodySchema(requestBody, schemas);
    if (schema === undefined) continue;
    for (const each of parameters)
      if ('in' in each && each.in === 'path' && each.schema)
        schema.properties = {
          ...schema.properties,
          [each.name]: { ...each.schema, description: IN_PATH },
        };
  }
  return document;
}

/** The introduction that Swagger UI shows first. */
const FIRST_STEPS = `
Tocsin receives the alarms of your monitoring systems at webhooks, stores each one before it answers, and converts them
into events of one schema.

**What to do first** on this page:

1. **Key.** Press *Authorize* and enter the root key (from the data folder, or the value of \`ROOT_API_KEY\`). The browser
   keeps the key until you log out. For daily use [create an API key](#/API%20key/createApiKey) and authorize with that key.
2. **Webhook.** [Create a webhook](#/Webhook/createWebhook) with the example. The response contains the \`webhook_id\`, the
   \`access_key\`, and the \`webhook_url\` for the monitoring system.
3. **Alarm.** [Post a delivery](#/Event/createEvent) with this id and access key, and choose the payload of any sender. The
   response 202 means that the delivery is on disk.
4. **Search.** [Search events](#/Event/searchEvents) returns the event, and [search alerts](#/Alert/searchAlerts) returns the
   alert that the event opened.

With an API key \`domain_id\` is optional, because the key acts in its own domain, except for endpoints and events, where it is
required. With the root key it is always required. The examples use the domain of your key, or \`demo\` for the root key. Errors are RFC 9457 problems with a \`code\`. Every
response has an \`x-request-id\`.

Guides: [the API by task, with curl](guides/api), [the query language of lists and statistics](guides/query),
[quotas](guides/quotas). This document: [JSON](openapi.json), [YAML](openapi.yaml); for tools
that do not read OpenAPI 3.1, as OpenAPI 3.0: [JSON](openapi-3.0.json), [YAML](openapi-3.0.yaml).`;

/** Descriptions of shared enumerations. The generator would use the description of the first field that has one. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Severity:
    'The severity of an alarm. The values are in order, the most severe first. NOT_AVAILABLE and NONE: the sender ' +
    'gives no severity.',
};

function describeSharedEnums(document: OpenAPIObject): OpenAPIObject {
  for (const [name, description] of Object.entries(DESCRIPTIONS)) {
    const schema = document.components?.schemas?.[name];
    if (schema === undefined) throw new Error(`there is no schema ${name}`);
    Object.assign(schema, { description });
  }
  return document;
}

export type OpenApiVersion = '3.0' | '3.1';

/** The OpenAPI document. It is built from the controllers at the first request. */
@Injectable()
export class ApiDocument {
  private build: (() => OpenAPIObject) | undefined;
  private readonly rendered = new Map<OpenApiVersion, { readonly json: string; readonly yaml: string }>();

  /** @param publicUrl its path is that of the service: a proxy may add a prefix */
  setApp(app: NestFastifyApplication, publicUrl: string): void {
    this.build = () => buildDocument(app, publicUrl);
  }

  render(format: 'json' | 'yaml', version: OpenApiVersion = '3.1'): string {
    if (!this.build) throw new Error('No app was given to describe');
    const rendered = this.rendered.get(version);
    if (rendered !== undefined) return rendered[format];
    const document = this.build();
    const json = JSON.stringify(version === '3.0' ? convertToOpenApi30(document) : document);
    const yaml = stringify(JSON.parse(json), { lineWidth: 110, aliasDuplicateObjects: false });
    this.rendered.set(version, { json, yaml });
    return { json, yaml }[format];
  }
}

function buildDocument(app: NestFastifyApplication, publicUrl: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Tocsin')
    .setDescription(FIRST_STEPS)
    .setVersion(RELEASE)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(new URL(publicUrl).pathname.replace(/(?<=.)\/$/, ''), 'The service of this document')
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: 'The root key or an API key.' })
    .addSecurity('basic', {
      type: 'http',
      scheme: 'basic',
      description: 'Only for /docs if it is protected: any user name, with the key as the password.',
    });
  for (const { name, description } of TAGS) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    autoTagControllers: false,
    extraModels: OUTGOING_MESSAGES,
  });
  const operations = addSampleBodies(nameOperations(removePathFields(addQuerySchemas(document))));
  const exactDocument = describeSharedEnums(rewriteSchemas(addOutgoingCalls(operations)));
  const nullable = addPathFields(markNullableFields(addPartialSchemas(exactDocument)));
  return removeUnusedSchemas(completeResponses(addResponseExamples(nullable)));
}

/** Removes schemas that nothing refers to, such as messages whose fields are all in path and query string. */
function removeUnusedSchemas(document: OpenAPIObject): OpenAPIObject {
  const { schemas = {}, ...components } = document.components ?? {};
  const used = findReachable([document.paths, document.webhooks, components], schemas as unknown as Schemas);
  const usedSchemas = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...components, schemas: Object.fromEntries(usedSchemas) } };
}
