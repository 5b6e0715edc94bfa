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

it('lets those without a place have their turns, however much the others have to do', async () => {
  const turnsOf = new Map<string, number>();
  const turns = new LaterTurns(async (uuid) => {
    turnsOf.set(uuid, (turnsOf.get(uuid) ?? 0) + 1);
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  });
  for (let n = 0; n < 100; n += 1) turns.start({ uuid: `busy ${n}`, domain_id: `d${n % 5}` });
  turns.start({ uuid: 'one more', domain_id: 'd0' });
  turns.start({ uuid: 'a stranger', domain_id: 'other' });
  await expect.poll(() => Math.max(...turnsOf.values())).toBeGreaterThan(10);
  const all = [...turnsOf.values()];
  expect(all).toHaveLength(102);
  expect(Math.max(...all)).toBeLessThan(3 * Math.min(...all) + 3);
  await turns.stop();
});
