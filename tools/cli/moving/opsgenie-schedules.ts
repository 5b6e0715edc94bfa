import type { MovedFile } from './moved-file.js';
import { toRotation, type People } from './people.js';
import { has, numberAt, objectsAt, textAt, type Fields } from './source-file.js';

const SECONDS: Readonly<Record<string, number>> = { hourly: 3600, daily: 86_400, weekly: 604_800 };

/**
 * Adds schedules, and returns their names by id. A rotation is one where it can be; else the calendar is read, whose address
 * Opsgenie shows only to people.
 */
export function addSchedules(
  file: MovedFile,
  schedules: readonly Fields[],
  people: People,
): ReadonlyMap<string, string> {
  return new Map(
    schedules.flatMap((schedule) => {
      const name = addSchedule(file, schedule, people);
      return name === undefined ? [] : [[textAt(schedule, 'id') ?? '', name]];
    }),
  );
}

function addSchedule(file: MovedFile, schedule: Fields, people: People): string | undefined {
  const title = textAt(schedule, 'name') ?? 'schedule';
  const timezone = textAt(schedule, 'timezone') ?? 'UTC';
  const rotations = objectsAt(schedule, 'rotations').filter(
    (each) => !has(each, 'endDate') || Date.parse(textAt(each, 'endDate') ?? '') > Date.now(),
  );
  const refuse = (reason: string) => void file.note('✗', `schedule ${title}: ${reason}`);
  // Before its members are looked up, which makes their subscriptions.
  if (schedule['enabled'] === false) return refuse('it is disabled');
  if (rotations.length === 0) return refuse('all of its rotations have ended');
  const listed = rotations.flatMap((each) => objectsAt(each, 'participants'));
  const ids = [...new Set(listed.map((each) => textAt(each, 'id') ?? ''))];
  const members = ids.flatMap((id) => {
    const one = people.find(id);
    return one === undefined ? [] : [{ name: one.name, email: one.email, subscription: one.subscription }];
  });
  if (members.length === 0) return refuse('none of its participants is a user with an address');
  const rotation = readRotation(rotations, timezone, people);
  if (typeof rotation !== 'string') {
    const name = file.add('on_call', title, { timezone, members, rotation });
    file.note('✓', `schedule ${title}: schedule ${name}`);
    return name;
  }
  const origin = `the address of the calendar of ${title}, which Opsgenie shows at the schedule`;
  const name = file.add('on_call', title, {
    timezone,
    members,
    ical_url: file.secret(undefined, origin, [title, 'ical_url']),
  });
  const changes = [
    `${rotation}, so its calendar is read, for as long as it is there: give its address, and check it by: tocsin on-call at`,
    ...(members.length < ids.length ? ['participants who are no users with an address are left out'] : []),
  ];
  file.note('~', [`schedule ${title}: schedule ${name}`, ...changes].join('; '));
  return name;
}

/** Returns the only rotation, or why there is none. */
function readRotation(rotations: readonly Fields[], timezone: string, people: People): object | string {
  const [only, ...others] = rotations;
  if (only === undefined) return 'it has no rotation';
  if (others.length > 0) return `it has ${rotations.length} rotations`;
  if (has(only, 'timeRestriction')) return 'its rotation has time restrictions';
  const names = objectsAt(only, 'participants').map((each) => people.find(textAt(each, 'id') ?? '')?.name);
  if (names.includes(undefined)) return 'a participant is no user with an address';
  return toRotation({
    timezone,
    start: new Date(textAt(only, 'startDate') ?? ''),
    seconds: (SECONDS[textAt(only, 'type') ?? ''] ?? 0) * (numberAt(only, 'length') ?? 1),
    names: names.flatMap((name) => name ?? []),
  });
}
