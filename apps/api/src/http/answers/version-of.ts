import { versionAt } from '#shared/kernel/record-version.js';

/** Of a record that says when it was changed. */
export function versionByTime(record: { readonly updated_at?: string }): string | undefined {
  return record.updated_at === undefined ? undefined : versionAt(record.updated_at);
}
