import { expect, it } from 'vitest';
import { KeyedMutex } from './mutex.js';

it('runs one function of a key at a time, in their order, and those of other keys beside it', async () => {
  const mutex = new KeyedMutex();
  const events: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string, name: string) =>
    mutex.run(key, async () => {
      events.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1'), run('a', 'a3')];
  await expect.poll(() => events).toEqual(['a1', 'b1']);
  ends[0]?.();
  await expect.poll(() => events).toEqual(['a1', 'b1', 'a2']);
  ends[1]?.();
  ends[2]?.();
  await expect.poll(() => events).toEqual(['a1', 'b1', 'a2', 'a3']);
  ends[3]?.();
  await Promise.all(all);
});

it('goes on after an error, and forgets keys that nobody uses', async () => {
  const mutex = new KeyedMutex();
  await expect(mutex.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await mutex.run('a', () => Promise.resolve(1))).toBe(1);
  expect(mutex['locks'].size).toBe(0);
});
