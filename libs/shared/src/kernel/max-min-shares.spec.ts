import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MaxMinShares, type Holder } from './max-min-shares.js';

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
