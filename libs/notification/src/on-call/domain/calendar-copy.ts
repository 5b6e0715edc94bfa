import type { Member } from './member.js';
import type { Shift } from './roster.js';

/** Days before and after the reading of which the events of a calendar are known. */
export const DAYS_BACK = 31;
export const DAYS_AHEAD = 92;

/** The shifts of a calendar around the time at which it was read. */
export interface CalendarCopy {
  /** ISO 8601. */
  readonly from: string;
  readonly until: string;
  /** Whom the events name. */
  readonly people: readonly NamedPerson[];
  /** Start and end in seconds since the epoch, and the index of the person. */
  readonly shifts: readonly (readonly [start: number, end: number, person: number])[];
}

/** Whom an event names. */
export interface NamedPerson {
  readonly summary: string;
  /** Of the attendees who have not declined, in lower case. */
  readonly emails: readonly string[];
}

/**
 * Returns the members whom an event names: those among its attendees, else the one whose name is its summary. Empty if it
 * names nobody who is known.
 */
function findNamed({ summary, emails }: NamedPerson, members: readonly Member[]): readonly string[] {
  const attending = members.filter(({ email }) => email !== null && emails.includes(email.toLowerCase()));
  const named = attending.length > 0 ? attending : members.filter(({ name }) => name === summary);
  return named.map(({ name }) => name);
}

export function toCalendarShifts(copy: CalendarCopy, members: readonly Member[]): readonly Shift[] {
  const named = copy.people.map((person) => findNamed(person, members));
  return copy.shifts.flatMap(([start, end, index]): Shift[] => {
    const names = named[index] ?? [];
    const detail = copy.people[index]?.summary ?? null;
    return names.length === 0
      ? []
      : [{ start: start * 1000, end: end * 1000, members: names, because: 'CALENDAR', detail }];
  });
}

/** The maximum number of unknown names that are shown. */
const MAX_UNKNOWN = 20;
const MAX_NAME_LENGTH = 255;

/**
 * Returns whom events name that end after a time, and who is no member: the summary, or else the first attendee.
 * @param after seconds since the epoch
 */
export function findUnknownNames(
  copy: CalendarCopy,
  members: readonly Member[],
  after: number,
): readonly string[] {
  const current = new Set(copy.shifts.flatMap(([, end, index]) => (end > after ? [index] : [])));
  const unknown = [...current]
    .flatMap((index) => copy.people[index] ?? [])
    .filter((person) => findNamed(person, members).length === 0)
    .map(({ summary, emails }) => (summary === '' ? (emails[0] ?? '') : summary).slice(0, MAX_NAME_LENGTH));
  return [...new Set(unknown)].toSorted().slice(0, MAX_UNKNOWN);
}
