import { DomainError } from '#shared/kernel/domain-error.js';

export type Tags = Readonly<Record<string, string>>;

/** The most UTF-16 units of an acceptable name before normalization. Normalizing a long text takes quadratic time. */
const MAX_NAME_UNITS = 2_048;

/** @throws ERROR_INVALID_PARAMETER */
export function normalizeName(given: string): string {
  const name = given.length > MAX_NAME_UNITS ? undefined : given.normalize('NFC').trim();
  if (name === undefined || name === '' || isLonger(name, 255))
    throw DomainError.invalid('name', 'must have 1 to 255 characters');
  return name;
}

/** @throws ERROR_INVALID_PARAMETER */
export function validateTags(given: Readonly<Record<string, unknown>>): Tags {
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

/** Counts characters, not UTF-16 units. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
}
