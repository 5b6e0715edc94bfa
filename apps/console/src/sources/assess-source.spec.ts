import { describe, expect, it } from 'vitest';
import { assessSource } from './assess-source.js';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const HEALTH = {
  last_received_at: '2026-11-20T09:59:56Z',
  received_count: 5,
  failed_count: 0,
  unkept_count: 0,
  fallback_count: 0,
  last_fallback: null,
  refused_count: 0,
  refused: [],
  backlog: 0,
  lag_ms: 0,
  last_error: null,
  upgrade: null,
};
const QUIET = { quarantinedCount: 0, missingHeartbeats: [] };
const assess = (health: object, activity: object = {}) =>
  assessSource({ state: 'ENABLED', health: { ...HEALTH, ...health } }, { ...QUIET, ...activity }, NOW);
const texts = (health: object, activity: object = {}) =>
  assess(health, activity).findings.map(({ text }) => text);

describe('the assessment of a source', () => {
  it('says when the source was last heard', () => {
    expect(texts({})).toEqual(['Receiving, last 4 s ago']);
    expect(texts({ last_received_at: '2026-11-20T07:00:00Z' })).toEqual(['Silent for 3 h']);
    expect(texts({ last_received_at: null })).toEqual(['Nothing received yet']);
  });

  it('says what is in quarantine now, whatever has ever failed', () => {
    expect(texts({ failed_count: 7 })).toEqual(['Receiving, last 4 s ago']);
    expect(texts({}, { quarantinedCount: 3 })[0]).toBe('3 in quarantine');
  });

  it('says what was refused in the last day, and forgets it then', () => {
    const refused = (last_at: string) => [{ status: 413, count: 12, last_at, last_reason: 'too large' }];
    expect(texts({ refused_count: 12, refused: refused('2026-11-20T09:55:00Z') })[0]).toBe(
      '12 refused, the last 5 min ago',
    );
    expect(texts({ refused_count: 12, refused: refused('2026-11-18T09:55:00Z') })).toHaveLength(1);
  });

  it('puts first what needs attention', () => {
    const ranks = [
      assess({}, { missingHeartbeats: ['*'] }),
      assess({}, { quarantinedCount: 1 }),
      assess({ last_received_at: null }),
      assess({}),
      assessSource({ state: 'DISABLED', health: HEALTH }, QUIET, NOW),
    ].map(({ rank }) => rank);
    expect(ranks).toEqual(ranks.toSorted());
    expect(new Set(ranks).size).toBe(ranks.length);
  });
});
