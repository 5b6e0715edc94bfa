import { MOMENT_FORMAT, parseMoment } from '#shared/query/instant.js';
import { declareField, type FieldOptions } from './field.js';

/** The maximum length of a time in characters. */
const MAX_MOMENT_LENGTH = 100;

/** A time that the caller gives: an instant, or one relative to now. It stays a text, so that a retry is the same request for its Idempotency-Key. */
export function MomentField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      // No maxLength: to clients that were made for an absolute time it would be a new limit.
      schema: { type: 'string' },
      check: (value) =>
        typeof value === 'string' &&
        value.length <= MAX_MOMENT_LENGTH &&
        parseMoment(value, new Date()) !== undefined
          ? undefined
          : MOMENT_FORMAT,
    },
    { example: 'now + 2h', ...options },
  );
}
