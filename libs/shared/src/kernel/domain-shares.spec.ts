import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainShares } from './domain-shares.js';

const createShares = (places: number, waitMs = 500) => new DomainShares({ name: 'lists', places, waitMs });

/** Starts work that runs until `end` is called. */
function start(shares: DomainShares, domain: string, signal?: AbortSignal) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const work = { isRunning: false, end, done: Promise.resolve() };
  work.done = shares.run(
    domain,
    () => {
      work.isRunning = true;
      return promise;
    },
    signal,
  );
  work.done.catch(() => undefined);
  return work;
}

const countRunning = (all: readonly { readonly isRunning: boolean }[]) =>
  all.filter(({ isRunning }) => isRunning).length;

describe('DomainShares', () => {
  it('admits half of the places for a single domain, and fewer for each further one', async () => {
    const shares = createShares(8);
    const counts = ['a', 'b', 'c', 'd'].map((domain) =>
      countRunning(Array.from({ length: 9 }, () => start(shares, domain))),
    );
    expect(counts).toEqual([4, 2, 1, 1]);
  });

  it('gives a place that becomes free to the domain that holds the fewest, however long others have waited', async () => {
    const shares = createShares(4);
    const loud = Array.from({ length: 100 }, () => start(shares, 'loud'));
    const others = ['b', 'c'].map((domain) => start(shares, domain));
    const newcomer = start(shares, 'newcomer');
    expect([countRunning(others), newcomer.isRunning]).toEqual([2, false]);
    loud[0]?.end();
    await sleep(1);
    expect([newcomer.isRunning, countRunning(loud)]).toEqual([true, 2]);
  });

  it('names the domain whose work left no place', async () => {
    const shares = createShares(2, 20);
    start(shares, 'a');
    await expect(start(shares, 'a').done).rejects.toMatchObject({
      code: 'ERROR_RATE_LIMITED',
      message: 'Too many lists of this domain run at the same time; try again',
    });
    start(shares, 'b');
    await expect(start(shares, 'c').done).rejects.toMatchObject({
      code: 'ERROR_UNAVAILABLE',
      message: 'Lists of other domains take all places; try again',
    });
  });

  it('runs optional work only if the domain may take a place', async () => {
    const shares = createShares(4);
    const first = start(shares, 'a');
    const optional = shares.tryRun('a', async () => 'beside');
    expect(shares.tryRun('a', async () => 'one too many')).toBeUndefined();
    expect(await optional).toBe('beside');
    first.end();
    await first.done;
    expect(await shares.tryRun('a', async () => 'again')).toBe('again');
  });

  it('frees the place after a failure, and forgets work whose caller left', async () => {
    const shares = createShares(2);
    const failing = shares.run('a', () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    const running = start(shares, 'a');
    const caller = new AbortController();
    const left = start(shares, 'a', caller.signal);
    const staying = start(shares, 'a');
    caller.abort();
    await expect(left.done).rejects.toThrow('The caller has gone');
    running.end();
    await sleep(1);
    expect([left.isRunning, staying.isRunning]).toEqual([false, true]);
  });

  it('runs everything in any order of arrivals and ends, never more than there are places', async () => {
    const step = fc.record({ domain: fc.constantFrom('a', 'b', 'c'), turns: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        async (steps, places) => {
          const shares = createShares(places);
          let [running, most] = [0, 0];
          const all = steps.map(({ domain, turns }) =>
            shares.run(domain, async () => {
              most = Math.max(most, (running += 1));
              for (let turn = 0; turn <= turns; turn += 1) await Promise.resolve();
              running -= 1;
            }),
          );
          await Promise.all(all);
          expect(most).toBeLessThanOrEqual(places);
        },
      ),
    );
  });
});
