import { describe, expect, it } from 'vitest';
import { IntakeBudget, type IntakeLease } from './intake-budget.js';

const MEMORY = 1_000;

function createUploads(inFlight = 1_000) {
  const budget = new IntakeBudget({ inFlight, memoryBytes: MEMORY });
  const cut: string[] = [];
  let clock = 0;
  const post = (domain_id: string, bytes: number, unfinished = true, received = 0, webhook = 1) => {
    const lease = budget.acquire();
    if (lease === undefined) return undefined;
    clock += 1;
    const startedAt = clock;
    const upload = {
      isUnfinished: unfinished,
      get age() {
        return clock - startedAt;
      },
      received,
      cutOff: (why: string) => void cut.push(`${startedAt} ${domain_id} ${why}`),
    };
    const isAdmitted = budget.admit(
      lease,
      { webhook_id: `${domain_id}${webhook}`, domain_id },
      bytes,
      upload,
    );
    if (!isAdmitted) budget.release(lease);
    return isAdmitted ? lease : undefined;
  };
  return { budget, cut, post, wait: (milliseconds: number) => (clock += milliseconds) };
}

describe('IntakeBudget', () => {
  it('limits the memory of one webhook so that others are admitted', () => {
    const { post, cut } = createUploads();
    const hostile = Array.from({ length: 131 }, () => post('bad', 10)).filter(Boolean);
    expect(hostile.length).toBeGreaterThan(75);
    expect(hostile.length).toBeLessThan(85);
    expect(post('good', 190)).toBeDefined();
    expect(cut).toEqual([]);
  });

  it('grows the memory of a body up to the share of its webhook, and releases all of it', () => {
    const { budget, post, cut } = createUploads();
    const lease = post('one', 10) as IntakeLease;
    expect(budget.grow(lease, 5)).toBe(true);
    expect(budget.grow(lease, 700)).toBe(true);
    expect(lease.bytes).toBe(700);
    expect(budget.grow(lease, 1_100)).toBe(false);
    expect(lease.bytes).toBe(700);
    expect(post('one', 400)).toBeUndefined();
    expect(cut).toEqual([]);
    budget.release(lease);
    expect(budget.grow(lease, 800)).toBe(false);
    expect(post('one', 700)).toBeDefined();
  });

  it('evicts unfinished deliveries, oldest first, to admit a domain below its share', () => {
    const { post, cut } = createUploads();
    for (let n = 0; n < 100; n += 1) for (const domain of ['bad', 'worse']) post(domain, 10);
    expect(post('good', 250)).toBeDefined();
    expect(cut.length).toBeGreaterThan(10);
    expect(cut.slice(0, 4)).toEqual(['1 bad evicted', '2 worse evicted', '3 bad evicted', '4 worse evicted']);
    expect(post('good', 300)).toBeUndefined();
  });

  it('divides the share of a domain among its webhooks, and evicts no other domain for it', () => {
    const { post, cut } = createUploads();
    // The oldest uploads are those of another domain, which has more than its share too.
    for (let n = 0; n < 60; n += 1) post('other', 10);
    for (let n = 0; n < 100; n += 1) for (const webhook of [1, 2]) post('bad', 10, true, 0, webhook);
    expect(post('bad', 100, true, 0, 3)).toBeDefined();
    expect(cut.length).toBe(10);
    expect(cut.filter((each) => !each.endsWith('bad evicted'))).toEqual([]);
    expect(post('good', 100)).toBeDefined();
  });

  it('evicts no complete delivery, and none at all if that would not free enough', () => {
    const { post, cut } = createUploads();
    for (let n = 0; n < 100; n += 1) post('bad', 10, n === 0);
    expect(post('good', 300)).toBeUndefined();
    expect(cut).toEqual([]);
    expect(post('good', 195)).toBeDefined();
  });

  it('cuts off unfinished deliveries that are slower than the minimum rate, and no others', () => {
    const { budget, post, cut, wait } = createUploads();
    post('slow', 10, true, 9);
    post('fast', 10, true, 11);
    post('whole', 10, false, 0);
    wait(10_000);
    post('young', 10, true, 0);
    budget.cutOffSlow(10_000, 1);
    expect(cut).toEqual(['1 slow slow']);
    wait(1_000);
    budget.cutOffSlow(10_000, 1);
    expect(cut).toEqual(['1 slow slow', '2 fast slow']);
    expect(post('slow', 500)).toBeDefined();
  });

  it('releases a lease once, even if release is called twice', () => {
    const { budget, post } = createUploads(10);
    const lease = post('one', 10) as IntakeLease;
    budget.release(lease);
    budget.release(lease);
    const all = Array.from({ length: 20 }, () => post('one', 1)).filter(Boolean);
    expect(all.length).toBe(8);
  });

  it('isCrowded is true for webhooks that hold more than their share', () => {
    const { budget, post } = createUploads();
    for (let n = 0; n < 200; n += 1) post('bad', 1);
    expect(budget.isCrowded('bad1')).toBe(true);
    expect(budget.isCrowded('never seen')).toBe(false);
    post('good', 1);
    expect(budget.isCrowded('good1')).toBe(false);
    for (let n = 0; n < 70; n += 1) post('good', 1);
    expect(budget.isCrowded('good1')).toBe(true);
  });
});
