import ICAL from 'ical.js';
import type { NamedPerson } from '../domain/calendar-copy.js';
import { CalendarError, type CalendarTask, type ExpandedCalendar } from './calendar-task.js';
import { CalendarZones } from './calendar-zones.js';
import { adaptUntil, createExclusion, readTimes, requireTime, type EventTimes } from './event-times.js';

/** The maximum number of shifts in the time that is kept. */
export const MAX_SHIFTS = 10_000;
/** The maximum number of recurrences that are counted from the start of their rules, of all events together. */
export const MAX_STEPS = 100_000;
const MAX_WARNINGS = 10;
const MAX_TEXT_LENGTH = 255;
const MAX_EMAILS = 20;
/** Longer lines begin or end nothing. */
const MAX_MARK_LENGTH = 64;
const DAY_MS = 86_400_000;

/** Returns the shifts of a calendar. @throws CalendarError */
export function expandCalendar({ text, timezone, from, until }: CalendarTask): ExpandedCalendar {
  const expansion = new Expansion(from, until);
  for (const { frame, events } of splitCalendars(text)) {
    const calendar = expansion.read(frame, events);
    const zones = new CalendarZones(calendar, timezone);
    expansion.warnings.push(...zones.warnings);
    expansion.add(calendar, zones);
  }
  return {
    people: [...expansion.people.values()].map(({ person }) => person),
    shifts: expansion.shifts.toSorted(([a], [b]) => a - b),
    warnings: expansion.warnings.slice(0, MAX_WARNINGS),
  };
}

interface CalendarText {
  /** All but the events. */
  readonly frame: string[];
  readonly events: string[][];
}

/** Separates the events, so that one that is not valid can be left out. @throws CalendarError */
function splitCalendars(text: string): readonly CalendarText[] {
  const stripped = text.replace(/^\uFEFF?\s*/, '');
  if (!/^BEGIN:VCALENDAR/i.test(stripped))
    throw new CalendarError('is no iCalendar: it does not begin with BEGIN:VCALENDAR');
  if (!/END:VCALENDAR\s*$/i.test(stripped))
    throw new CalendarError('is cut off: it does not end with END:VCALENDAR');
  const calendars: CalendarText[] = [];
  let event: string[] | undefined;
  for (const line of stripped.split(/\r\n|\n|\r/)) {
    const mark = line.length > MAX_MARK_LENGTH ? '' : line.trimEnd().toUpperCase();
    if (mark === 'BEGIN:VCALENDAR') calendars.push({ frame: [], events: [] });
    if (mark === 'BEGIN:VEVENT') {
      event = [];
      calendars.at(-1)?.events.push(event);
    }
    (event ?? calendars.at(-1)?.frame)?.push(line);
    if (mark === 'END:VEVENT') event = undefined;
  }
  return calendars;
}

function parse(lines: readonly string[]): ICAL.Component {
  return new ICAL.Component(ICAL.parse(lines.join('\r\n')) as never);
}

/** Start and end of an occurrence in milliseconds, and the event that says who. */
interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly event: ICAL.Component;
}

class Expansion {
  readonly warnings: string[] = [];
  readonly people = new Map<string, { readonly index: number; readonly person: NamedPerson }>();
  readonly shifts: [start: number, end: number, person: number][] = [];
  private steps = 0;

  constructor(
    private readonly from: number,
    private readonly until: number,
  ) {}

  /** @throws CalendarError */
  read(frame: readonly string[], events: readonly (readonly string[])[]): ICAL.Component {
    let calendar: ICAL.Component;
    try {
      calendar = parse(frame);
    } catch (error) {
      throw new CalendarError(`is no valid iCalendar: ${explain(error)}`);
    }
    for (const lines of events) {
      try {
        calendar.addSubcomponent(parse(lines));
      } catch (error) {
        const summary = lines.find((line) => /^SUMMARY[:;]/i.test(line))?.replace(/^.*?:/, '');
        this.warn(summary, error);
      }
    }
    return calendar;
  }

  add(calendar: ICAL.Component, zones: CalendarZones): void {
    const events = calendar.getAllSubcomponents('vevent');
    const uids = Map.groupBy(events, (event) => String(event.getFirstPropertyValue('uid') ?? ''));
    for (const [uid, group] of uids) {
      const changed = uid === '' ? [] : group.filter((event) => event.hasProperty('recurrence-id'));
      const masters = group.filter((event) => !changed.includes(event));
      for (const event of masters.length === 0 ? changed : masters)
        this.attempt(event, () => {
          const isChange = event.hasProperty('recurrence-id');
          for (const occurrence of this.findOccurrences(event, isChange ? [] : changed, zones))
            this.keep(occurrence);
        });
    }
  }

