import { expect, it } from 'vitest';
import { LaterTurns } from './later-turns.js';

it('gives one domain no more than its share of the places', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const turns = new LaterTurns((uuid) => {
    begun.push(uuid);
    return new Promise((resolve) => ends.push(() => resolve(false)));
  });
  for (let n = 0; n < 100; n += 1) turns.start({ uuid: `hanging ${n}`, domain_id: 'one' });
  expect(begun).toHaveLength(16);
  for (let n = 0; n < 100; n += 1) turns.start({ uuid: `other ${n}`, domain_id: `d${n}` });
  expect(begun).toHaveLength(64);
  for (const end of ends) end();
  await turns.stop();
});

it('takes another turn of a webhook that was called for in its turn', async () => {
  let begun = 0;
  const ends: ((more: boolean) => void)[] = [];
  const turns = new LaterTurns(() => {
    begun += 1;
    return new Promise((resolve) => ends.push(resolve));
  });
  const webhook = { uuid: 'w', domain_id: 'd' };
  turns.start(webhook);
  turns.start(webhook);
  expect(begun).toBe(1);
  ends[0]?.(false);
  await expect.poll(() => begun).toBe(2);
  ends[1]?.(false);
  await turns.stop();
  expect(begun).toBe(2);
});
