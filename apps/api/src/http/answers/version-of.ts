import { versionAt } from '#shared/kernel/record-version.js';

/** Returns the version of a record, derived from its `updated_at`; `undefined` without that field. */
export function versionByTime(record: { readonly updated_at?: string }): string | undefined {
  return record.updated_at === undefined ? undefined : versionAt(record.updated_at);
}
