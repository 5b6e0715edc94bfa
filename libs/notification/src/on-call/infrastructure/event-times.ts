import ICAL from 'ical.js';
import { toWallTime, type CalendarZones } from './calendar-zones.js';

const DAY_MS = 86_400_000;

/** What is known of an event without its recurrences. */
export interface EventTimes {
  readonly start: ICAL.Time;
  /** Returns the end of an occurrence. */
  readonly findEnd: (start: ICAL.Time) => number;
}

export function readTimes(event: ICAL.Component, zones: CalendarZones): EventTimes {
  const start = requireTime(event, 'dtstart');
  if (!start.isDate) start.zone = zones.getZone(start);
  const end = event.getFirstPropertyValue('dtend');
  const duration = event.getFirstPropertyValue('duration');
  if (end instanceof ICAL.Time && zones.getZone(end) !== zones.getZone(start)) {
    const length = zones.toInstant(end) - zones.toInstant(start);
    return { start, findEnd: (time) => zones.toInstant(time) + length };
  }
  // By the clocks, so that a shift from 9 to 9 ends at 9 also when they are changed.
  const length =
    end instanceof ICAL.Time
      ? toWallTime(end) - toWallTime(start)
      : duration instanceof ICAL.Duration
        ? duration.toSeconds() * 1000
        : start.isDate
          ? DAY_MS
          : 0;
  return {
    start,
    findEnd: (time) => {
      const last = time.clone();
      last.addDuration(ICAL.Duration.fromSeconds(length / 1000));
      return zones.toInstant(last);
    },
  };
}

/** A rule for dates may end at a time, and one for times on a date. Both include that day. */
export function adaptUntil(rule: ICAL.Recur, start: ICAL.Time, zones: CalendarZones): void {
  const { until } = rule;
  if (!until || until.isDate === start.isDate) return;
  if (start.isDate) {
    const { year, month, day } = until.convertToZone(zones.getZone(start));
    rule.until = new ICAL.Time({ year, month, day, isDate: true }, ICAL.Timezone.localTimezone);
  } else {
    const { year, month, day } = until;
    const end = { year, month, day, hour: 23, minute: 59, second: 59, isDate: false };
    rule.until = new ICAL.Time(end, zones.getZone(start));
  }
}

export function createExclusion(
  event: ICAL.Component,
  zones: CalendarZones,
): (time: ICAL.Time, instant: number) => boolean {
  const excluded = event
    .getAllProperties('exdate')
    .flatMap((property) => property.getValues())
    .filter((value) => value instanceof ICAL.Time);
  const instants = new Set(excluded.map((time) => zones.toInstant(time)));
  const days = new Set(excluded.filter(({ isDate }) => isDate).map(formatDay));
  return (time, instant) => instants.has(instant) || days.has(formatDay(time));
}

const formatDay = ({ year, month, day }: ICAL.Time) => `${year}-${month}-${day}`;

export function requireTime(event: ICAL.Component, name: string): ICAL.Time {
  const time = event.getFirstPropertyValue(name);
  if (!(time instanceof ICAL.Time)) throw new Error(`it has no valid ${name.toUpperCase()}`);
  return time;
}