  /** Leaves an event out that cannot be read, and says so. */
  private attempt(event: ICAL.Component, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof CalendarError) throw error;
      this.warn(String(event.getFirstPropertyValue('summary') ?? ''), error);
    }
  }

  private warn(summary: string | undefined, error: unknown): void {
    if (this.warnings.length >= MAX_WARNINGS) return;
    this.warnings.push(
      `The event “${(summary ?? '').slice(0, 64)}” cannot be read and is left out: ${explain(error)}`,
    );
  }

  private keep({ start, end, event }: Occurrence): void {
    if (end <= start || end <= this.from || start >= this.until) return;
    if (String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED') return;
    if (this.shifts.length >= MAX_SHIFTS)
      throw new CalendarError(
        `has more than ${MAX_SHIFTS} events in the ${Math.round((this.until - this.from) / DAY_MS)} days around now`,
      );
    this.shifts.push([Math.round(start / 1000), Math.round(end / 1000), this.findPerson(event)]);
  }

  private findPerson(event: ICAL.Component): number {
    const person = readPerson(event);
    const key = JSON.stringify(person);
    const known = this.people.get(key);
    if (known !== undefined) return known.index;
    const index = this.people.size;
    this.people.set(key, { index, person });
    return index;
  }

  /** @param changed occurrences that were changed one by one (RECURRENCE-ID) */
  private *findOccurrences(
    event: ICAL.Component,
    changed: readonly ICAL.Component[],
    zones: CalendarZones,
  ): Generator<Occurrence> {
    const times = readTimes(event, zones);
    const changes = new Map(
      changed.map((change) => [zones.toInstant(requireTime(change, 'recurrence-id')), change] as const),
    );
    const later = [...changes].filter(([, change]) => isForFuture(change)).toSorted(([a], [b]) => b - a);
    const isExcluded = createExclusion(event, zones);
    for (const { time, end } of this.findStarts(event, times, zones)) {
      const start = zones.toInstant(time);
      if (isExcluded(time, start)) continue;
      const change = changes.get(start);
      if (change !== undefined) {
        const own = readTimes(change, zones);
        yield { start: zones.toInstant(own.start), end: own.findEnd(own.start), event: change };
        continue;
      }
      const [at, future] = later.find(([from]) => from <= start) ?? [];
      if (at === undefined || future === undefined) yield { start, end, event };
      else {
        const own = readTimes(future, zones);
        const moved = start + zones.toInstant(own.start) - at;
        const length = own.findEnd(own.start) - zones.toInstant(own.start);
        yield { start: moved, end: moved + length, event: future };
      }
    }
  }

  private *findStarts(
    event: ICAL.Component,
    { start, findEnd }: EventTimes,
    zones: CalendarZones,
  ): Generator<{ readonly time: ICAL.Time; readonly end: number }> {
    const rules = event.getAllProperties('rrule');
    if (rules.length === 0) yield { time: start, end: findEnd(start) };
    for (const property of rules) {
      const rule = property.getFirstValue() as ICAL.Recur;
      adaptUntil(rule, start, zones);
      const iterator = rule.iterator(start);
      for (let next = iterator.next(); next; next = iterator.next()) {
        this.countStep();
        const at = zones.toInstant(next);
        if (at >= this.until) break;
        // The end is not computed of what is long over. Events are rarely longer than a month.
        if (at < this.from - MAX_EVENT_MS) continue;
        yield { time: next.clone(), end: findEnd(next) };
      }
    }
    for (const value of event.getAllProperties('rdate').flatMap((property) => property.getValues())) {
      this.countStep();
      if (value instanceof ICAL.Period) yield { time: value.start, end: zones.toInstant(value.getEnd()) };
      else if (value instanceof ICAL.Time) yield { time: value, end: findEnd(value) };
    }
  }

  private countStep(): void {
    this.steps += 1;
    if (this.steps > MAX_STEPS)
      throw new CalendarError(
        `has rules with more than ${MAX_STEPS} recurrences up to now; let them begin later, or less often`,
      );
  }
}

/** The longest event that recurs. */
const MAX_EVENT_MS = 366 * DAY_MS;

const isForFuture = (change: ICAL.Component) =>
  change.getFirstProperty('recurrence-id')?.getFirstParameter('range') === 'THISANDFUTURE';

function readPerson(event: ICAL.Component): NamedPerson {
  const emails = event
    .getAllProperties('attendee')
    .filter((attendee) => attendee.getFirstParameter('partstat')?.toUpperCase() !== 'DECLINED')
    .map((attendee) => String(attendee.getFirstParameter('email') ?? attendee.getFirstValue() ?? ''))
    .map((address) =>
      address
        .replace(/^mailto:/i, '')
        .trim()
        .toLowerCase(),
    )
    .filter((address) => address !== '' && address.length <= MAX_TEXT_LENGTH);
  const summary = String(event.getFirstPropertyValue('summary') ?? '')
    .normalize('NFC')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
  return { summary, emails: [...new Set(emails)].slice(0, MAX_EMAILS) };
}

function explain(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 150);
}
