import { DomainError } from './domain-error.js';
import type { Scope } from './scope.js';

/** Returns the version of a record, made from the time of its last change by a caller. Updates of counters do not change it. */
export function formatVersion(updated_at: Date | string): string {
  return new Date(updated_at).getTime().toString(36);
}

/** Returns the time of a change: at least 1 ms after the last one, so that no two versions are equal. */
export function nextChangeTime(last: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1));
}

/**
 * Checks the version of a record that is locked.
 * @throws ERROR_PRECONDITION_FAILED if the caller expects another version
 */
export function requireVersion({ expected }: Pick<Scope, 'expected'>, version: string): void {
  if (expected === undefined || expected.includes(version)) return;
  const text = 'The record was changed since it was read; get it again for its present ETag';
  throw new DomainError('ERROR_PRECONDITION_FAILED', 'outdated', text);
}
