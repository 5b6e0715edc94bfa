import { describe, expect, it } from 'vitest';
import { ClaimTurns, type Looked } from './claim-turns.js';

const looked = (
  domains: Readonly<Record<string, string | undefined>>,
  { behind, found = 0 }: { behind?: string; found?: number } = {},
): Looked => ({
  domains: Object.entries(domains).map(([domain_id, after]) => ({
    ...{ domain_id, after },
    isWhole: after === undefined,
  })),
  behind,
  found,
});

describe('the turns of domains', () => {
  it('are over when all was looked at and nothing was due', () => {
    expect(new ClaimTurns().note(looked({}))).toBe(false);
    expect(new ClaimTurns().note(looked({ a: undefined, b: undefined }))).toBe(false);
  });

  it('go on behind the last domain, and begin anew after it', () => {
    const turns = new ClaimTurns();
    expect(turns.note(looked({ a: undefined }, { behind: 'a' }))).toBe(true);
    expect(turns.place.domain).toBe('a');
    expect(turns.note(looked({ b: undefined }))).toBe(false);
    expect(turns.place.domain).toBe('');
  });

  it('go on where the subscriptions of a domain were left, while another begins anew', () => {
    const turns = new ClaimTurns();
    expect(turns.note(looked({ a: '1', b: undefined }))).toBe(true);
    expect([...turns.place.subscriptions]).toEqual([['a', '1']]);
    expect(turns.note(looked({ a: '2', b: undefined }))).toBe(true);
    expect(turns.note(looked({ a: undefined, b: undefined }))).toBe(false);
    expect(turns.place.subscriptions.size).toBe(0);
  });

  it('look at everything once more after something was found, from the beginning', () => {
    const turns = new ClaimTurns();
    expect(turns.note(looked({ a: '1', b: undefined }))).toBe(true);
    expect(turns.note(looked({ a: undefined, b: undefined }, { found: 1 }))).toBe(true);
    expect(turns.note(looked({ a: '1', b: undefined }))).toBe(true);
    expect(turns.note(looked({ a: undefined, b: undefined }))).toBe(false);
  });

  it('end although two domains never come to their ends together', () => {
    const turns = new ClaimTurns();
    const lengths: Readonly<Record<string, number>> = { a: 3, b: 5 };
    const at: Record<string, number> = { a: 0, b: 0 };
    let rounds = 0;
    for (let isMore = true; isMore; rounds += 1) {
      if (rounds > 20) throw new Error('it never ends');
      const domains: Record<string, string | undefined> = {};
      for (const [domain, length] of Object.entries(lengths)) {
        const next = (at[domain] ?? 0) + 1;
        at[domain] = next % length;
        domains[domain] = next === length ? undefined : String(next);
      }
      isMore = turns.note(looked(domains));
    }
    expect(rounds).toBeGreaterThanOrEqual(5);
  });

  it('forget a domain that has nothing any more', () => {
    const turns = new ClaimTurns();
    turns.note(looked({ a: '1' }));
    turns.note(looked({ b: undefined }));
    expect(turns.place.subscriptions.size).toBe(0);
  });
});
