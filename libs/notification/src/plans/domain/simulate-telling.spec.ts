import { expect, it } from 'vitest';
import { PreviewBudget } from '../../previews/application/preview-budget.js';
import { createSilenceLookup } from '../../silences/domain/silence.js';
import { WEEKDAYS } from '#shared/kernel/weekdays.js';
import { TellingSimulation, type TellableChange } from './simulate-telling.js';
import type { World } from './world.js';

const FROM = Date.parse('2026-11-01T00:00:00Z');
const DAY_MS = 86_400_000;
const SILENCES = 500;
const SUBSCRIPTIONS = 20;

const change = (n: number): TellableChange => ({
  ...{ alert_id: `a${n}`, key: `k${n}`, kind: 'opened', state: 'OPEN', severity: 'ERROR', flapping: false },
  ...{ calm_at: null, event_id: null, title: 'disk full', opened_at: FROM + n, changed_at: FROM + n },
  matched: '1'.repeat(SILENCES),
});

/** A domain that silences all alerts, hour by hour. */
function createWorld(onLookup: () => void): World {
  const [starts_at, ends_at] = [new Date(FROM), new Date(FROM + 30 * DAY_MS)];
  const lookups = Array.from({ length: 24 }, (_, hour) => {
    const [from = '', to = ''] = [hour, (hour + 1) % 24].map((each) => `${String(each).padStart(2, '0')}:00`);
    return createSilenceLookup(
      { starts_at, ends_at, weekly: { days: WEEKDAYS, from, to, timezone: 'UTC' } },
      starts_at,
      ends_at,
    );
  });
  const silences = Array.from({ length: SILENCES }, (_, n) => ({
    query: n,
    findEnd: (at: number) => {
      onLookup();
      return lookups[n % 24]?.(new Date(at))?.getTime();
    },
  }));
  const subscriptions = Array.from({ length: SUBSCRIPTIONS }, () => ({
    ...{ kinds: ['alert.opened'], tracksAlerts: false, query: 0 },
  }));
  return { subscriptions, silences, held: new Map() };
}

it('looks at the silences of one world between two turns of others, and ends with its caller', async () => {
  let [lookups, most, total] = [0, 0, 0];
  const world = createWorld(() => {
    lookups += 1;
    total += 1;
  });
  const caller = new AbortController();
  const budget = new PreviewBudget(caller.signal);
  const pause = () => {
    most = Math.max(most, lookups);
    lookups = 0;
    return budget.pause();
  };
  const simulation = new TellingSimulation([world, world], FROM, () => undefined, pause);
  for (let n = 0; n < 5; n += 1) await simulation.add(change(n));
  const ended = simulation.end(FROM + 30 * DAY_MS);
  setTimeout(() => caller.abort(), 20);
  await expect(ended).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
  expect(total).toBeGreaterThan(most);
  expect(most).toBeLessThanOrEqual(SILENCES);
});
