import { expect, it } from 'vitest';
import type { ParsedAlarm } from '../../domain/parse-alarms.js';
import { ParseCache } from './remote-parser.js';

const ignored: readonly ParsedAlarm[] = [{ kind: 'ignored', reason: 'a test' }];
const some = (count: number) => new Map(Array.from({ length: count }, (_, n) => [`d${n}`, ignored]));

it('returns the outcomes of the same plugin version once', () => {
  const cache = new ParseCache();
  cache.put('w', 'v1', some(3));
  expect(cache.take('w', 'v1').size).toBe(3);
  expect(cache.take('w', 'v1').size).toBe(0);
  cache.put('w', 'v1', some(3));
  expect(cache.take('w', 'v2').size).toBe(0);
});

it('limits its total size and keeps the newest entries', () => {
  const cache = new ParseCache();
  for (let n = 0; n < 10; n += 1) cache.put(`w${n}`, 'v', some(10_000));
  const left = Array.from({ length: 10 }, (_, n) => cache.take(`w${n}`, 'v').size);
  expect(left).toEqual([0, 0, 0, 0, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000]);
  cache.put('w', 'v', some(100_000));
  expect(cache.take('w', 'v').size).toBe(0);
});
