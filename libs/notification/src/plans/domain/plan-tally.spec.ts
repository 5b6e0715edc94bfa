import { expect, it } from 'vitest';
import { DayTally } from './plan-tally.js';

it('counts the units that each notification takes', () => {
  const tally = new DayTally();
  const sent = { type: 'alert.opened', alert_id: 'a', severity: 'ERROR', title: 'disk' } as const;
  tally.add([{ ...sent, at: Date.parse('2026-11-20T10:00:00Z') }], 3);
  tally.add([{ ...sent, at: Date.parse('2026-11-20T11:00:00Z') }], 1);
  expect(tally.days).toEqual([{ day: '2026-11-20', count: 4 }]);
  expect(tally.total).toBe(4);
});
