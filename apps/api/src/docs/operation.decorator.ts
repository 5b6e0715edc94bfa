import {
  applyDecorators,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type Type as Class,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  getSchemaPath,
  type ApiQueryOptions,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import { describeBody, describeModels, type ResponseBody, type SchemaObject } from './describe-body.js';
import { createExample, createParameterExamples, createQueryExamples } from './request-examples.js';
import { isPagedList, holdsSecrets, applyResponseHeaders } from '../http/responses/apply-response-headers.js';
import { getFields, type Field } from '../http/body/field.js';
import type { Permission } from '../http/auth/permissions.js';
import { Problem } from '../http/errors/problem.js';
import type { QueryExamples } from '../http/query/query-examples.js';

export interface Operation extends ResponseBody {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Relative to the controller's path, with `:name` placeholders that are fields of the request. */
  readonly path: string;
  readonly summary: string;
  /** What it does, in plain sentences. */
  readonly description?: string;
  /** What the caller's key must allow; `open` needs no key. The service does not start with a route that has no permission. */
  readonly permission: Permission | 'open';
  /** The request message: path, query string and body merged into it. */
  readonly request?: Class<object>;
  /** Default 204 for DELETE, else 200. A create says 201. */
  readonly status?: number;
  /** The path of the created record, relative to the parent of the path that was posted to: `webhook/:webhook_id`. */
  readonly location?: string;
  /** Returns the version of the record in the response, for ETag and If-Match; `undefined` if the fields do not include it. */
  readonly version?: (record: object) => string | undefined;
  /** What the response means. Default: Done. */
  readonly done?: string;
  /** Other successful responses, by status. */
  readonly otherResponses?: Readonly<
    Record<number, { readonly when: string; readonly response: Class<object> }>
  >;
  /** Further problems, with their causes: `{ 409: 'The name is taken' }`. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Supports `Prefer: wait=N`. */
  readonly waits?: boolean;
  /** An example body for the documentation that works unchanged. Default: the examples of the required fields. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Example queries for the documentation. */
  readonly queries?: QueryExamples;
  /** Describes a body of raw data (read with @RawBody()). The fields then come from path and query string only. */
  readonly rawBody?: string;
  /** A message that the raw data may be wrapped in. Its other fields are in the path. */
  readonly envelope?: Class<object>;
  /** Takes many records at once, so that the body may be larger. */
  readonly takesMany?: boolean;
  /** Accepts HTTP Basic too (the password is the key), for pages that a browser opens. */
  readonly basic?: boolean;
  /** Accepts a stream token in the query string too, for clients that cannot send headers. */
  readonly streamToken?: boolean;
  /** Sets a cookie of a session or sign-in, so requests from pages of other origins are rejected. */
  readonly signsIn?: boolean;
  /** A session must have signed in within the last minutes: what is created outlives it. */
  readonly needsRecentSignIn?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly operation?: Operation;
  }
}

export const OPERATION_METADATA = 'tocsin:operation';

/** Declares the HTTP side of a controller's method: route, status, permission, documentation. */
export function Operation(operation: Operation): MethodDecorator {
  const { method, path, permission, done = 'Done' } = operation;
  const status = operation.status ?? (method === 'DELETE' ? 204 : 200);
  return applyDecorators(
    SetMetadata(OPERATION_METADATA, operation),
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(status),
    RouteConfig({ operation, holdsSecrets: holdsSecrets(operation.response) }),
    applyResponseHeaders(operation),
    ApiOperation({ summary: operation.summary, description: describeOperation(operation) }),
    ApiExtraModels(Problem, ...describeModels(operation)),
    ApiResponse({ status, description: done, ...describeBody(operation), ...describeHeaders(operation) }),
    ...Object.entries(operation.otherResponses ?? {}).map(([other, { when, response: type }]) =>
      ApiResponse({ status: Number(other), type, description: when, ...describeHeaders(operation) }),
    ),
    ...(permission === 'open' ? [] : [ApiBearerAuth()]),
    ...describeRequest(operation),
    ...describeProblems(operation),
  );
}

