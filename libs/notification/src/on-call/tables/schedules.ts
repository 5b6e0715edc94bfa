import { formatId, parseId } from '#shared/kernel/ids.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { toCalendarShifts, type CalendarCopy } from '../domain/calendar-copy.js';
import type { Member } from '../domain/member.js';
import { toOverrideShifts, type Override } from '../domain/override.js';
import { findRotationShifts, type Rotation } from '../domain/rotation.js';
import { buildRoster, type Watch } from '../domain/roster.js';

/** A schedule as far as it says who is on call. */
export interface Schedule {
  /** A uuid. */
  readonly on_call_id: string;
  readonly timezone: string;
  readonly members: readonly Member[];
  readonly rotation: Rotation | null;
  readonly overrides: readonly Override[];
  /** The last copy of the calendar; `null` if there is none. */
  readonly copy: CalendarCopy | null;
  /** The names of the members whose subscriptions exist and are enabled. */
  readonly reachable: ReadonlySet<string>;
  /** The time of the database. */
  readonly now: Date;
}

/** The columns of a schedule, over the aliases `o` of `on_call` and `h` of `on_call_health`. */
export const SCHEDULE_COLUMNS = `
  o.on_call_id, o.timezone, o.members, o.rotation, o.overrides, h.copy,
  date_trunc('milliseconds', statement_timestamp()) as now`;

/** Returns a schedule; `undefined` if the domain has none with this id. @param on_call_id a uuid */
export async function readSchedule(
  reader: RecordReader,
  domain_id: string,
  on_call_id: string,
): Promise<Schedule | undefined> {
  const { rows } = await reader.query<Omit<Schedule, 'reachable'>>({
    name: 'a schedule',
    text: `
      select ${SCHEDULE_COLUMNS} from on_call o join on_call_health h using (on_call_id)
      where o.domain_id = $1 and o.on_call_id = $2`,
    values: [domain_id, on_call_id],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return { ...row, reachable: await findReachable(reader, domain_id, row.members) };
}

/** Returns the names of the members whose subscriptions exist and are enabled. */
export async function findReachable(
  reader: RecordReader,
  domain_id: string,
  members: readonly Member[],
): Promise<ReadonlySet<string>> {
  const { rows } = await reader.query<{ subscription_id: string }>({
    name: 'enabled subscriptions of members',
    text: `
      select subscription_id from subscription
      where domain_id = $1 and subscription_id = any($2::uuid[]) and state = 'ENABLED' and deleted_at is null`,
    values: [domain_id, members.map(({ subscription_id }) => parseId('subscription', subscription_id))],
  });
  const enabled = new Set(rows.map(({ subscription_id }) => formatId('subscription', subscription_id)));
  return new Set(
    members.filter(({ subscription_id }) => enabled.has(subscription_id)).map(({ name }) => name),
  );
}

/** Returns who is on call between two times, in milliseconds since the epoch. */
export function readRoster(
  { rotation, timezone, copy, members, overrides }: Omit<Schedule, 'reachable'>,
  from: number,
  to: number,
): readonly Watch[] {
  const regular =
    rotation === null
      ? copy && toCalendarShifts(copy, members)
      : findRotationShifts(rotation, timezone, from, to);
  return buildRoster([...(regular ?? []), ...toOverrideShifts(overrides)], from, to);
}

/** UNKNOWN: the calendar has not been read, or its copy does not reach to this time. */
export type OnCallState = 'ON_CALL' | 'NOBODY' | 'UNKNOWN';

export function getState(
  { rotation, copy }: Pick<Schedule, 'rotation' | 'copy'>,
  { start, members }: Pick<Watch, 'start' | 'members'>,
): OnCallState {
  if (members.length > 0) return 'ON_CALL';
  if (rotation !== null) return 'NOBODY';
  const isKnown = copy !== null && Date.parse(copy.from) <= start && start < Date.parse(copy.until);
  return isKnown ? 'NOBODY' : 'UNKNOWN';
}

export interface MembersAt {
  readonly state: OnCallState;
  /** Those who are on call and can be told. Their `subscription_id` is a uuid. */
  readonly members: readonly { readonly name: string; readonly subscription_id: string }[];
}

/**
 * Returns who is on call at a time and can be told; `undefined` if the domain has no such schedule.
 * @param on_call_id a uuid
 * @public
 */
export async function membersAt(
  reader: RecordReader,
  domain_id: string,
  on_call_id: string,
  time: Date,
): Promise<MembersAt | undefined> {
  const schedule = await readSchedule(reader, domain_id, on_call_id);
  if (schedule === undefined) return undefined;
  const at = time.getTime();
  const [watch] = readRoster(schedule, at, at + 1);
  const names = watch?.members ?? [];
  return {
    state: getState(schedule, { start: at, members: names }),
    members: schedule.members
      .filter(({ name }) => names.includes(name) && schedule.reachable.has(name))
      .map(({ name, subscription_id }) => ({
        name,
        subscription_id: parseId('subscription', subscription_id),
      })),
  };
}
