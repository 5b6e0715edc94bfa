import { DomainError } from '../kernel/domain-error.js';

/** @param place the path in the request, as the caller wrote it: `query.filter[2].o` */
export function invalidQuery(place: string, reason: string): DomainError {
  return new DomainError('ERROR_INVALID_QUERY', 'invalid', `${place} ${reason}`, {
    errors: [{ field: place, reason }],
  });
}

/** Returns what a caller wrote, cut so that it fits into an error message. */
export function abbreviate(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