export function findPlaceholders(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

/** Whether the operation updates a record at its own address, so that it takes what a GET there has returned. */
export const takesRecordBack = ({ method, path, response }: Operation): boolean =>
  method === 'PUT' && response !== undefined && /\/:\w+$/.test(path);

/** Whether fields are sent in the query string, not in a JSON body. */
export function usesQueryString({ method, rawBody }: Operation): boolean {
  return method === 'GET' || method === 'DELETE' || rawBody !== undefined;
}

function describeOperation(operation: Operation): string | undefined {
  const { description } = operation;
  if (!takesRecordBack(operation)) return description;
  return `${description} A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.`;
}

function describeRequest(operation: Operation): MethodDecorator[] {
  const { path, request, rawBody, envelope } = operation;
  const pathFields = findPlaceholders(path);
  const message = request ?? envelope;
  const fields = message ? getFields(message) : [];
  const docs: MethodDecorator[] = pathFields.map((name) => {
    const field = fields.find((each) => each.name === name);
    const schema = toParameterSchema(field);
    // No example for ids that the service generates: it would be filled in, and name no record.
    const prefilled =
      'pattern' in schema && schema.pattern?.startsWith(`^${name.replace(/_id$/, '')}_`)
        ? undefined
        : field?.example;
    return ApiParam({
      name,
      required: true,
      schema: prefilled === undefined ? schema : ({ ...schema, example: prefilled } as SchemaObject),
    });
  });
  if (request) {
    docs.push(ApiExtraModels(request));
    if (usesQueryString(operation)) {
      docs.push(
        ...fields
          .filter(({ name }) => !pathFields.includes(name))
          .map((each) => ApiQuery(describeQuery(each))),
      );
    } else {
      docs.push(
        ApiBody({
          type: request,
          required: fields.some(({ name, required }) => required && !pathFields.includes(name)),
          examples: {
            example: { value: operation.example ?? createExample(request, pathFields) },
            ...createQueryExamples(operation.queries),
          },
        }),
      );
    }
  }
  if (rawBody !== undefined) {
    const payload = { $ref: getSchemaPath('SenderPayload') };
    const schema = envelope ? { anyOf: [payload, { $ref: getSchemaPath(envelope) }] } : payload;
    docs.push(ApiBody({ description: rawBody, schema, required: true }));
    if (envelope) docs.push(ApiExtraModels(envelope));
  }
  if (supportsIfMatch(operation)) {
    const description =
      'Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise ' +
      'the response is 412.';
    const schema = { type: 'string' as const };
    docs.push(ApiHeader({ name: 'If-Match', required: false, schema, description }));
  }
  if (supportsIfNoneMatch(operation)) {
    const description =
      'The `ETag` of the record that the client has. If the record still has it, the response is 304.';
    const schema = { type: 'string' as const };
    docs.push(ApiHeader({ name: 'If-None-Match', required: false, schema, description }));
    docs.push(ApiResponse({ status: 304, description: 'The record has the ETag in If-None-Match' }));
  }
  if (operation.signsIn) {
    const description =
      'Any value. Without this header the response is 403, so that no page of another origin can sign a browser in.';
    const schema = { type: 'string' as const, example: 'tocsin' };
    docs.push(ApiHeader({ name: 'X-Requested-With', required: false, schema, description }));
  }
  if (operation.waits) {
    const description =
      '`wait=N`: waits up to N seconds, at most 30, and returns the result if it is available by then (RFC 7240).';
    docs.push(ApiHeader({ name: 'Prefer', required: false, schema: { type: 'string' }, description }));
  }
  return docs;
}

/** Whether the operation supports If-Match. A record to be created has no version yet. */
function supportsIfMatch({ version, method, status }: Operation): boolean {
  return version !== undefined && method !== 'GET' && status !== 201;
}

const supportsIfNoneMatch = ({ version, method }: Operation): boolean =>
  version !== undefined && method === 'GET';

function describeHeaders(operation: Operation): Partial<ApiResponseOptions> {
  const { waits, location, version, response } = operation;
  const described = {
    ...(waits ? { 'Preference-Applied': 'The wait that was granted, if any.' } : {}),
    ...(location === undefined ? {} : { Location: 'The URL of the new record, relative to the request.' }),
    ...(version && response
      ? { ETag: 'The version of the record, for `If-Match` and `If-None-Match`.' }
      : {}),
    ...(isPagedList(operation)
      ? {
          Link: 'The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow.',
        }
      : {}),
  };
  const headers = Object.entries(described).map(
    ([name, description]) => [name, { description, schema: { type: 'string' as const } }] as const,
  );
  return headers.length === 0 ? {} : { headers: Object.fromEntries(headers) };
}

function toParameterSchema(field: Field | undefined): SchemaObject {
  if (!field) return { type: 'string' };
  if (field.kind === 'list') return { type: 'array', items: { type: 'string' } };
  const { enumName, ...schema } = { enumName: undefined, ...field.schema };
  return (enumName === undefined ? schema : { $ref: getSchemaPath(enumName) }) as SchemaObject;
}

/** Returns the schema of an object in a query string: JSON text. */
function toJsonText(contentSchema: object): SchemaObject {
  return { type: 'string', contentMediaType: 'application/json', contentSchema } as SchemaObject;
}

function describeQuery(field: Field): ApiQueryOptions {
  const { name, kind, required, nested, description, example } = field;
  const common = { name, required, ...(description ? { description } : {}) };
  const asJson = { description: [description, 'Written as JSON.'].filter(Boolean).join(' ') };
  if (nested) {
    const examples = createParameterExamples(nested);
    return { ...common, ...asJson, ...examples, schema: toJsonText({ $ref: getSchemaPath(nested) }) };
  }
  if (kind === 'object') return { ...common, ...asJson, schema: toJsonText(toParameterSchema(field)) };
  // Swagger UI fills in examples and sends them, so only values that are right in every request get one.
  const prefilled = name === 'domain_id' ? (example ?? 'demo') : required ? example : undefined;
  const schema = toParameterSchema(field);
  return {
    ...common,
    schema: prefilled === undefined ? schema : ({ ...schema, example: prefilled } as SchemaObject),
  };
}

function describeProblems(operation: Operation): MethodDecorator[] {
  const { permission, request, envelope, rawBody, method, errors, signsIn } = operation;
  const descriptions: Record<string, string> = {
    ...((request ?? envelope)
      ? { 400: 'A field is missing, unknown or invalid' }
      : method === 'GET'
        ? {}
        : { 400: 'The body does not match its Content-Encoding' }),
    ...(permission === 'open'
      ? {}
      : {
          401: 'The key is missing or invalid',
          403: 'The key does not allow this',
          429: 'Too many requests; try again after Retry-After seconds',
        }),
    ...(signsIn ? { 403: 'The header X-Requested-With is missing, or Origin names another host' } : {}),
    ...(findPlaceholders(operation.path).length > 0 ? { 404: 'There is no such record' } : {}),
    ...(supportsIfMatch(operation) ? { 412: 'The record no longer has the ETag in If-Match' } : {}),
    ...(method === 'GET'
      ? {}
      : {
          413: 'The body is too large',
          415:
            rawBody !== undefined && envelope !== undefined
              ? 'The body is a form, or its Content-Encoding is not gzip, deflate or br'
              : 'The body is a form, or its Content-Encoding is not gzip or deflate',
        }),
    ...(request && getFields(request).some(({ name, nested }) => name === 'query' && nested)
      ? { 504: 'The query exceeded the time limit' }
      : {}),
    500: 'An internal error occurred',
    503: 'Temporarily unavailable; try again after Retry-After seconds',
    ...errors,
  };
  const content = { 'application/problem+json': { schema: { $ref: getSchemaPath(Problem) } } };
  return Object.entries(descriptions).map(([status, description]) =>
    ApiResponse({ status: Number(status), description, content }),
  );
}
