import { DomainError } from '#shared/kernel/domain-error.js';

export type Tags = Readonly<Record<string, string>>;

/** @throws ERROR_INVALID_PARAMETER */
export function checkedName(given: string): string {
  const name = given.normalize('NFC').trim();
  const length = [...name].length;
  if (length < 1 || length > 255) throw DomainError.invalid('name', 'must have 1 to 255 characters');
  return name;
}

/** @throws ERROR_INVALID_PARAMETER */
export function checkedTags(given: Readonly<Record<string, unknown>>): Tags {
  const entries = Object.entries(given);
  if (entries.length > 50) throw DomainError.invalid('tags', 'must be at most 50');
  for (const [key, value] of entries) {
    if (key === '' || isLonger(key, 128))
      throw DomainError.invalid('tags', 'must have keys of 1 to 128 characters');
    if (typeof value !== 'string' || isLonger(value, 256)) {
      throw DomainError.invalid(`tags.${key}`, 'must be text of at most 256 characters');
    }
  }
  return given as Tags;
}

/** Counted in characters, not in UTF-16 units. */
function isLonger(text: string, most: number): boolean {
  return [...text].length > most;
}
