import { expect, it } from 'vitest';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { compareDeliveries, compareVersions } from './compare-stored.js';

const other: Plugin = {
  ...direct,
  version: '9.0.0',
  parse: (delivery, options) =>
    direct
      .parse(delivery, options)
      .map((one) =>
        one.outcome === 'EVENT' ? { ...one, event: { ...one.event, raw_data: [one.event.raw_data] } } : one,
      ),
};

it('reports a difference for all deliveries, with details up to a size limit', async () => {
  const stored = Array.from({ length: 30 }, (_, n) => ({
    delivery_id: `0192a5a0-0000-7000-8000-0000000000${n + 10}`,
    outcomes: [],
    delivery: {
      received_at: new Date('2026-11-20T10:00:00Z'),
      content_type: 'application/json',
      headers: {},
      query: {},
      path_suffix: '',
      body: Buffer.from(JSON.stringify({ event_key: `k${n}`, title: 't', x: 'x'.repeat(400_000) })),
    },
  }));
  const compared = await compareDeliveries(stored, (one) =>
    compareVersions(one, { plugin: direct, options: {} }, { plugin: other, options: {} }),
  );
  expect(compared.map(({ differences }) => differences.map(({ difference }) => difference))).toEqual(
    stored.map(() => ['CHANGED']),
  );
  expect(compared[0]?.differences[0]?.changes).toMatchObject([{ field: 'raw_data' }]);
  expect(compared.at(-1)?.differences[0]?.changes).toEqual([]);
  expect(JSON.stringify(compared.map(({ differences }) => differences)).length).toBeLessThan(10_000_000);
});
