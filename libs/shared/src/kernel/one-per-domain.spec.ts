import { expect, it } from 'vitest';
import { OnePerDomain } from './one-per-domain.js';

it('refuses a second of the same domain until the first has ended, also with an error', async () => {
  const turns = new OnePerDomain('plan');
  const first = Promise.withResolvers<string>();
  const running = turns.run('shop', () => first.promise);
  const again = () => turns.run('shop', () => Promise.resolve('again'));
  await expect(again()).rejects.toMatchObject({
    code: 'ERROR_RATE_LIMITED',
    message: 'A plan of this domain is running; try again',
  });
  await expect(turns.run('bank', () => Promise.resolve('other'))).resolves.toBe('other');
  first.reject(new Error('broken'));
  await expect(running).rejects.toThrow('broken');
  await expect(again()).resolves.toBe('again');
});

it('lets four domains at a time, and the next one when one of them has ended', async () => {
  const turns = new OnePerDomain('plan');
  const ends = ['a', 'b', 'c', 'd'].map((domain) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { resolve, run: turns.run(domain, () => promise) };
  });
  const waiting = new AbortController();
  let begun = 0;
  const begin = () => Promise.resolve((begun += 1));
  const fifth = turns.run('e', begin);
  const sixth = turns.run('f', begin, waiting.signal);
  await new Promise(setImmediate);
  expect(begun).toBe(0);
  waiting.abort();
  await expect(sixth).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
  ends[0]?.resolve();
  await expect(fifth).resolves.toBe(1);
  for (const { resolve } of ends) resolve();
  await Promise.all(ends.map(({ run }) => run));
});
