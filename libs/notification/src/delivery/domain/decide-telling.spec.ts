import { describe, expect, it } from 'vitest';
import { decideForSubscription, decideTelling, type TellingContext } from './decide-telling.js';

const change = { kind: 'opened', severity: 'WARNING', flapping: false } as const;
const KINDS = ['opened', 'escalated', 'deescalated', 'acknowledged', 'resolved', 'reopened', 'flapping'];
const context: TellingContext = {
  kinds: KINDS.map((kind) => `alert.${kind}`),
  tracksAlerts: false,
  isMatched: true,
  isTold: false,
  flapping: undefined,
};
const without = (...left: readonly string[]) =>
  context.kinds.filter((kind) => !left.some((each) => kind === `alert.${each}`));

describe('a correction', () => {
  it.each(['resolved', 'deescalated'] as const)(
    '%s goes to whoever was told, whatever the filter says now',
    (kind) => {
      const correction = { ...change, kind };
      expect(decideTelling(correction, { ...context, isTold: true, isMatched: false })).toBe('correct');
      expect(decideTelling(correction, context)).toBe('leave');
      expect(decideTelling(correction, { ...context, isTold: true, kinds: without(kind) })).toBe('leave');
      const tracking = { ...context, isTold: true, kinds: without(kind), tracksAlerts: true };
      expect(decideTelling(correction, tracking)).toBe('correct');
    },
  );

  it('is told by the filter if it is not known who was told, or if openings are not asked for', () => {
    const recovery = { ...change, kind: 'resolved' } as const;
    expect(decideTelling(recovery, { ...context, isTold: undefined })).toBe('tell');
    expect(decideTelling(recovery, { ...context, isTold: undefined, isMatched: false })).toBe('leave');
    expect(decideTelling(recovery, { ...context, kinds: ['alert.resolved'] })).toBe('tell');
  });
});

describe('while a key is flapping', () => {
  const flapping = { severity: 'WARNING', calm_at: '2026-11-27T08:10:00.000Z' } as const;
  const told = { ...context, flapping };
  const opening = { ...change, flapping: true };

  it('nothing is kept from a subscription that was not told so', () => {
    expect(decideTelling(opening, context)).toBe('tell');
  });

  it('what is not worse than what was told waits until the key is calm', () => {
    expect(decideTelling(opening, told)).toBe('hold');
    expect(decideTelling({ ...opening, flapping: false }, told)).toBe('tell');
  });

  it('what is worse than what was told is told at once', () => {
    expect(decideTelling({ ...opening, severity: 'CRITICAL' }, told)).toBe('tell');
    expect(decideTelling({ ...opening, kind: 'escalated', severity: 'ERROR' }, told)).toBe('tell');
  });

  it('a recovery of what was told passes, and so does an acknowledgement', () => {
    expect(decideTelling({ ...opening, kind: 'resolved' }, { ...told, isTold: true })).toBe('correct');
    expect(decideTelling({ ...opening, kind: 'resolved' }, told)).toBe('leave');
    expect(decideTelling({ ...opening, kind: 'acknowledged' }, { ...told, isTold: true })).toBe('tell');
    expect(decideTelling({ ...opening, kind: 'acknowledged' }, told)).toBe('leave');
  });
});

it('a change that the filter does not find, or of a kind that is not asked for, is left', () => {
  expect(decideTelling(change, { ...context, isMatched: false })).toBe('leave');
  expect(decideTelling(change, { ...context, kinds: without('opened') })).toBe('leave');
  expect(decideTelling(change, { ...context, kinds: without('opened'), tracksAlerts: true })).toBe('leave');
});

describe('what becomes of a change', () => {
  const changed = { ...change, calm_at: null, changed_at: '2026-11-20T10:00:00.000Z' };
  const decide = (given: { readonly kind?: string; readonly flapping?: boolean }, known: object = {}) =>
    decideForSubscription(
      { ...changed, ...given },
      {
        ...{ ...context, hasFailed: false, isKept: false, isUnsettled: false, isToldAsFlapping: false },
        ...known,
      },
    );

  it('is told now, unless something keeps it back or was kept back before', () => {
    expect(decide({})).toMatchObject({ telling: 'tell', isSilenced: false, isToldNow: true });
    for (const known of [{ isKept: true }, { isUnsettled: true }])
      expect(decide({}, known)).toMatchObject({ telling: 'tell', isSilenced: true, isToldNow: false });
  });

  it('is recorded to its end if it is kept from everybody, and a correction of what was told is not kept back', () => {
    const recovery = { kind: 'resolved' };
    expect(decide(recovery)).toBeUndefined();
    expect(decide(recovery, { isUnsettled: true })).toMatchObject({ telling: 'tell', isSilenced: true });
    expect(decide(recovery, { isUnsettled: true, isMatched: false })).toBeUndefined();
    expect(decide(recovery, { isKept: true, isTold: true })).toMatchObject({
      telling: 'correct',
      isToldNow: true,
    });
  });

  it('is left to the next change if that says that the key is flapping, and is wanted', () => {
    expect(decide({}, { isToldAsFlapping: true })).toBeUndefined();
    expect(decide({}, { isToldAsFlapping: true, kinds: without('flapping') })).toMatchObject({
      isToldNow: true,
    });
  });

  it('cancels what could not be told if the alert has ended', () => {
    expect(decide({ kind: 'resolved' }, { hasFailed: true, isMatched: false })).toMatchObject({
      telling: 'cancel',
      isToldNow: false,
    });
  });

  it('says that the key is flapping to those who are told, and to nobody else', () => {
    const flapping = { kind: 'flapping', flapping: true };
    const known = { severity: 'WARNING', calm_at: '2026-11-20T11:00:00.000Z' };
    expect(decide(flapping)?.flapping).toEqual(known);
    expect(decide(flapping, { isKept: true })?.flapping).toBeUndefined();
    expect(decide({ kind: 'reopened', flapping: true })?.flapping).toBeUndefined();
    expect(decide({ kind: 'reopened', flapping: true }, { flapping: known })).toMatchObject({
      telling: 'hold',
      flapping: known,
    });
  });
});
