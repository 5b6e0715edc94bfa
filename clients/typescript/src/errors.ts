import type { Schemas } from './types.js';

/** An answer that is not a success, as the service explains it. */
export class TocsinError extends Error {
  override readonly name = 'TocsinError';

  constructor(
    readonly status: number,
    /** `ERROR_…`; empty where something between here and the service answered. */
    readonly code: string,
    detail: string,
    /** What is wrong with which field. */
    readonly errors: readonly Schemas['ProblemField'][],
    readonly requestId: string | null,
  ) {
    super(detail);
  }

  /** `body` is the problem, or whatever came in its place. */
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

/** Nothing answered, for as often as it was tried. */
export class TocsinUnreachableError extends Error {
  override readonly name = 'TocsinUnreachableError';
}
