import { DomainError } from '#shared/kernel/domain-error.js';

/** What becomes of a job that threw. The one place where an error's kind gets this meaning. */
export function afterError(error: unknown): 'retry' | 'give up' {
  if (!(error instanceof DomainError)) return 'retry';
  switch (error.kind) {
    case 'unavailable':
    case 'timeout':
    case 'exhausted':
    case 'conflict':
      return 'retry';
    case 'invalid':
    case 'unauthenticated':
    case 'denied':
    case 'not-found':
    case 'too-large':
    case 'unsupported':
    case 'outdated':
    case 'mismatch':
      return 'give up';
  }
}
