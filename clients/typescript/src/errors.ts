import type { Schemas } from './types.js';

/** An error response of the service. */
export class TocsinError extends Error {
  override readonly name = 'TocsinError';

  constructor(
    readonly status: number,
    /** `ERROR_…`, or empty if the response is not from the service, but e.g. from a proxy. */
    readonly code: string,
    detail: string,
    /** The invalid fields, with the reasons. */
    readonly errors: readonly Schemas['ProblemField'][],
    readonly requestId: string | null,
  ) {
    super(detail);
  }

  /** Builds the error of a response. @param body the problem details, or any other body */
  static of({ status, statusText, headers }: Response, body: unknown): TocsinError {
    const problem = (typeof body === 'object' && body !== null ? body : {}) as Partial<Schemas['Problem']>;
    return new TocsinError(
      status,
      problem.code ?? '',
      problem.detail ?? `the answer was ${status} ${statusText}`.trim(),
      problem.errors ?? [],
      headers.get('x-request-id'),
    );
  }
}

/** The service did not respond to the request or to any retry. */
export class TocsinUnreachableError extends Error {
  override readonly name = 'TocsinUnreachableError';
}
