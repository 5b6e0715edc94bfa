import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { checkTimezone } from '#shared/kernel/cron-schedule.js';
import { toInstant } from '#shared/kernel/local-time.js';

/** A zone of the IANA database, by the rules of Node.js instead of those in the calendar, which may be old. */
class IanaZone extends ICAL.Timezone {
  constructor(readonly iana: string) {
    super({ tzid: iana } as never);
  }

  override utcOffset(time: ICAL.Time): number {
    const wallTime = toWallTime(time);
    return (wallTime - toInstant(this.iana, wallTime)) / 1000;
  }
}

/** Returns the time that is shown, in milliseconds since the epoch as if it were UTC. */
export function toWallTime(time: ICAL.Time): number {
  const date = new Date(0);
  date.setUTCFullYear(time.year, time.month - 1, time.day);
  return date.setUTCHours(time.hour, time.minute, time.second, 0);
}

/** The zones of one calendar. */
export class CalendarZones {
  readonly warnings: string[] = [];
  private readonly offsets = new Map<string, number>();
  private readonly ownZone: ICAL.Timezone;

  /**
   * Makes the zones of the calendar known to the parser, which must not have read any time of it yet.
   * @param timezone the IANA name of the zone of dates and of times without a zone
   */
  constructor(calendar: ICAL.Component, timezone: string) {
    this.ownZone = new IanaZone(timezone);
    ICAL.TimezoneService.reset();
    const declared = calendar.getFirstPropertyValue('x-wr-timezone');
    const calendarZone = typeof declared === 'string' ? toIanaName(declared) : undefined;
    const definitions = new Map(
      calendar
        .getAllSubcomponents('vtimezone')
        .map((component) => [String(component.getFirstPropertyValue('tzid')), component] as const),
    );
    // The parser would prefer the definitions in the calendar.
    calendar.removeAllSubcomponents('vtimezone');
    for (const name of findZoneNames(calendar))
      ICAL.TimezoneService.register(this.createZone(name, definitions.get(name), calendarZone), name);
  }

  /** Returns the instant of a time in milliseconds. Dates, and times without a zone, are those of the schedule's zone. */
  toInstant(time: ICAL.Time): number {
    const wallTime = toWallTime(time);
    const zone = this.getZone(time);
    if (zone === ICAL.Timezone.utcTimezone) return wallTime;
    const key = `${zone.tzid} ${wallTime}`;
    let offset = this.offsets.get(key);
    if (offset === undefined) {
      offset = zone.utcOffset(time);
      this.offsets.set(key, offset);
    }
    return wallTime - offset * 1000;
  }

  getZone({ isDate, zone }: ICAL.Time): ICAL.Timezone {
    return isDate || zone === ICAL.Timezone.localTimezone ? this.ownZone : zone;
  }

  private createZone(
    name: string,
    definition: ICAL.Component | undefined,
    calendarZone: string | undefined,
  ): ICAL.Timezone {
    const location = definition?.getFirstPropertyValue('x-lic-location');
    const iana = toIanaName(name) ?? (typeof location === 'string' ? toIanaName(location) : undefined);
    if (iana !== undefined) return new IanaZone(iana);
    if (definition !== undefined) return new ICAL.Timezone({ component: definition, tzid: name } as never);
    const zone = calendarZone === undefined ? this.ownZone : new IanaZone(calendarZone);
    this.warnings.push(`The time zone ${name.slice(0, 64)} is not known; its times are read as ${zone.tzid}`);
    return zone;
  }
}

function findZoneNames(calendar: ICAL.Component): ReadonlySet<string> {
  const names = calendar
    .getAllSubcomponents('vevent')
    .flatMap((event) => event.getAllProperties())
    .map((property) => property.getParameter('tzid'));
  return new Set(names.filter((name): name is string => typeof name === 'string'));
}

/** Returns the IANA name of a zone: it may be one, end with one (as of Evolution and Mozilla), or be a name of Windows. */
function toIanaName(name: string): string | undefined {
  const parts = name.split('/').filter((part) => part !== '');
  const candidates = [name, ...[3, 2, 1].map((count) => parts.slice(-count).join('/'))];
  const known = candidates.find((candidate) => checkTimezone(candidate) === undefined);
  return known ?? findIana(name)[0];
}
