import type { Tone } from '../design/badge.tsx';
import { formatCount, formatDuration } from '../format.js';
import type { Activity } from './read-activity.js';
import type { SourceRecord } from './read-sources.js';

/** Milliseconds. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long deliveries may wait before that is worth saying. */
const LAG_MS = 60_000;

export interface Finding {
  readonly tone: Tone;
  readonly text: string;
}

export interface Assessment {
  /** In words, what is wrong with the source; otherwise how it is. */
  readonly findings: readonly Finding[];
  /** The smaller, the more it needs attention. */
  readonly rank: number;
}

/** Says how a source is, from what is known of it. What went wrong more than a day ago is not said. */
export function assessSource(
  { state, health }: Pick<SourceRecord, 'state' | 'health'>,
  { quarantinedCount, missingHeartbeats }: Pick<Activity, 'quarantinedCount' | 'missingHeartbeats'>,
  now: number,
): Assessment {
  if (state !== 'ENABLED') return { findings: [{ tone: 'neutral', text: 'Disabled' }], rank: 4 };
  const isRecent = (at: string | undefined) => at !== undefined && now - Date.parse(at) < DAY_MS;
  const bad: Finding[] = missingHeartbeats.map((name) => ({
    tone: 'bad',
    text: name === '*' ? 'Heartbeat missing' : `Heartbeat ${name.slice(0, 60)} missing`,
  }));
  const warnings: Finding[] = [];
  if (quarantinedCount > 0)
    warnings.push({ tone: 'error', text: `${formatCount(quarantinedCount)} in quarantine` });
  const refusedAt = (health.refused ?? [])
    .map(({ last_at }) => last_at)
    .toSorted()
    .at(-1);
  if (refusedAt !== undefined && isRecent(refusedAt))
    warnings.push({
      tone: 'warning',
      text: `${formatCount(health.refused_count)} refused, the last ${formatDuration(now - Date.parse(refusedAt))} ago`,
    });
  if (health.backlog > 0 && health.lag_ms > LAG_MS)
    warnings.push({
      tone: 'warning',
      text: `${formatCount(health.backlog)} waiting for ${formatDuration(health.lag_ms)}`,
    });
  if (isRecent(health.last_fallback?.at)) warnings.push({ tone: 'warning', text: 'Does not fit its plugin' });
  if (health.upgrade !== null) warnings.push({ tone: 'info', text: 'Upgrade held back' });
  const findings = [...bad, ...warnings, reception(health.last_received_at, now)];
  const rank = bad.length > 0 ? 0 : warnings.length > 0 ? 1 : health.last_received_at === null ? 2 : 3;
  return { findings, rank };
}

function reception(at: string | null, now: number): Finding {
  if (at === null) return { tone: 'neutral', text: 'Nothing received yet' };
  const age = now - Date.parse(at);
  return age < HOUR_MS
    ? { tone: 'good', text: `Receiving, last ${formatDuration(age)} ago` }
    : { tone: 'neutral', text: `Silent for ${formatDuration(age)}` };
}
