import { describe, expect, it } from 'vitest';
import { nextMorning } from '../told/words.js';
import type { Alert } from './open-alerts.js';
import { findSilenceTargets, nameSilence } from './silence-target.js';

const alert = (part: object = {}): Alert =>
  ({
    webhook_id: 'w',
    event_key: 'k',
    rule: 'Lag',
    resource: { name: 'db-7', resource_id: 'i-1' },
    ...part,
  }) as unknown as Alert;
const names = (alerts: readonly Alert[]) => findSilenceTargets(alerts).map(({ name }) => name);

describe('what can be silenced', () => {
  it('is the alert, its rule and its host, as far as it has them', () => {
    expect(names([alert()])).toEqual(['This alert', 'Rule Lag', 'Host db-7']);
    expect(names([alert({ rule: null, resource: { name: null, resource_id: null } })])).toEqual([
      'This alert',
    ]);
    const [, , host] = findSilenceTargets([alert({ resource: { name: null, resource_id: 'i-1' } })]);
    expect(host?.filters).toEqual([[{ k: 'resource.resource_id', v: 'i-1', o: 'eq' }]]);
  });

  it('is all of several alerts at once', () => {
    const [target] = findSilenceTargets([alert(), alert({ event_key: 'l' })]);
    expect(target).toMatchObject({
      name: 'These 2 alerts',
      filters: [
        [
          { k: 'webhook_id', v: 'w', o: 'eq' },
          { k: 'event_key', v: ['k', 'l'], o: 'in' },
        ],
      ],
    });
  });

  it('is of each webhook only its own alerts, and no others with the same event keys', () => {
    const [target] = findSilenceTargets([
      alert(),
      alert({ webhook_id: 'x', event_key: 'l' }),
      alert({ webhook_id: 'x', event_key: 'm' }),
    ]);
    expect(target?.filters).toEqual([
      [
        { k: 'webhook_id', v: 'w', o: 'eq' },
        { k: 'event_key', v: ['k'], o: 'in' },
      ],
      [
        { k: 'webhook_id', v: 'x', o: 'eq' },
        { k: 'event_key', v: ['l', 'm'], o: 'in' },
      ],
    ]);
  });

  it('is nothing of more alerts than one silence can name', () => {
    expect(findSilenceTargets(Array.from({ length: 1_001 }, () => alert()))).toEqual([]);
  });
});

it.each([
  ['2026-11-29T22:15', '2026-11-30T08:00'],
  // Whoever is woken at three wants to sleep until the same morning.
  ['2026-11-30T03:10', '2026-11-30T08:00'],
  ['2026-11-30T06:00', '2026-12-01T08:00'],
])('takes as the morning after %s that of %s', (now, morning) => {
  expect(nextMorning(Date.parse(now))).toEqual(new Date(morning));
});

it('bounds the name of a silence, and keeps what makes it unique', () => {
  const name = nameSilence(`Host ${'x'.repeat(500)}`, 'ann', new Date('2026-11-29T22:15:03Z'));
  expect(name).toHaveLength(255);
  expect(name).toMatch(/^Host x+, ann 2026-11-29 22:15:03$/);
});
