/** The kind of an error, independent of the protocol. Each app maps kinds to its own responses, in one place. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'denied'
  | 'not-found'
  | 'conflict'
  | 'outdated'
  | 'too-large'
  | 'unsupported'
  | 'mismatch'
  | 'exhausted'
  | 'unavailable'
  | 'timeout';

export type ErrorCode =
  | 'ERROR_REQUIRED_PARAMETER'
  | 'ERROR_INVALID_PARAMETER'
  | 'ERROR_INVALID_QUERY'
  | 'ERROR_AUTHENTICATE_FAILURE'
  | 'ERROR_SIGN_IN_AGAIN'
  | 'ERROR_PERMISSION_DENIED'
  | 'ERROR_WEBHOOK_DISABLED'
  | 'ERROR_NOT_FOUND'
  | 'ERROR_NOT_UNIQUE'
  | 'ERROR_CONFLICT'
  | 'ERROR_PRECONDITION_FAILED'
  | 'ERROR_PAYLOAD_TOO_LARGE'
  | 'ERROR_UNSUPPORTED_MEDIA_TYPE'
  | 'ERROR_IDEMPOTENCY_MISMATCH'
  | 'ERROR_RATE_LIMITED'
  | 'ERROR_QUOTA_IS_EXCEEDED'
  | 'ERROR_UNAVAILABLE'
  | 'ERROR_QUERY_TIMEOUT';

export interface FieldError {
  /** Path of the field as the caller wrote it, e.g. `plugin_info.options.url`. */
  readonly field: string;
  /** What is wrong and what is allowed. */
  readonly reason: string;
}

export interface ErrorDetails {
  readonly errors?: readonly FieldError[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The only error meant to cross layers. Its message is shown to the caller, so it must contain no secrets and no internals. */
export class DomainError extends Error {
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    readonly kind: ErrorKind,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'DomainError';
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
  }

  static required(field: string): DomainError {
    return new DomainError('ERROR_REQUIRED_PARAMETER', 'invalid', `${field} is required`, {
      errors: [{ field, reason: 'is required' }],
    });
  }

  static invalid(field: string, reason: string): DomainError {
    return new DomainError('ERROR_INVALID_PARAMETER', 'invalid', `${field} ${reason}`, {
      errors: [{ field, reason }],
    });
  }

  static notUnique(field: string, reason: string, cause?: unknown): DomainError {
    return new DomainError('ERROR_NOT_UNIQUE', 'conflict', `${field} ${reason}`, {
      errors: [{ field, reason }],
      cause,
    });
  }

  /** @param id as the caller gave it; the response does not reveal whether another domain has the record */
  static notFound(resource: string, id?: string): DomainError {
    const named = id === undefined ? resource : `${resource} ${id}`;
    return new DomainError('ERROR_NOT_FOUND', 'not-found', `${named} was not found`);
  }

  static unavailable(message: string, retryAfter = 5, cause?: unknown): DomainError {
    return new DomainError('ERROR_UNAVAILABLE', 'unavailable', message, { retryAfter, cause });
  }
}
