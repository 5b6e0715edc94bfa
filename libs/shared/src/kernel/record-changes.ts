import { DomainError } from './domain-error.js';
import { isSameJson } from './json.js';
import type { Scope } from './scope.js';

/** Returns the version of a record, made from the time of its last change by a caller. Updates of counters do not change it. */
export function formatVersion(updated_at: Date | string): string {
  return new Date(updated_at).getTime().toString(36);
}

/** What a record stores: its fields, without its methods. */
export type DataOf<T> = {
  [Name in keyof T as T[Name] extends (...args: never[]) => unknown ? never : Name]: T[Name];
};

/** Changes the given fields. Returns whether any had another value, so that a repeated command writes nothing. */
export function changeRecord<T extends { updated_at: Date }>(
  record: T,
  now: Date,
  to: Partial<DataOf<T>>,
): boolean {
  const isUnchanged = Object.entries(to).every(([name, value]) => isSame(record[name as keyof T], value));
  if (isUnchanged) return false;
  Object.assign(record, to, { updated_at: nextChangeTime(record.updated_at, now) });
  return true;
}

function isSame(left: unknown, right: unknown): boolean {
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime();
  return isSameJson(left, right);
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
