import { expect, it } from 'vitest';
import { Histogram } from '../../kernel/histogram.js';
import { Metrics } from './metrics.js';

it('reads values at the scrape, and omits metrics that cannot be read', async () => {
  const metrics = new Metrics();
  let served = 1;
  const histogram = new Histogram([0.5]);
  histogram.add(0.25);
  histogram.add(4);
  metrics.counter('tocsin_served_total', 'Served.', () => [{ labels: { to: 'a"b' }, value: served }]);
  metrics.gauge('tocsin_lost', 'Away.', () => Promise.reject(new Error('the database is away')));
  metrics.histogram('tocsin_seconds', 'Time.', () => [{ labels: { route: '/x' }, histogram }]);
  served = 2;

  const lines = (await metrics.text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE tocsin_served_total counter',
      String.raw`tocsin_served_total{to="a\"b"} 2`,
      '# TYPE tocsin_lost gauge',
      'tocsin_seconds_bucket{route="/x",le="0.5"} 1',
      'tocsin_seconds_bucket{route="/x",le="+Inf"} 2',
      'tocsin_seconds_sum{route="/x"} 4.25',
      'tocsin_seconds_count{route="/x"} 2',
    ]),
  );
  expect(lines.filter((line) => /^tocsin_lost\b/.test(line))).toEqual([]);
});
