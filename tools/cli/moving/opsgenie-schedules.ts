import type { MovedFile } from './moved-file.js';
import { toRotation, type People } from './people.js';
import { has, numberAt, objectsAt, textAt, type Fields } from './source-file.js';

const SECONDS: Readonly<Record<string, number>> = { hourly: 3600, daily: 86_400, weekly: 604_800 };

/** Adds schedules that have one rotation, and returns their names by id. Calendars of Opsgenie need its key, so none is read. */
export function addSchedules(
  file: MovedFile,
  schedules: readonly Fields[],
  people: People,
): ReadonlyMap<string, string> {
  return new Map(
    schedules.flatMap((schedule) => {
      const title = textAt(schedule, 'name') ?? 'schedule';
      const timezone = textAt(schedule, 'timezone') ?? 'UTC';
      const rotation = readRotations(schedule, timezone, people);
      if ('reason' in rotation) {
        file.note('✗', `schedule ${title}: ${rotation.reason}; give the address of its calendar as ical_url`);
        return [];
      }
      const name = file.add('on_call', title, { timezone, ...rotation });
      file.note('✓', `schedule ${title}: schedule ${name}`);
      return [[textAt(schedule, 'id') ?? '', name]];
    }),
  );
}

function readRotations(schedule: Fields, timezone: string, people: People) {
  if (schedule['enabled'] === false) return { reason: 'it is disabled' };
  const rotations = objectsAt(schedule, 'rotations').filter(
    (each) => !has(each, 'endDate') || Date.parse(textAt(each, 'endDate') ?? '') > Date.now(),
  );
  const [only, ...others] = rotations;
  if (only === undefined) return { reason: 'it has no rotation' };
  if (others.length > 0) return { reason: `it has ${rotations.length} rotations` };
  if (has(only, 'timeRestriction')) return { reason: 'its rotation has time restrictions' };
  const participants = objectsAt(only, 'participants').map((each) => people.find(textAt(each, 'id') ?? ''));
  const members = participants.flatMap((one) =>
    one === undefined ? [] : [{ name: one.name, email: one.email, subscription: one.subscription }],
  );
  if (members.length === 0 || members.length < participants.length)
    return { reason: 'a participant is no user with an address' };
  const rotation = toRotation({
    timezone,
    start: new Date(textAt(only, 'startDate') ?? ''),
    seconds: (SECONDS[textAt(only, 'type') ?? ''] ?? 0) * (numberAt(only, 'length') ?? 1),
    names: members.map(({ name }) => name),
  });
  return typeof rotation === 'string' ? { reason: rotation } : { members, rotation };
}
