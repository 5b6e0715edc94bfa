import { expect, it } from 'vitest';
import type { ChangeFeed } from './change-feed.js';
import { VersionedCache } from './versioned-cache.js';

const silent = { onChange: () => undefined } as unknown as ChangeFeed;

it('a thousand who ask for what there is not read it twice: what began before they asked proves nothing', async () => {
  const cache = new VersionedCache<string>(silent, 'api_key', (value) => value);
  const readings: ((value: string | undefined) => void)[] = [];
  const read = () => new Promise<string | undefined>((resolve) => readings.push(resolve));
  const answers = Promise.all(Array.from({ length: 1_000 }, () => cache.load('unknown', read)));
  readings[0]?.(undefined);
  await new Promise(setImmediate);
  expect(readings).toHaveLength(2);
  readings[1]?.('made in between');
  expect(new Set(await answers)).toEqual(new Set([undefined, 'made in between']));
  expect(readings).toHaveLength(2);
});
