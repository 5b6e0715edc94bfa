import { DomainError } from './domain-error.js';
import type { Scope } from './scope.js';

/** The version of a record that says when it was last changed. It changes with what callers set, not with what is counted. */
export function versionAt(updated_at: Date | string): string {
  return new Date(updated_at).getTime().toString(36);
}

/** When a record is changed: later than the last time, so that no two versions are the same. */
export function changedAt(last: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1));
}

/**
 * Call this once the record is locked.
 * @throws ERROR_PRECONDITION_FAILED when the caller expects another version of the record
 */
export function requireVersion({ expected }: Pick<Scope, 'expected'>, version: string): void {
  if (expected === undefined || expected.includes(version)) return;
  const text = 'The record was changed since it was read; get it again for its present ETag';
  throw new DomainError('ERROR_PRECONDITION_FAILED', 'outdated', text);
}
