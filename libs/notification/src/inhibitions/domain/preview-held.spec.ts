import { describe, expect, it } from 'vitest';
import { createEqualKey, isEqualField } from './equal-fields.js';
import { findHeld, findHeldSpans, type PastAlert } from './preview-held.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000).toISOString();

interface TestAlert extends PastAlert {
  readonly labels: Readonly<Record<string, string>>;
}

/** An alert that was open from one second to another, and last heard of then. */
const createAlert = (alert_id: string, from: number, to: number | null, cluster = 'eu'): TestAlert => ({
  ...{ alert_id, title: alert_id, severity: 'ERROR' },
  labels: { cluster },
  opened_at: at(from),
  resolved_at: to === null ? null : at(to),
  last_received_at: at(to ?? from),
});
const TERMS = { equal: ['labels.cluster'], wait: 30, max: 3_600 };

describe('a preview holds back', () => {
  it.each([
    ['what opened while the source was open', 10, true],
    ['what opened before the source, by less than the wait', -30, true],
    ['nothing that opened before the source by more', -31, false],
    ['nothing that opened after the source had ended', 100, false],
  ])('%s', (_, opened, isHeld) => {
    const [source, target] = [createAlert('s', 0, 100), createAlert('t', opened, null)];
    const held = findHeld(TERMS, [source], [target]);
    expect(held).toEqual(isHeld ? [{ alert: target, source }] : []);
  });

  it('nothing by a source that has been silent for too long, or has another label', () => {
    const silent = createAlert('s', 0, null);
    expect(findHeld(TERMS, [silent], [createAlert('t', 3_599, null)])).toHaveLength(1);
    expect(findHeld(TERMS, [silent], [createAlert('t', 3_600, null)])).toEqual([]);
    expect(findHeld(TERMS, [silent], [createAlert('t', 1, null, 'us')])).toEqual([]);
    expect(
      findHeld(TERMS, [{ ...silent, labels: {} }], [{ ...createAlert('t', 1, null), labels: {} }]),
    ).toEqual([]);
  });

  it('an alert that matches both filters only by a source that does not', () => {
    const [both, target, source] = [
      createAlert('both', 0, null),
      createAlert('t', 1, null),
      createAlert('s', 2, null),
    ];
    expect(findHeld(TERMS, [both], [both, target])).toEqual([{ alert: target, source: both }]);
    expect(findHeld(TERMS, [both, source], [both])).toEqual([{ alert: both, source }]);
    expect(findHeld(TERMS, [both, target], [both, target])).toEqual([]);
  });
});

describe('the fields that must be equal', () => {
  const alert = {
    rule: 'Down',
    resource: { name: '' },
    labels: { 'app.kubernetes.io/name': 'web', team: 'a' },
  };

  it('give the same key for the same values only', () => {
    const key = createEqualKey(['labels.team', 'rule'], alert);
    expect(key).toBe(createEqualKey(['labels.team', 'rule'], { ...alert, title: 'x' }));
    expect(key).not.toBe(
      createEqualKey(['labels.team', 'rule'], { ...alert, rule: 'a', labels: { team: 'Down' } }),
    );
    expect(createEqualKey(['labels.app.kubernetes.io/name'], alert)).toBeDefined();
    expect(createEqualKey([], alert)).toBeDefined();
  });

  it.each(['labels.zone', 'resource.name', 'source.name', 'labels.constructor'])('%s has no key', (field) => {
    expect(createEqualKey(['rule', field], alert)).toBeUndefined();
  });

  it('are fields of an alert that do not change with its state, and labels', () => {
    expect(['rule', 'resource.name', 'labels.a.b'].every(isEqualField)).toBe(true);
    expect(
      ['state', 'labels.', 'labels', 'acknowledged', 7, `labels.${'x'.repeat(129)}`].some(isEqualField),
    ).toBe(false);
  });
});

describe('findHeldSpans', () => {
  const minutes = (minute: number) => at(minute * 60);
  const ms = (minute: number) => Date.parse(minutes(minute));
  const past = (alert_id: string, opened: number, resolved: number | null, labels = { cluster: 'a' }) => ({
    ...{ alert_id, title: alert_id, severity: 'ERROR', labels },
    ...{ opened_at: minutes(opened), resolved_at: resolved === null ? null : minutes(resolved) },
    last_received_at: minutes(resolved ?? opened),
  });
  const terms = { equal: ['labels.cluster'], wait: 120, settle: 60, max: 3_600 };

  it('holds from the opening if a source is open or comes while it waits, and otherwise from the source on', () => {
    const sources = [past('s', 10, 20)];
    const targets = [
      past('during', 15, 40),
      past('waits', 8, 40),
      past('early', 1, 40),
      past('late', 20, 40),
    ];
    expect(Object.fromEntries(findHeldSpans(terms, sources, targets))).toEqual({
      during: [{ start: ms(15), end: ms(20), told: ms(21) }],
      waits: [{ start: ms(8), end: ms(20), told: ms(21) }],
      early: [{ start: ms(10), end: ms(20), told: ms(21) }],
    });
  });

  it('joins sources that overlap, ends one that is not heard of, and keeps groups apart', () => {
    const sources = [past('a', 10, 20), past('b', 15, 30), past('silent', 100, null)];
    const targets = [past('t', 12, 400), past('elsewhere', 12, 400, { cluster: 'b' })];
    expect(Object.fromEntries(findHeldSpans(terms, sources, targets))).toEqual({
      t: [
        { start: ms(12), end: ms(30), told: ms(31) },
        { start: ms(100), end: ms(160), told: ms(160) },
      ],
    });
  });

  it('lets one that is both be held back only by a source that is no target', () => {
    const [both, other] = [past('both', 10, 30), past('other', 10, 30)];
    expect(findHeldSpans(terms, [both, other], [both]).get('both')).toHaveLength(1);
    expect(findHeldSpans(terms, [both, other], [both, other]).size).toBe(0);
  });
});
