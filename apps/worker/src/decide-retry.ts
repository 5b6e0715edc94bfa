import { DomainError } from '#shared/kernel/domain-error.js';

/** Whether a job that threw is to be tried again. The only place that derives this from the kind of the error. */
export function decideRetry(error: unknown): 'retry' | 'give up' {
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
