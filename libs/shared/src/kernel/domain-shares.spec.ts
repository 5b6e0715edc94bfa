import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainShares, MaxMinShares, type Holder } from './domain-shares.js';

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

  it.each(['before', 'while'])(
    'keeps the place of work whose caller leaves %s it waits, whenever another ends',
    async (when) => {
      for (let turns = 0; turns < 10; turns += 1) {
        const shares = createShares(2);
        const running = start(shares, 'a');
        const caller = new AbortController();
        const waiting = when === 'while' ? start(shares, 'a', caller.signal) : undefined;
        running.end();
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        caller.abort();
        const left = waiting ?? start(shares, 'a', caller.signal);
        left.end();
        await Promise.allSettled([running.done, left.done]);
        expect([turns, start(shares, 'a').isRunning]).toEqual([turns, true]);
      }
    },
  );

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

/** Takes one unit at a time until none is left. */
function takeAll(shares: MaxMinShares, holder: Holder): number {
  while (shares.acquire(holder, 1));
  return holder.held;
}

describe('MaxMinShares', () => {
  it('limits a single holder to four fifths of the resource', () => {
    const shares = new MaxMinShares(1_000);
    expect(takeAll(shares, shares.getHolder('a', 'a1'))).toBe(800);
  });

  it('limits a single domain with many holders to nine tenths of the resource', () => {
    const shares = new MaxMinShares(1_000);
    for (let n = 0; n < 50; n += 1) takeAll(shares, shares.getHolder('a', `a${n}`));
    expect(shares.inUse).toBeLessThanOrEqual(900);
    expect(shares.acquire(shares.getHolder('b', 'b1'), 90)).toBe(true);
  });

  it('divides the resource equally between greedy holders, and gives a modest one all that it wants', () => {
    const shares = new MaxMinShares(1_000);
    const [greedy, greedy2, modest] = [
      ['a', 'a1'],
      ['b', 'b1'],
      ['c', 'c1'],
    ].map(([domain, name]) => shares.getHolder(String(domain), String(name))) as [Holder, Holder, Holder];
    for (let turn = 0; turn < 2_000; turn += 1) for (const one of [greedy, greedy2]) shares.acquire(one, 1);
    expect(Math.abs(greedy.held - greedy2.held)).toBeLessThanOrEqual(1);
    expect(greedy.held).toBeGreaterThan(430);
    for (let n = 0; n < 80; n += 1) expect(shares.acquire(modest, 1)).toBe(true);
  });

  it('computes fair shares by domain, and then by holder', () => {
    const shares = new MaxMinShares(900);
    const holders = ['a1', 'a2'].map((name) => shares.getHolder('a', name));
    for (const holder of holders) takeAll(shares, holder);
    const other = shares.getHolder('b', 'b1');
    expect(shares.getFairShare(other, 900)).toBe(300);
    expect(shares.isEntitled(other, 300)).toBe(true);
    expect(shares.isEntitled(other, 301)).toBe(false);
    expect(shares.isOverShare(holders[0] as Holder)).toBe(true);
    expect(shares.isOverShare(other)).toBe(false);
    expect(shares.isEntitled(shares.getHolder('a', 'a4'), 150)).toBe(true);
    expect(shares.isEntitled(shares.getHolder('a', 'a5'), 151)).toBe(false);
  });

  it('grants an amount as large as the whole resource while nobody holds any', () => {
    const shares = new MaxMinShares(100);
    expect(shares.acquire(shares.getHolder('a', 'a1'), 100)).toBe(true);
    expect(shares.free).toBe(0);
    expect(shares.acquire(shares.getHolder('b', 'b1'), 1)).toBe(false);
  });

  it('keeps its totals correct in any sequence of acquisitions and releases', () => {
    const step = fc.record({
      domain: fc.nat(3),
      name: fc.nat(3),
      amount: fc.integer({ min: 0, max: 60 }),
      back: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const shares = new MaxMinShares(100);
        const taken: { holder: Holder; amount: number }[] = [];
        for (const { domain, name, amount, back } of steps) {
          const holder = shares.getHolder(`${domain}`, `${domain} ${name}`);
          if (shares.acquire(holder, amount)) taken.push({ holder, amount });
          const last = back ? taken.pop() : undefined;
          if (last !== undefined) shares.release(last.holder, last.amount);
          expect(shares.inUse).toBe(taken.reduce((sum, each) => sum + each.amount, 0));
          expect(shares.inUse).toBeLessThanOrEqual(100);
        }
        for (const { holder, amount } of taken) shares.release(holder, amount);
        const last = shares.getHolder('9', '9');
        expect([shares.inUse, shares.getFairShare(last, 100)]).toEqual([0, 50]);
      }),
    );
  });
});
