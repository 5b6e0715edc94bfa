import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { requireMoment, type Moment } from '#shared/query/instant.js';
import {
  GetOnCallAt,
  GetOnCallShifts,
  type OnCallAnswer,
  type OnCallShifts,
  type OnCallWatch,
} from '../application/read-on-calls.js';
import { DAYS_AHEAD, DAYS_BACK } from '../domain/calendar-copy.js';
import { findGaps, type Watch } from '../domain/roster.js';
import { getState, readRoster, readSchedule, type Schedule } from '../tables/schedules.js';

const DAY_MS = 86_400_000;
/** The days of a list of shifts. */
const DEFAULT_DAYS = 14;
const MAX_DAYS = 31;
const MAX_SHIFTS = 1_000;

@QueryHandler(GetOnCallAt)
export class GetOnCallAtHandler implements IQueryHandler<GetOnCallAt> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, on_call_id, time }: GetOnCallAt): Promise<OnCallAnswer> {
    const schedule = await requireSchedule(this.pool, scope.domain_id, on_call_id);
    const at = readTime('time', time, schedule.now);
    const [watch, next] = findWatches(schedule, at);
    return {
      on_call_id,
      time: new Date(at).toISOString(),
      state: getState(schedule, watch),
      ...toAnswer(watch, schedule),
      next_change:
        next === undefined ? null : { at: new Date(next.start).toISOString(), ...toAnswer(next, schedule) },
    };
  }
}

@QueryHandler(GetOnCallShifts)
export class GetOnCallShiftsHandler implements IQueryHandler<GetOnCallShifts> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, on_call_id, ...given }: GetOnCallShifts): Promise<OnCallShifts> {
    const schedule = await requireSchedule(this.pool, scope.domain_id, on_call_id);
    const from = readTime('from', given.from, schedule.now);
    const to = given.to === undefined ? from + DEFAULT_DAYS * DAY_MS : readTime('to', given.to, schedule.now);
    if (to <= from) throw DomainError.invalid('to', 'must be later than from');
    if (to - from > MAX_DAYS * DAY_MS)
      throw DomainError.invalid('to', `must be at most ${MAX_DAYS} days after from`);
    const roster = readRoster(schedule, from, to);
    const watches = roster.filter(({ members }) => members.length > 0);
    if (watches.length > MAX_SHIFTS)
      throw DomainError.invalid('to', `gives more than ${MAX_SHIFTS} shifts; ask for a shorter time`);
    return {
      on_call_id,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      shifts: watches.map((watch) => ({
        starts_at: new Date(watch.start).toISOString(),
        ends_at: new Date(watch.end).toISOString(),
        ...toAnswer(watch, schedule),
      })),
      gaps: findGaps(roster, schedule.reachable, MAX_SHIFTS),
    };
  }
}

/** @throws ERROR_NOT_FOUND */
async function requireSchedule(pool: QueryPool, domain_id: string, on_call_id: string): Promise<Schedule> {
  const schedule = await readSchedule(pool, domain_id, parseId('on_call', on_call_id));
  if (schedule === undefined) throw DomainError.notFound('The schedule', on_call_id);
  return schedule;
}

/** Returns milliseconds since the epoch. @throws ERROR_INVALID_PARAMETER */
function readTime(field: string, given: Moment | undefined, now: Date): number {
  const time = given === undefined ? now.getTime() : requireMoment(field, given, now).getTime();
  if (time < now.getTime() - DAYS_BACK * DAY_MS || time > now.getTime() + DAYS_AHEAD * DAY_MS)
    throw DomainError.invalid(field, `must be from ${DAYS_BACK} days ago to ${DAYS_AHEAD} days ahead`);
  return time;
}

/** Returns who is on call at a time, and who is next. Most often somebody else is within two weeks. */
function findWatches(schedule: Schedule, at: number): readonly [Watch, Watch?] {
  const near = readRoster(schedule, at, at + DEFAULT_DAYS * DAY_MS);
  const [watch, next] = near.length > 1 ? near : readRoster(schedule, at, at + DAYS_AHEAD * DAY_MS);
  return [watch ?? { start: at, end: at, members: [], because: null, details: [] }, next];
}

function toAnswer(
  { members: names, because, details }: Watch,
  { members, reachable }: Schedule,
): OnCallWatch {
  return {
    members: members
      .filter(({ name }) => names.includes(name))
      .map((member) => ({ ...member, reachable: reachable.has(member.name) })),
    because,
    details,
  };
}
