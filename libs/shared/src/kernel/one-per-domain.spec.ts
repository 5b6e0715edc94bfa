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
