import { expect, it } from 'vitest';
import { drawChart, fillBuckets } from './event-chart.js';

it('has a bucket for every hour, even without events', () => {
  const counts = new Map([
    ['2026-11-20T10:00Z', 8],
    ['2026-11-20T12:00Z', 1],
  ]);
  const from = Date.parse('2026-11-20T10:30:00Z');
  expect(fillBuckets(counts, 'hour', from, Date.parse('2026-11-20T12:10:00Z'))).toEqual([
    { at: '2026-11-20T10:00Z', count: 8 },
    { at: '2026-11-20T11:00Z', count: 0 },
    { at: '2026-11-20T12:00Z', count: 1 },
  ]);
  expect(fillBuckets(new Map(), 'day', from, from)).toEqual([{ at: '2026-11-20', count: 0 }]);
});

it('scales bars to the width and draws a bar for the smallest count', () => {
  const buckets = [
    { at: 'a', count: 16 },
    { at: 'b', count: 1 },
    { at: 'c', count: 0 },
  ];
  expect(drawChart(buckets, 4).split('\n')).toEqual(['a 16 ████', 'b  1 ▎', 'c  0']);
});
