import { formatCount, formatDuration, formatTime } from '../format.js';
import type { Source } from '../sources/read-sources.js';

/** Milliseconds for which data counts as current: at 5 s per read, two reads may fail. */
const MAX_AGE_MS = 15_000;

type KnownSource = Pick<Source, 'webhook_id' | 'name' | 'health' | 'quarantinedCount'>;
type QuarantinedSource = KnownSource & { readonly quarantinedCount: number };

export interface KnownState {
  /** The state of the list of open alerts. */
  readonly live: 'loading' | 'live' | 'lost';
  readonly isReachable: boolean;
  /** When the database was last known to be reachable, in milliseconds since 1970; 0: never. */
  readonly reachedAt: number;
  readonly isSpoolInUse: boolean;
  readonly sources: readonly KnownSource[] | undefined;
  /** When the sources were requested, in milliseconds since 1970; 0: never. */
  readonly readAt: number;
  readonly now: number;
}

export interface Verdict {
  readonly kind: 'loading' | 'unknown' | 'waiting' | 'empty' | 'quiet';
  readonly text: string;
  /** The sources that have deliveries in quarantine, those with most first. */
  readonly quarantined?: readonly QuarantinedSource[];
}

/** Returns what to show while no alert is open. `quiet` only if data of the last seconds proves it. */
export function assessQuiet({
  live,
  isReachable,
  reachedAt,
  isSpoolInUse,
  sources,
  readAt,
  now,
}: KnownState): Verdict {
  const since = Math.min(reachedAt, readAt);
  if (live === 'lost' || !isReachable) return unknownVerdict('the connection is lost', since);
  if (live === 'loading' || sources === undefined || since === 0)
    return { kind: 'loading', text: 'Loading …' };
  if (now - since > MAX_AGE_MS) return unknownVerdict('the service does not answer', since);
  if (isSpoolInUse)
    return {
      kind: 'waiting',
      text: 'Deliveries wait in the spool of the service. They may contain alarms.',
    };
  const quarantined = sources
    .filter((source): source is QuarantinedSource => (source.quarantinedCount ?? 0) > 0)
    .toSorted((a, b) => b.quarantinedCount - a.quarantinedCount);
  const found = [...describeBacklog(sources), ...describeQuarantine(quarantined)];
  if (found.length > 0) return { kind: 'waiting', text: found.join(' '), quarantined };
  if (sources.some(({ quarantinedCount }) => quarantinedCount === null))
    return unknownVerdict('what is in quarantine could not be counted', 0);
  const last = Math.max(0, ...sources.map(({ health }) => Date.parse(health.last_received_at ?? '') || 0));
  if (last === 0) return { kind: 'empty', text: 'No source has sent anything yet.' };
  const text = `All quiet. The last delivery was ${formatDuration(now - last)} ago. Nothing waits to be processed or is in quarantine, and the database answered ${formatDuration(now - since)} ago.`;
  return { kind: 'quiet', text };
}

function describeBacklog(sources: readonly KnownSource[]): readonly string[] {
  const waiting = sources.reduce((sum, { health }) => sum + health.backlog, 0);
  if (waiting === 0) return [];
  const lag = formatDuration(Math.max(...sources.map(({ health }) => health.lag_ms)));
  return [
    waiting === 1
      ? `1 delivery waits to be processed, for ${lag}. It may contain an alarm.`
      : `${formatCount(waiting)} deliveries wait to be processed, the oldest for ${lag}. They may contain alarms.`,
  ];
}

function describeQuarantine(sources: readonly QuarantinedSource[]): readonly string[] {
  const count = sources.reduce((sum, { quarantinedCount }) => sum + quarantinedCount, 0);
  if (count === 0) return [];
  return [
    count === 1
      ? '1 delivery is in quarantine; it may contain an alarm.'
      : `${formatCount(count)} deliveries are in quarantine; they may contain alarms.`,
  ];
}

function unknownVerdict(reason: string, since: number): Verdict {
  const state = since === 0 ? 'is unknown' : `has been unknown since ${formatTime(new Date(since))}`;
  return { kind: 'unknown', text: `The current state ${state}: ${reason}.` };
}
