import { DomainError } from '#shared/kernel/domain-error.js';
import { formatVersion } from '#shared/kernel/record-version.js';

/** Also matches weak tags: a proxy that compresses a response weakens its tag, with the same version. */
const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

export const formatEntityTag = (version: string): string => `"${version}"`;

/**
 * Returns the versions of a record that the request may change (RFC 9110, If-Match); `undefined` for any.
 * @throws ERROR_INVALID_PARAMETER
 */
export function parseIfMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => {
    const [, version] = ENTITY_TAG.exec(tag.trim()) ?? [];
    if (version === undefined)
      throw DomainError.invalid('If-Match', 'must be * or ETags in double quotes, as they were received');
    return version;
  });
}

/** Returns the version of a record, derived from its `updated_at`; `undefined` without that field. */
export function getRecordVersion(record: { readonly updated_at?: string }): string | undefined {
  return record.updated_at === undefined ? undefined : formatVersion(record.updated_at);
}
