import { describe, expect, it } from 'vitest';
import { createSilenceLookup, Silence, type NewSilence } from './silence.js';

const NOW = new Date('2026-11-23T10:00:00Z');
const HOUR = 3_600_000;
const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
const at = (hours: number) => after(hours).toISOString();
const createFields = (more: Partial<NewSilence> = {}): NewSilence => ({
  domain_id: 'd',
  name: 'upgrade',
  filter: [],
  ends_at: 'now + 2h',
  reason: ' CHG-1 ',
  created_by: 'me',
  ...more,
});
const create = (more: Partial<NewSilence> = {}) => Silence.create(createFields(more), NOW);

describe('a silence', () => {
  it('starts now unless starts_at is given', () => {
    expect(create()).toMatchObject({ starts_at: NOW, ends_at: after(2), reason: 'CHG-1', weekly: null });
    expect(create({ starts_at: at(1) }).starts_at).toEqual(after(1));
  });

  it.each([
    [{ ends_at: at(0) }, 'ends_at must be in the future'],
    [{ starts_at: 'now + 3h' }, 'ends_at must be later than starts_at'],
    [{ ends_at: at(367 * 24) }, 'ends_at must be at most a year after starts_at'],
    [{ ends_at: 'tomorrow' }, 'ends_at must be an ISO 8601 time with a zone'],
    [{ reason: '  ' }, 'reason must not be empty'],
  ])('%j is refused', (more, message) => {
    expect(() => create(more)).toThrow(message);
  });

  it('keeps its id if it is extended after its expiry, and can be renamed without a new end', () => {
    const silence = create();
    const { silence_id } = silence;
    expect(silence.update({ name: 'other' }, after(5))).toBe(true);
    expect(silence.update({ ends_at: at(1) }, after(0))).toBe(true);
    expect(() => silence.update({ ends_at: at(4) }, after(5))).toThrow('must be in the future');
    expect(silence.update({ ends_at: at(6) }, after(5))).toBe(true);
    expect(silence).toMatchObject({ silence_id, name: 'other', ends_at: after(6) });
  });

  it('reports no change if an update or expiry changes nothing', () => {
    const silence = create();
    const { name, reason, filter } = silence;
    const [starts_at, ends_at] = [silence.starts_at.toISOString(), silence.ends_at.toISOString()];
    expect(silence.update({ name, ends_at, starts_at, reason, filter }, after(1))).toBe(false);
    expect(silence.expire(after(3))).toBe(false);
  });

  it('can be expired before it starts', () => {
    const silence = create({ starts_at: at(1) });
    expect(silence.expire(after(0.5))).toBe(true);
    expect(silence).toMatchObject({ starts_at: after(0.5), ends_at: after(0.5) });
  });

  it('applies from its start to its end, and only in its weekly windows', () => {
    const lookUpAlways = createSilenceLookup(create(), NOW, after(3));
    expect([-0.1, 0, 1, 2].map((hours) => lookUpAlways(after(hours)))).toEqual([
      undefined,
      after(2),
      after(2),
      undefined,
    ]);
    const days = ['MON'] as const;
    const weekly = { days, from: '11:00', to: '11:30', timezone: 'UTC' };
    const lookUpWindowed = createSilenceLookup(create({ weekly }), NOW, after(3));
    expect([0.9, 1, 1.49, 1.5].map((hours) => lookUpWindowed(after(hours)))).toEqual([
      undefined,
      after(1.5),
      after(1.5),
      undefined,
    ]);
    const lookUpShort = createSilenceLookup(create({ weekly, ends_at: at(1.25) }), NOW, after(3));
    expect(lookUpShort(after(1.1))).toEqual(after(1.25));
  });
});
