import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEqualKey, isEqualField } from './equal-fields.js';
import { findHeld, findHeldTimes, toPastAlert, type PastAlert } from './preview-held.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000).toISOString();

/** An alert that was open from one second to another, and last heard of then. */
const createAlert = (alert_id: string, from: number, to: number | null, labels: object = { cluster: 'eu' }) =>
  toPastAlert(['labels.cluster'], {
    ...{ alert_id, labels },
    opened_at: at(from),
    resolved_at: to === null ? null : at(to),
    last_received_at: at(to ?? from),
  });
const TERMS = { wait: 30, settle: 60, max: 3_600 };

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
    expect(findHeld(TERMS, [silent], [createAlert('t', 1, null, { cluster: 'us' })])).toEqual([]);
    expect(findHeld(TERMS, [createAlert('s', 0, null, {})], [createAlert('t', 1, null, {})])).toEqual([]);
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

describe('the times in which targets are held back', () => {
  const ms = (second: number) => Date.parse(at(second));
  /** Returns until when what is held back at each of these seconds is not told of, in seconds. */
  const findTolds = (
    sources: readonly PastAlert[],
    target: PastAlert,
    seconds: readonly number[],
    isKept = false,
  ) => {
    const times = findHeldTimes(TERMS, sources, [target]).get(target.alert_id);
    return seconds.map((second) => {
      const told = times?.findTold(ms(second), isKept);
      return told === undefined ? undefined : (told - ms(0)) / 1000;
    });
  };
  const source = createAlert('s', 600, 1_200);

  it('begin with the opening if a source is open or comes while it waits, and otherwise with the source', () => {
    const asked = [570, 599, 600, 1_199, 1_200];
    const from = (opened: number) => findTolds([source], createAlert('t', opened, 2_400), asked);
    expect(from(570)).toEqual([1_260, 1_260, 1_260, 1_260, undefined]);
    expect(from(569)).toEqual([undefined, undefined, 1_260, 1_260, undefined]);
    expect(findHeldTimes(TERMS, [source], [createAlert('late', 1_200, 2_400)]).size).toBe(0);
  });

  it('last until what was held back has settled', () => {
    expect(findTolds([source], createAlert('t', 600, null), [1_259, 1_260], true)).toEqual([
      1_260,
      undefined,
    ]);
  });

  it('join sources that overlap, end with one that is not heard of, and keep groups apart', () => {
    const sources = [source, createAlert('b', 900, 1_800), createAlert('silent', 6_000, null)];
    const target = createAlert('t', 720, null);
    expect(findTolds(sources, target, [1_500, 1_800, 6_000, 9_600])).toEqual([
      ...[1_860, undefined, 9_600, undefined],
    ]);
    expect(findHeldTimes(TERMS, sources, [createAlert('t', 720, null, { cluster: 'us' })]).size).toBe(0);
  });

  it('of one that is both are those of sources that are no targets', () => {
    const [both, other] = [createAlert('both', 600, 1_800), createAlert('other', 600, 1_800)];
    expect(findHeldTimes(TERMS, [both, other], [both]).size).toBe(1);
    expect(findHeldTimes(TERMS, [both, other], [both, other]).size).toBe(0);
  });
});

const pastAlert = fc
  .record({
    opened: fc.nat(300),
    lasts: fc.option(fc.nat(100)),
    heard: fc.nat(100),
    key: fc.constantFrom('a', 'b', undefined),
  })
  .map(({ opened, lasts, heard, key }) => ({
    ...{ opened: opened * 1000, key, heard: (opened + heard) * 1000 },
    resolved: lasts === null ? Number.POSITIVE_INFINITY : (opened + lasts) * 1000,
  }));
const terms = fc.record({ wait: fc.nat(40), settle: fc.nat(40), max: fc.integer({ min: 1, max: 60 }) });
/** Alerts that are sources, targets or both. */
const roles = fc
  .array(fc.tuple(pastAlert, fc.constantFrom('source', 'target', 'both')), { maxLength: 12 })
  .map((all) => all.map(([alert, role], n) => ({ role, alert: { ...alert, alert_id: `a${n}` } })))
  .map((all) => ({
    sources: all.filter(({ role }) => role !== 'target').map(({ alert }) => alert),
    targets: all.filter(({ role }) => role !== 'source').map(({ alert }) => alert),
  }));

/** Returns the sources that may hold a target back, in the order of their openings. */
const findSources = (sources: readonly PastAlert[], targets: readonly PastAlert[], alert: PastAlert) =>
  sources
    .filter(({ key }) => key !== undefined && key === alert.key)
    .filter((each) => !(sources.includes(alert) && targets.includes(each)))
    .toSorted((a, b) => a.opened - b.opened);

it('a preview finds what a look at each pair of alerts finds', () => {
  fc.assert(
    fc.property(terms, roles, ({ wait, max }, { sources, targets }) => {
      const expected = targets.flatMap((alert) => {
        const found = findSources(sources, targets, alert).find(
          ({ opened, resolved, heard }) =>
            opened <= alert.opened + wait * 1000 && Math.min(resolved, heard + max * 1000) > alert.opened,
        );
        return found === undefined ? [] : [{ alert, source: found }];
      });
      expect(findHeld({ wait, max }, sources, targets)).toEqual(expected);
    }),
  );
});

it('an open target is held back exactly while one of its sources takes effect', () => {
  fc.assert(
    fc.property(terms, roles, fc.nat(500), ({ wait, settle, max }, { sources, targets }, second) => {
      const held = findHeldTimes({ wait, settle, max }, sources, targets);
      for (const alert of targets) {
        // Nothing is told of an alert after its recovery.
        const moment = Math.min(second * 1000, alert.resolved - 1);
        const isHeld = findSources(sources, targets, alert).some(({ opened, resolved, heard }) => {
          const end = Math.min(resolved, heard + max * 1000);
          const start = opened <= alert.opened + wait * 1000 ? alert.opened : opened;
          return end > alert.opened && opened < alert.resolved && start <= moment && moment < end;
        });
        const told = held.get(alert.alert_id)?.findTold(moment, false);
        expect(told !== undefined).toBe(isHeld);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('a preview of many alerts blocks nobody', () => {
  const many = (prefix: string, from: number) =>
    Array.from({ length: 5_000 }, (_, n) => createAlert(`${prefix}${n}`, from + n * 10, from + n * 10 + 1));
  const [sources, targets] = [many('s', 0), many('t', 5).map((each) => ({ ...each, resolved: Infinity }))];
  const begun = performance.now();
  expect(findHeld({ ...TERMS, wait: 0 }, sources, targets)).toEqual([]);
  // No source begins after the last target.
  expect(findHeldTimes(TERMS, sources, targets).size).toBe(targets.length - 1);
  // A look at each pair takes ten seconds.
  expect(performance.now() - begun).toBeLessThan(1_000);
});
