import { FIRST, LASTING, PROBLEMS, type Problem } from './cast.js';
import type { Occurrence } from './payloads.js';

const DAYS = 14;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Of what began in the last hours, the share that is still open. */
const OPEN_SHARE = 0.3;
const OPEN_HOURS = 6;

/** How likely something happens in this hour (UTC): most by day, least by night and at weekends. */
function weigh(at: Date): number {
  const hour = at.getUTCHours();
  const isWeekend = at.getUTCDay() % 6 === 0;
  return (hour >= 7 && hour < 19 ? 1 : 0.3) * (isWeekend ? 0.5 : 1);
}

/** Returns what happened in the last two weeks, in the order in which the sources reported it. */
export function createHistory(now: Date): readonly Occurrence[] {
  const reports = PROBLEMS.flatMap((problem) => createIncidents(problem, now)).flatMap(
    ({ problem, startedAt, endedAt }) => [
      { at: startedAt, occurrence: { problem, startedAt } },
      ...(endedAt === undefined ? [] : [{ at: endedAt, occurrence: { problem, startedAt, endedAt } }]),
    ],
  );
  return reports.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(({ occurrence }) => occurrence);
}

/** Those of a problem do not overlap. What happens at the start has ended before: an alert that is open already is told to nobody. */
function createIncidents(problem: Problem, now: Date): readonly Occurrence[] {
  const begin = now.getTime() - DAYS * 24 * HOUR_MS;
  const times: number[] = [];
  while (times.length < problem.times * (DAYS / 7)) {
    const at = begin + Math.random() * (now.getTime() - begin - 2 * MINUTE_MS);
    if (Math.random() < weigh(new Date(at))) times.push(at);
  }
  const incidents: Occurrence[] = [];
  const mayBeOpen = ![...LASTING, ...FIRST].includes(problem);
  const latestEnd = now.getTime() - MINUTE_MS;
  for (const at of times.toSorted((a, b) => a - b)) {
    const last = incidents.at(-1);
    if (last !== undefined && (last.endedAt ?? now).getTime() > at - 2 * MINUTE_MS) continue;
    const end = at + problem.minutes * MINUTE_MS * (0.3 + 1.5 * Math.random());
    const isRecent = at > now.getTime() - OPEN_HOURS * HOUR_MS;
    const isOpen = mayBeOpen && (end > latestEnd || (isRecent && Math.random() < OPEN_SHARE));
    const endedAt = new Date(Math.min(end, latestEnd));
    incidents.push({ problem, startedAt: new Date(at), ...(!isOpen && { endedAt }) });
  }
  return incidents;
}
