import { formatVersion } from '#shared/kernel/record-version.js';

/** Returns the version of a record, derived from its `updated_at`; `undefined` without that field. */
export function getRecordVersion(record: { readonly updated_at?: string }): string | undefined {
  return record.updated_at === undefined ? undefined : formatVersion(record.updated_at);
}
