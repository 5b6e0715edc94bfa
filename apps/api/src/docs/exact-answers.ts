import type { OpenAPIObject } from '@nestjs/swagger';
import { DomainError, type ErrorCode, type ErrorKind } from '#shared/kernel/domain-error.js';
import { problemOf } from '../http/errors/problem-of.js';
import { operationsOf } from './operations-of.js';

const PROBLEM = 'application/problem+json';
const REQUEST_ID = '5f3a9c0d1e2b4a68-1';

interface Answer {
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
export function exactAnswers(document: OpenAPIObject): OpenAPIObject {
  const shared: Record<string, Answer> = {};
  const names = new Map<string, string>();
  for (const operation of operationsOf(document)) {
    const responses = operation.responses as Record<string, Answer>;
    for (const [status, answer] of Object.entries(responses)) {
      const exact = exactAnswer(Number(status), answer, operation.security?.length === 1);
      if (!(PROBLEM in (exact.content ?? {}))) {
        responses[status] = exact;
        continue;
      }
      const text = JSON.stringify(exact);
      const name = names.get(text) ?? nameFor(status, shared);
      names.set(text, name);
      shared[name] = exact;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  const components = { ...document.components, headers: HEADERS, responses: shared };
  return { ...document, components: components as NonNullable<OpenAPIObject['components']> };
}

function nameFor(status: string, shared: Readonly<Record<string, Answer>>): string {
  const base = `Problem${status}`;
  const same = Object.keys(shared).filter((name) => name.startsWith(base)).length;
  return same === 0 ? base : `${base}-${same + 1}`;
}

function exactAnswer(status: number, answer: Answer, limited: boolean): Answer {
  const reference = (name: keyof typeof HEADERS) => [name, { $ref: `#/components/headers/${name}` }] as const;
  const headers = Object.fromEntries([
    reference('X-Request-Id'),
    ...(status === 429 || status === 503 ? [reference('Retry-After')] : []),
    ...(limited && (status < 300 || status === 429)
      ? [reference('RateLimit'), reference('RateLimit-Policy')]
      : []),
    ...(status === 401 ? [reference('WWW-Authenticate')] : []),
  ]);
  const problem = answer.content?.[PROBLEM];
  const content = problem && {
    [PROBLEM]: { ...problem, example: problemFor(status, answer.description ?? '') },
  };
  return { ...answer, headers: { ...answer.headers, ...headers }, ...(content ? { content } : {}) };
}

/** Returns the problem document that the service would respond with. */
function problemFor(status: number, when: string): unknown {
  const found = PROBLEMS[status];
  if (!found) return problemOf(new Error(when), REQUEST_ID).problem;
  const [code, kind, text] = status === 403 && /disabled/.test(when) ? WEBHOOK_DISABLED : found;
  const errors = status === 400 ? [{ field: 'domain_id', reason: 'is required' }] : undefined;
  return problemOf(new DomainError(code, kind, text ?? when, errors ? { errors } : {}), REQUEST_ID).problem;
}

type Told = readonly [code: ErrorCode, kind: ErrorKind, text?: string];

const WEBHOOK_DISABLED: Told = ['ERROR_WEBHOOK_DISABLED', 'denied', 'The webhook is disabled'];

const PROBLEMS: Readonly<Record<number, Told>> = {
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
