import { describe, expect, it } from 'vitest';
import { assessQuiet, type KnownState } from './quiet.js';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const source = (
  backlog = 0,
  lag_ms = 0,
  last: string | null = '2026-11-20T09:59:56Z',
  quarantinedCount: number | null = 0,
) =>
  ({
    health: { backlog, lag_ms, last_received_at: last, failed_count: 9 },
    quarantinedCount,
  }) as NonNullable<KnownState['sources']>[number];
const quarantined = (count: number | null) => source(0, 0, undefined, count);
const known: KnownState = {
  live: 'live',
  isReachable: true,
  reachedAt: NOW - 3_000,
  isSpoolInUse: false,
  sources: [source(), source(0, 0, null)],
  readAt: NOW - 2_000,
  now: NOW,
};

describe('assessQuiet', () => {
  it('reports all quiet with the times of the last delivery and answer, or that nothing was sent', () => {
    expect(assessQuiet(known)).toEqual({
      kind: 'quiet',
      text: 'All quiet. The last delivery was 4 s ago. Nothing waits to be processed or is in quarantine, and the database answered 3 s ago.',
    });
    expect(assessQuiet({ ...known, sources: [] })).toMatchObject({ kind: 'empty' });
  });

  it.each([
    ['the stream is lost', { live: 'lost' }, 'unknown'],
    ['the database is unreachable', { isReachable: false }, 'unknown'],
    ['the sources were read too long ago', { readAt: NOW - 16_000 }, 'unknown'],
    ['the service answered too long ago', { reachedAt: NOW - 16_000 }, 'unknown'],
    ['deliveries are in the spool', { isSpoolInUse: true }, 'waiting'],
    ['deliveries wait to be processed', { sources: [source(), source(7, 61_000)] }, 'waiting'],
    ['deliveries are in quarantine', { sources: [source(), quarantined(1)] }, 'waiting'],
    ['the quarantine could not be counted', { sources: [source(), quarantined(null)] }, 'unknown'],
    ['the alerts are being loaded', { live: 'loading' }, 'loading'],
    ['the sources are not loaded', { sources: undefined, readAt: 0 }, 'loading'],
  ] as const)('does not report all quiet while %s', (_, part, kind) => {
    expect(assessQuiet({ ...known, ...part })).toMatchObject({ kind });
  });

  it('states how many deliveries are in quarantine, and of which sources, those with most first', () => {
    const [few, many] = [quarantined(1), quarantined(3)];
    expect(assessQuiet({ ...known, sources: [source(), few] }).text).toBe(
      '1 delivery is in quarantine; it may contain an alarm.',
    );
    expect(assessQuiet({ ...known, sources: [source(), few, many] })).toEqual({
      kind: 'waiting',
      text: '4 deliveries are in quarantine; they may contain alarms.',
      quarantined: [many, few],
    });
    expect(assessQuiet({ ...known, sources: [source(7, 61_000), few] }).text).toMatch(
      /^7 deliveries wait .* 1 delivery is in quarantine;/,
    );
  });

  it('states since when the state is unknown, and how long deliveries have been waiting', () => {
    expect(assessQuiet({ ...known, isReachable: false }).text).toMatch(
      /unknown since .*: the connection is lost/,
    );
    expect(assessQuiet({ ...known, sources: [source(7, 61_000)] }).text).toContain('the oldest for 1 min');
  });
});
