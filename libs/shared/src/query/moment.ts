import { DomainError } from '../kernel/domain-error.js';
import { parseIsoTimestamp, parseRelativeTime } from './instant.js';

/** A time that a caller gives: in ISO 8601 with a zone, or relative to now, such as `now + 2h`. */
export type Moment = string;

export const MOMENT_FORMAT =
  'must be an ISO 8601 time with a zone, like 2026-11-20T10:00:00.000Z, or a distance, like now + 2h';

/** Converts a moment to a time. Returns `undefined` if the text is not a moment. */
export function parseMoment(text: Moment, now: Date): Date | undefined {
  const instant = parseIsoTimestamp(text);
  if (instant !== undefined) return instant;
  try {
    return new Date(parseRelativeTime(text, '', now));
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** @throws ERROR_INVALID_PARAMETER naming the field */
export function requireMoment(field: string, text: Moment, now: Date): Date {
  const moment = parseMoment(text, now);
  if (moment === undefined) throw DomainError.invalid(field, MOMENT_FORMAT);
  return moment;
}
