import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { DomainError, type FieldError } from '#shared/kernel/domain-error.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { statusOf, type Problem, type ProblemCode } from './problem.js';

export interface ProblemAnswer {
  readonly problem: Problem;
  /** Seconds, for the header Retry-After. */
  readonly retryAfter?: number | undefined;
  /** Whether the error is a bug, to be logged. */
  readonly unexpected: boolean;
}

/** What would have been accepted instead of the rejected request. */
interface Taken {
  readonly allow?: readonly string[];
  /** Bytes. */
  readonly bodyLimit?: number;
  /** The route that was probably meant by an unknown path. */
  readonly near?: string | undefined;
}

/** The code of the error for a body that does not match its Content-Encoding. */
export const UNINFLATABLE = 'ERR_UNINFLATABLE';

/** The part of the request that cannot be read, and why, by error code. */
const UNREADABLE: Readonly<Record<string, readonly [field: string, reason: string]>> = {
  [UNINFLATABLE]: ['body', 'is not what its Content-Encoding says'],
  FST_ERR_BAD_URL: ['path', 'is not percent-encoded UTF-8'],
};

/** A problem quotes the request. Its size is limited, so that a response is not many times as large as the request. */
const MOST_ERRORS = 20;
const LONGEST_FIELD = 256;
const LONGEST_TEXT = 4_000;

/** Returns the response to an error: all details of a DomainError, of any other error only its kind. */
export function problemOf(error: unknown, requestId: string, taken: Taken = {}): ProblemAnswer {
  if (error instanceof DomainError) {
    const answer = problem(
      statusOf(error.kind),
      error.code,
      shortened(error.message, LONGEST_TEXT),
      requestId,
    );
    if (error.errors) answer.errors = error.errors.slice(0, MOST_ERRORS).map(shortError);
    return { problem: answer, retryAfter: error.retryAfter, unexpected: false };
  }
  const unreadable = UNREADABLE[String((error as { code?: unknown } | null)?.code)];
  if (unreadable !== undefined) return problemOf(DomainError.invalid(...unreadable), requestId);
  if (isDatabaseUnavailable(error)) {
    const detail = 'The database cannot be reached; try again';
    return {
      problem: problem(503, 'ERROR_UNAVAILABLE', detail, requestId),
      retryAfter: 5,
      unexpected: false,
    };
  }
  const [status, code, detail] = refusalOf(error, taken) ?? [
    500,
    'ERROR_INTERNAL',
    'Something went wrong here',
  ];
  return { problem: problem(status, code, detail, requestId), unexpected: status === 500 };
}

function shortError({ field, reason }: FieldError): FieldError {
  return { field: shortened(field, LONGEST_FIELD), reason: shortened(reason, LONGEST_TEXT) };
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

function problem(status: number, code: ProblemCode, detail: string, instance: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, instance, code };
}

function nothingThere(near: string | undefined): string {
  return `There is nothing at this path${near === undefined ? '' : `; did you mean ${near}?`}`;
}

function tooLarge(limit: number | undefined): string {
  const most = limit === undefined ? '' : `: inflated it may have ${limit} bytes`;
  return `The body is larger than this service accepts${most}`;
}

/** Maps errors of the HTTP server and the router. Their messages are not shown, because they quote the URL. */
function refusalOf(
  error: unknown,
  { allow = [], bodyLimit, near }: Taken,
): [number, ProblemCode, string] | undefined {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: unknown })?.statusCode;
  switch (status) {
    case 401:
      return [401, 'ERROR_AUTHENTICATE_FAILURE', 'A valid API key is needed'];
    case 403:
      return [403, 'ERROR_PERMISSION_DENIED', 'This is not allowed'];
    case 404:
      return [404, 'ERROR_NOT_FOUND', nothingThere(near)];
    case 405:
      return [405, 'ERROR_METHOD_NOT_ALLOWED', `This path takes ${allow.join(', ') || 'another method'}`];
    case 413:
      return [413, 'ERROR_PAYLOAD_TOO_LARGE', tooLarge(bodyLimit)];
    case 415:
      return [415, 'ERROR_UNSUPPORTED_MEDIA_TYPE', 'The Content-Encoding may be gzip, deflate or br'];
    case 503:
      return [503, 'ERROR_UNAVAILABLE', 'The service is stopping; try again'];
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? [400, 'ERROR_INVALID_PARAMETER', 'The request cannot be read']
        : undefined;
  }
}
