import type { OpenAPIObject } from '@nestjs/swagger';
import { DomainError, type ErrorCode, type ErrorKind } from '#shared/kernel/domain-error.js';
import { toProblemResponse } from '../http/errors/problem-response.js';
import { listOperations } from './schema-refs.js';

const PROBLEM = 'application/problem+json';
const REQUEST_ID = '5f3a9c0d1e2b4a68-1';

interface ResponseObject {
  $ref?: string;
  description?: string;
  headers?: Record<string, object>;
  content?: Record<
    string,
    { schema?: object; example?: unknown; examples?: Record<string, { value: unknown }> }
  >;
}

const HEADERS = {
  'X-Request-Id': {
    description:
      'The id of the request: the id in the header `X-Request-Id` of the request if it is valid, otherwise a new id.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  'Retry-After': {
    description: 'The number of seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: {
    description: 'The remaining amount of each limit (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The limits that apply, each with its period in seconds.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'The authentication schemes that the operation accepts.',
    schema: { type: 'string' },
  },
};

/** Adds headers to every response, and an example to every problem. Equal problems become one shared response. */
export function completeResponses(document: OpenAPIObject): OpenAPIObject {
  const shared: Record<string, ResponseObject> = {};
  const names = new Map<string, string>();
  for (const operation of listOperations(document)) {
    const responses = operation.responses as Record<string, ResponseObject>;
    for (const [status, response] of Object.entries(responses)) {
      const completed = completeResponse(Number(status), response, operation.security?.length === 1);
      if (!(PROBLEM in (completed.content ?? {}))) {
        responses[status] = completed;
        continue;
      }
      const json = JSON.stringify(completed);
      const name = names.get(json) ?? createResponseName(status, shared);
      names.set(json, name);
      shared[name] = completed;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  const components = { ...document.components, headers: HEADERS, responses: shared };
  return { ...document, components: components as NonNullable<OpenAPIObject['components']> };
}

function createResponseName(status: string, shared: Readonly<Record<string, ResponseObject>>): string {
  const base = `Problem${status}`;
  const existingCount = Object.keys(shared).filter((name) => name.startsWith(base)).length;
  return existingCount === 0 ? base : `${base}-${existingCount + 1}`;
}

function completeResponse(status: number, response: ResponseObject, isRateLimited: boolean): ResponseObject {
  const createHeaderRef = (name: keyof typeof HEADERS) =>
    [name, { $ref: `#/components/headers/${name}` }] as const;
  const headers = Object.fromEntries([
    createHeaderRef('X-Request-Id'),
    ...(status === 429 || status === 503 ? [createHeaderRef('Retry-After')] : []),
    ...(isRateLimited && (status < 300 || status === 429)
      ? [createHeaderRef('RateLimit'), createHeaderRef('RateLimit-Policy')]
      : []),
    ...(status === 401 ? [createHeaderRef('WWW-Authenticate')] : []),
  ]);
  const problem = response.content?.[PROBLEM];
  const content = problem && {
    [PROBLEM]: { ...problem, example: createExampleProblem(status, response.description ?? '') },
  };
  return { ...response, headers: { ...response.headers, ...headers }, ...(content ? { content } : {}) };
}

/** Returns the problem document that the service would respond with. */
function createExampleProblem(status: number, description: string): unknown {
  const exampleProblem = EXAMPLE_PROBLEMS[status];
  if (!exampleProblem) return toProblemResponse(new Error(description), REQUEST_ID).problem;
  const [code, kind, text] =
    status === 403 && /disabled/.test(description) ? WEBHOOK_DISABLED : exampleProblem;
  const errors = status === 400 ? [{ field: 'domain_id', reason: 'is required' }] : undefined;
  return toProblemResponse(
    new DomainError(code, kind, text ?? description, errors ? { errors } : {}),
    REQUEST_ID,
  ).problem;
}

type ProblemExample = readonly [code: ErrorCode, kind: ErrorKind, text?: string];

const WEBHOOK_DISABLED: ProblemExample = ['ERROR_WEBHOOK_DISABLED', 'denied', 'The webhook is disabled'];

const EXAMPLE_PROBLEMS: Readonly<Record<number, ProblemExample>> = {
  400: ['ERROR_REQUIRED_PARAMETER', 'invalid', 'domain_id is required'],
  401: ['ERROR_AUTHENTICATE_FAILURE', 'unauthenticated', 'A valid API key is needed'],
  403: ['ERROR_PERMISSION_DENIED', 'denied', 'This key does not allow it'],
  404: ['ERROR_NOT_FOUND', 'not-found', 'The record was not found'],
  409: ['ERROR_NOT_UNIQUE', 'conflict'],
  412: ['ERROR_PRECONDITION_FAILED', 'outdated'],
  413: ['ERROR_PAYLOAD_TOO_LARGE', 'too-large', 'The body is larger than this service accepts'],
  415: ['ERROR_UNSUPPORTED_MEDIA_TYPE', 'unsupported', 'The Content-Encoding may be gzip, deflate or br'],
  422: ['ERROR_IDEMPOTENCY_MISMATCH', 'mismatch'],
  429: ['ERROR_RATE_LIMITED', 'exhausted'],
  503: ['ERROR_UNAVAILABLE', 'unavailable', 'The database cannot be reached; try again'],
  504: ['ERROR_QUERY_TIMEOUT', 'timeout', 'The query took longer than 5 seconds'],
};
