import type { ErrorCode, ErrorKind } from '#shared/kernel/domain-error.js';
import { IntField, ListField, TextField } from '../body/fields.js';

/** The codes of DomainError, and the two that only the HTTP layer causes. */
export type ProblemCode = ErrorCode | 'ERROR_METHOD_NOT_ALLOWED' | 'ERROR_INTERNAL';

export class ProblemField {
  @TextField({ example: 'name' }) field!: string;
  @TextField({ example: 'must be 1 to 255 characters' }) reason!: string;
}

/** RFC 9457. */
export class Problem {
  @TextField({
    description: 'The URL of the page that explains the code, relative to the service.',
    example: '/docs/errors/ERROR_INVALID_PARAMETER',
  })
  type!: string;
  @TextField({ example: 'Bad Request' }) title!: string;
  @IntField({ example: 400 }) status!: number;
  @TextField({ example: 'name must be 1 to 255 characters' }) detail!: string;
  @TextField({ description: 'The request id, as in the header x-request-id.' }) instance!: string;
  @TextField({ example: 'ERROR_INVALID_PARAMETER' }) code!: ProblemCode;
  @ListField(ProblemField, {
    required: false,
    description: 'The invalid fields, each with the reason. Only for invalid input.',
  })
  errors?: readonly ProblemField[];
}

/** Returns the URL of the page of a code. It is a section of docs/errors.md. */
export const getProblemType = (code: ProblemCode): string => `/docs/errors/${code}`;

export function toHttpStatus(kind: ErrorKind): number {
  switch (kind) {
    case 'invalid':
      return 400;
    case 'unauthenticated':
      return 401;
    case 'denied':
      return 403;
    case 'not-found':
      return 404;
    case 'conflict':
      return 409;
    case 'outdated':
      return 412;
    case 'too-large':
      return 413;
    case 'unsupported':
      return 415;
    case 'mismatch':
      return 422;
    case 'exhausted':
      return 429;
    case 'unavailable':
      return 503;
    case 'timeout':
      return 504;
  }
}
