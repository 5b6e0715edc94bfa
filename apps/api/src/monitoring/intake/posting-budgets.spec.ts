import { describe, expect, it } from 'vitest';
import { PostingBudgets } from './posting-budgets.js';

const NO_LIMIT = { bytesPerMinute: 0, deliveriesPerSecond: 0 };
const KIB = 1024;
/** A rate with a limit of bytes only. A full budget holds the bytes of two minutes. */
const limitBytes = (bytesPerMinute: number) => ({ bytesPerMinute, deliveriesPerSecond: 0 });

function createBudgets(webhook = NO_LIMIT, domain = NO_LIMIT) {
  const budgets = new PostingBudgets({ webhook, domain });
  const accountOf = (name: string, now: number) => {
    const [domain_id = ''] = name.split('-');
    return budgets.getAccount({ webhook_id: name, domain_id }, now);
  };
  const post = (name: string, bytes: number, now = 0) => budgets.charge(accountOf(name, now), bytes, now);
  const accepted = (name: string, times: number, bytes: number, now = 0) =>
    Array.from({ length: times }, () => post(name, bytes, now)).filter((refusal) => refusal === undefined)
      .length;
  const figure = (of: string, by: string, now = 0) =>
    budgets.usage(now).find(({ kind }) => kind.of === of && kind.by === by);
  return { budgets, accountOf, post, accepted, figure };
}

describe('PostingBudgets', () => {
  it('admits the bytes of two minutes at once, then those of the configured rate', () => {
    const { accepted } = createBudgets(limitBytes(60 * KIB));
    expect(accepted('d-w', 1_000, KIB)).toBe(120);
    expect(accepted('d-w', 1_000, KIB, 10_000)).toBe(10);
    expect(accepted('d-w', 1_000, KIB, 3_600_000)).toBe(120);
  });

  it('rejects with the exhausted budget and retryAfter until an overdraft is refilled', () => {
    const { post } = createBudgets(limitBytes(60 * KIB));
    // Admitted although it overdraws the budget. Otherwise a body larger than the capacity would never be admitted.
    expect(post('d-w', 150 * KIB)).toBeUndefined();
    expect(post('d-w', KIB)).toEqual({
      reason: 'the webhook has used up its budget of bytes (INGEST_WEBHOOK_BYTES)',
      retryAfter: 30,
    });
    expect(post('d-w', KIB, 29_000)?.retryAfter).toBeGreaterThanOrEqual(5);
    expect(post('d-w', KIB, 31_000)).toBeUndefined();
    expect(createBudgets(limitBytes(KIB)).post('d-w', 900 * KIB)).toBeUndefined();
  });

  it('limits retryAfter to a minute', () => {
    const { post } = createBudgets(limitBytes(KIB));
    post('d-w', 900 * KIB);
    expect(post('d-w', 1)?.retryAfter).toBe(60);
  });

  it('limits the number of deliveries', () => {
    const { accepted, post } = createBudgets({ bytesPerMinute: 0, deliveriesPerSecond: 5 });
    expect(accepted('d-w', 100, 1)).toBe(50);
    expect(post('d-w', 1)?.reason).toContain('budget of deliveries (20000 a second)');
    expect(accepted('d-w', 100, 1, 1_000)).toBe(5);
  });

  it('applies the budget of a domain to all its webhooks together, and to no other domain', () => {
    const { accepted, post } = createBudgets(limitBytes(60 * KIB), limitBytes(120 * KIB));
    expect(['bad-1', 'bad-2', 'bad-3'].map((name) => accepted(name, 500, KIB))).toEqual([120, 120, 0]);
    expect(post('bad-3', KIB)?.reason).toContain('the domain has used up');
    expect(accepted('good-1', 100, KIB)).toBe(100);
  });

  it('settle refunds declared bytes that did not arrive, and charges additional bytes', () => {
    const { budgets, accountOf, post, accepted } = createBudgets(limitBytes(60 * KIB), limitBytes(60 * KIB));
    const account = accountOf('d-w', 0);
    post('d-w', 120 * KIB);
    expect(post('d-w', KIB)).toBeDefined();
    budgets.settle(account, 120 * KIB, 0);
    expect(accepted('d-w', 500, KIB)).toBe(120);
    budgets.settle(account, 0, 60 * KIB);
    expect(post('d-w', KIB, 59_000)).toBeDefined();
    expect(post('d-w', KIB, 61_000)).toBeUndefined();
  });

  it('refund returns the bytes and the delivery of a rejected request', () => {
    const { budgets, accountOf, accepted, post } = createBudgets({
      bytesPerMinute: 60 * KIB,
      deliveriesPerSecond: 5,
    });
    const account = accountOf('d-w', 0);
    expect(accepted('d-w', 100, KIB)).toBe(50);
    expect(post('d-w', KIB)?.reason).toContain('deliveries');
    for (let n = 0; n < 50; n += 1) budgets.refund(account, KIB);
    expect(accepted('d-w', 100, KIB)).toBe(50);
  });

  it('counts once each time that a budget runs low', () => {
    const { accepted, figure } = createBudgets(limitBytes(60 * KIB));
    expect(figure('webhook', 'bytes')).toMatchObject({ lowTimes: 0, used: 0 });
    accepted('d-w', 90, KIB);
    accepted('d-v', 10, KIB);
    expect(figure('webhook', 'bytes')).toMatchObject({ lowTimes: 0, used: 0.75 });
    accepted('d-w', 10, KIB);
    expect(figure('webhook', 'bytes')?.lowTimes).toBe(1);
    accepted('d-w', 500, KIB);
    expect(figure('webhook', 'bytes')).toMatchObject({ lowTimes: 1, used: 1 });
    expect(figure('webhook', 'bytes', 120_000)?.used).toBe(0);
    accepted('d-w', 110, KIB, 120_000);
    expect(figure('webhook', 'bytes', 120_000)?.lowTimes).toBe(2);
    expect(figure('domain', 'deliveries')).toMatchObject({ lowTimes: 0, used: 0 });
  });

  it('drops accounts with full budgets, and keeps exhausted ones', () => {
    const { accepted, accountOf } = createBudgets(limitBytes(60 * KIB), limitBytes(60 * KIB));
    accepted('d-w', 500, KIB);
    const idleAccount = accountOf('e-w', 0);
    for (let n = 0; n < 10_000; n += 1) accountOf(`f${n}-w`, 0);
    expect(accountOf('e-w', 0)).not.toBe(idleAccount);
    expect(accepted('d-w', 1, KIB)).toBe(0);
    expect(accepted('d-v', 1, KIB)).toBe(0);
  });
});
