import type { MovedFile } from './moved-file.js';
import type { People } from './people.js';
import { toRotation } from './people.js';
import { has, listAt, numberAt, objectAt, objectsAt, textAt, type Fields } from './source-file.js';

/** Adds schedules, and returns their names by id. A rotation is one where it can be; else the calendar of PagerDuty is read. */
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
  const title = textAt(schedule, 'name') ?? textAt(schedule, 'summary') ?? 'schedule';
  const timezone = textAt(schedule, 'time_zone') ?? 'UTC';
  const layers = objectsAt(schedule, 'schedule_layers').filter(
    (layer) => !has(layer, 'end') || Date.parse(textAt(layer, 'end') ?? '') > Date.now(),
  );
  const listed = [...layers.flatMap((layer) => objectsAt(layer, 'users')), ...objectsAt(schedule, 'users')];
  const ids = [...new Set(listed.map(idOfUser))];
  const found = ids.map((id) => people.find(id));
  const members = found.flatMap((one) =>
    one === undefined ? [] : [{ name: one.name, email: one.email, subscription: one.subscription }],
  );
  const rotation = readLayers(layers, timezone, people);
  const calendar = textAt(schedule, 'http_cal_url') ?? textAt(schedule, 'web_cal_url');
  if (members.length === 0 || (typeof rotation === 'string' && calendar === undefined)) {
    const reason = members.length === 0 ? 'none of its users has an address' : String(rotation);
    file.note('✗', `schedule ${title}: ${reason}`);
    return undefined;
  }
  const name = file.add('on_call', title, {
    timezone,
    members,
    ...(typeof rotation === 'string'
      ? { ical_url: file.secret(calendar, `the address of the calendar of ${title}`, [title, 'ical_url']) }
      : { rotation }),
  });
  const changes = [
    ...(typeof rotation === 'string'
      ? [
          `${rotation}, so the calendar of PagerDuty is read, for as long as it is there; check it by: tocsin on-call at`,
        ]
      : []),
    ...(members.length < ids.length ? ['users without an address are left out'] : []),
    ...(objectsAt(objectAt(schedule, 'overrides_subschedule'), 'rendered_schedule_entries').length > 0
      ? ['overrides are not taken over']
      : []),
  ];
  file.note(changes.length === 0 ? '✓' : '~', [`schedule ${title}: schedule ${name}`, ...changes].join('; '));
  return name;
}

const idOfUser = (entry: Fields): string =>
  textAt(objectAt(entry, 'user'), 'id') ?? textAt(entry, 'id') ?? '';

/** Returns the rotation of the only layer, or why there is none. */
function readLayers(layers: readonly Fields[], timezone: string, people: People): object | string {
  const [layer, ...others] = layers;
  if (layer === undefined) return 'it has no layer';
  if (others.length > 0) return `it has ${layers.length} layers`;
  if (listAt(layer, 'restrictions').length > 0) return 'its layer has restrictions';
  const names = objectsAt(layer, 'users').map((entry) => people.find(idOfUser(entry))?.name);
  if (names.includes(undefined)) return 'a user of its layer has no address';
  return toRotation({
    timezone,
    start: new Date(textAt(layer, 'rotation_virtual_start') ?? textAt(layer, 'start') ?? ''),
    seconds: numberAt(layer, 'rotation_turn_length_seconds') ?? 0,
    names: names.flatMap((name) => name ?? []),
  });
}
