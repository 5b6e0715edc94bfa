import { DomainError } from '#shared/kernel/domain-error.js';

/** Proxies that compress an answer make its tag weak; the version in it is the same. */
const TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

export const entityTag = (version: string): string => `"${version}"`;

/**
 * The versions of a record that a request may change (RFC 9110, If-Match); `undefined` for any.
 * @throws ERROR_INVALID_PARAMETER
 */
export function expectedVersions(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => {
    const [, version] = TAG.exec(tag.trim()) ?? [];
    if (version === undefined)
      throw DomainError.invalid('If-Match', 'must be * or ETags in double quotes, as they were received');
    return version;
  });
}
