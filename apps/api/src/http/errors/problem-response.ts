import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { DomainError, type FieldError } from '#shared/kernel/domain-error.js';
import { mapUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { getProblemType, toHttpStatus, type Problem, type ProblemCode } from './problem.js';

export interface ProblemResponse {
  readonly problem: Problem;
  /** Seconds, for the header Retry-After. */
  readonly retryAfter?: number | undefined;
  /** Whether the error is a bug, to be logged. */
  readonly unexpected: boolean;
}

/** What would have been accepted instead of the rejected request. */
interface RequestExpectation {
  readonly allow?: readonly string[];
  /** Bytes. */
  readonly bodyLimit?: number;
  /** The setting of this limit. */
  readonly limitSetting?: string | undefined;
  /** The route that was probably meant by an unknown path. */
  readonly suggestedPath?: string | undefined;
}

/** The code of the error for a body that does not match its Content-Encoding. */
export const ENCODING_MISMATCH = 'ERR_UNINFLATABLE';

/** The part of the request that cannot be read, and why, by error code. */
const PARSE_ERRORS: Readonly<Record<string, readonly [field: string, reason: string]>> = {
  [ENCODING_MISMATCH]: ['body', 'is not what its Content-Encoding says'],
  FST_ERR_BAD_URL: ['path', 'is not percent-encoded UTF-8'],
};

/** A problem quotes the request. Its size is limited, so that a response is not many times as large as the request. */
const MAX_ERRORS = 20;
const MAX_FIELD_LENGTH = 256;
const MAX_TEXT_LENGTH = 4_000;

/** Returns the response to an error: all details of a DomainError, of any other error only its kind. */
export function toProblemResponse(
  thrown: unknown,
  requestId: string,
  expectation: RequestExpectation = {},
): ProblemResponse {
  const error = mapUnavailableError(thrown);
  if (error instanceof DomainError) {
    const problemDocument = createProblem(
      toHttpStatus(error.kind),
      error.code,
      truncate(error.message, MAX_TEXT_LENGTH),
      requestId,
    );
    if (error.errors) problemDocument.errors = error.errors.slice(0, MAX_ERRORS).map(truncateError);
    return { problem: problemDocument, retryAfter: error.retryAfter, unexpected: false };
  }
  const unreadable = PARSE_ERRORS[String((error as { code?: unknown } | null)?.code)];
  if (unreadable !== undefined) return toProblemResponse(DomainError.invalid(...unreadable), requestId);
  if (isDatabaseUnavailable(error)) {
    const detail = 'The database cannot be reached; try again';
    return {
      problem: createProblem(503, 'ERROR_UNAVAILABLE', detail, requestId),
      retryAfter: 5,
      unexpected: false,
    };
  }
  const [status, code, detail] = mapHttpError(error, expectation) ?? [
    500,
    'ERROR_INTERNAL',
    'Something went wrong here',
  ];
  return { problem: createProblem(status, code, detail, requestId), unexpected: status === 500 };
}

function truncateError({ field, reason }: FieldError): FieldError {
  return { field: truncate(field, MAX_FIELD_LENGTH), reason: truncate(reason, MAX_TEXT_LENGTH) };
}

function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}

function createProblem(status: number, code: ProblemCode, detail: string, instance: string): Problem {
  return {
    type: getProblemType(code),
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance,
    code,
  };
}

function describeNotFound(suggestion: string | undefined): string {
  return `There is nothing at this path${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
}

function describeTooLarge(limit: number | undefined, setting: string | undefined): string {
  const name = setting === undefined ? '' : ` (${setting})`;
  const hint = limit === undefined ? '' : `: inflated it may have ${limit} bytes${name}`;
  return `The body is larger than this service accepts${hint}`;
}

/** Maps errors of the HTTP server and the router. Their messages are not shown, because they quote the URL. */
function mapHttpError(
  error: unknown,
  { allow = [], bodyLimit, limitSetting, suggestedPath }: RequestExpectation,
): [number, ProblemCode, string] | undefined {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: unknown })?.statusCode;
  switch (status) {
    case 401:
      return [401, 'ERROR_AUTHENTICATE_FAILURE', 'A valid API key is needed'];
    case 403:
      return [403, 'ERROR_PERMISSION_DENIED', 'This is not allowed'];
    case 404:
      return [404, 'ERROR_NOT_FOUND', describeNotFound(suggestedPath)];
    case 405:
      return [405, 'ERROR_METHOD_NOT_ALLOWED', `This path takes ${allow.join(', ') || 'another method'}`];
    case 413:
      return [413, 'ERROR_PAYLOAD_TOO_LARGE', describeTooLarge(bodyLimit, limitSetting)];
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
