import type { CalendarCopy } from '../domain/calendar-copy.js';

export interface CalendarTask {
  readonly text: string;
  /** The IANA name of the zone of dates and of times without a zone. */
  readonly timezone: string;
  /** Milliseconds since the epoch. Shifts are kept that are going on at some time between both. */
  readonly from: number;
  readonly until: number;
}

export interface ExpandedCalendar extends Pick<CalendarCopy, 'people' | 'shifts'> {
  /** Sentences about parts that could not be read. */
  readonly warnings: readonly string[];
}

/** A calendar that cannot be used. The message is the end of a sentence that begins with the calendar. */
export class CalendarError extends Error {}
