import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import type { StoredConsumption } from './consumption.js';
import { decideConsumptions, protocolKey } from './decide-consumptions.js';
import { formatDay } from './quota-limit.js';

const EMAIL = { domain_id: 'd1', protocol_id: 'email' };
const START_MS = Date.UTC(2026, 10, 25);
const DAY_MS = 86_400_000;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      group: fc.array(
        fc.record({ amount: fc.integer({ min: 1, max: 12 }), key: fc.integer({ min: 0, max: 40 }) }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      // The clocks of processes differ.
      skewMs: fc.integer({ min: -2_000, max: 2_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ passMs: fc.integer({ min: 0, max: DAY_MS / 2 }) }) },
  { weight: 2, arbitrary: fc.record({ release: fc.nat() }) },
);
const window = fc.integer({ min: -1, max: 60 });
const limits = fc.record({ day: window, month: window }, { requiredKeys: [] });

/** Stores decisions like the ledger. */
class Store {
  readonly usage = new Map<string, number>();
  readonly storedByKey = new Map<string, StoredConsumption>();
  readonly consumptions: { day: string; amount: number; released: boolean }[] = [];

  used(prefix: string): number {
    let sum = 0;
    for (const [day, consumed] of this.usage) if (day.startsWith(prefix)) sum += consumed;
    return sum;
  }

  add(day: string, amount: number): void {
    this.usage.set(day, (this.usage.get(day) ?? 0) + amount);
  }
}

it('never exceeds the limit with any sequence of consumptions, releases and retries', () => {
  fc.assert(
    fc.property(limits, fc.array(step, { minLength: 5, maxLength: 60 }), (limit, steps) => {
      const store = new Store();
      let time = START_MS;
      for (const each of steps) {
        if ('passMs' in each) time += each.passMs;
        else if ('release' in each) release(store, each.release);
        else consume(store, limit, each.group, new Date(time + each.skewMs));
        for (const day of store.usage.keys()) {
          expect(store.used(day)).toBeLessThanOrEqual(toLimit(limit.day));
          expect(store.used(day.slice(0, 7))).toBeLessThanOrEqual(toLimit(limit.month));
          expect(store.used(day)).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: scaled(1_000), seed: 20_261_120 },
  );
});

const toLimit = (limit = -1) => (limit === -1 ? Infinity : limit);

function consume(
  store: Store,
  limit: { day?: number; month?: number },
  group: readonly { amount: number; key: number }[],
  at: Date,
): void {
  const day = formatDay(at);
  const used = { day: store.used(day), month: store.used(day.slice(0, 7)) };
  const requests = group.map(({ amount, key }, place) => ({
    ...EMAIL,
    consumption_id: `${store.consumptions.length} ${place}`,
    amount,
    mark: { key: `key ${key}`, request: String(amount) },
  }));
  const known = new Set(store.storedByKey.keys());
  const states = new Map([[protocolKey(EMAIL), { quota_id: null, limit, used }]]);
  const { granted, usage } = decideConsumptions(requests, states, store.storedByKey, at);
  for (const { consumed } of usage.values()) store.add(day, consumed);
  for (const { amount, mark, consumption_id, outcome } of granted) {
    // A key is granted only once.
    expect(known.has(mark?.key ?? '')).toBe(false);
    const { remaining } = outcome;
    if (mark) store.storedByKey.set(mark.key, { consumption_id, request: mark.request, remaining, at });
    store.consumptions.push({ day, amount, released: false });
  }
}

function release(store: Store, choice: number): void {
  const consumption = store.consumptions[choice % Math.max(1, store.consumptions.length)];
  if (!consumption || consumption.released) return;
  consumption.released = true;
  store.add(consumption.day, -consumption.amount);
}
