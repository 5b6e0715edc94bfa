import { expect, it } from 'vitest';
import { RefusalTotals } from './intake-counters.js';

it('counts by webhook and status', () => {
  const totals = new RefusalTotals();
  for (const status of [400, 413, 413]) totals.add('webhook-a', status);
  expect(totals.list()).toEqual([
    { webhook_id: 'webhook-a', status: 400, count: 1 },
    { webhook_id: 'webhook-a', status: 413, count: 2 },
  ]);
});

it('names a limited number of webhooks for each status, so that wrong keys hide no other refusals', () => {
  const totals = new RefusalTotals();
  for (let n = 0; n < 10_000; n += 1) totals.add(`webhook-${n}`, 404);
  totals.add('webhook-0', 404);
  totals.add('webhook-9999', 413);
  const listed = totals.list();
  expect(listed).toHaveLength(202);
  expect(listed).toContainEqual({ webhook_id: 'webhook-0', status: 404, count: 2 });
  expect(listed).toContainEqual({ webhook_id: 'other', status: 404, count: 9_800 });
  expect(listed).toContainEqual({ webhook_id: 'webhook-9999', status: 413, count: 1 });
});
