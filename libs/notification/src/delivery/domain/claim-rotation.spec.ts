import { describe, expect, it } from 'vitest';
import { ClaimRotation, type ClaimProgress } from './claim-rotation.js';

const createProgress = (
  domains: Readonly<Record<string, string | undefined>>,
  { behind, found = 0 }: { behind?: string; found?: number } = {},
): ClaimProgress => ({
  domains: Object.entries(domains).map(([domain_id, after]) => ({
    ...{ domain_id, after },
    isComplete: after === undefined,
  })),
  lastDomain: behind,
  dueCount: found,
});

describe('ClaimRotation', () => {
  it('stops if every domain was visited to its end and nothing was due', () => {
    expect(new ClaimRotation().recordProgress(createProgress({}))).toBe(false);
    expect(new ClaimRotation().recordProgress(createProgress({ a: undefined, b: undefined }))).toBe(false);
  });

  it('continues after the last visited domain, and starts over after the final one', () => {
    const rotation = new ClaimRotation();
    expect(rotation.recordProgress(createProgress({ a: undefined }, { behind: 'a' }))).toBe(true);
    expect(rotation.cursor.domain).toBe('a');
    expect(rotation.recordProgress(createProgress({ b: undefined }))).toBe(false);
    expect(rotation.cursor.domain).toBe('');
  });

  it('continues after the last visited subscription of a domain while another domain starts over', () => {
    const rotation = new ClaimRotation();
    expect(rotation.recordProgress(createProgress({ a: '1', b: undefined }))).toBe(true);
    expect([...rotation.cursor.subscriptions]).toEqual([['a', '1']]);
    expect(rotation.recordProgress(createProgress({ a: '2', b: undefined }))).toBe(true);
    expect(rotation.recordProgress(createProgress({ a: undefined, b: undefined }))).toBe(false);
    expect(rotation.cursor.subscriptions.size).toBe(0);
  });

  it('visits every domain once more from its first subscription after something was due', () => {
    const rotation = new ClaimRotation();
    expect(rotation.recordProgress(createProgress({ a: '1', b: undefined }))).toBe(true);
    expect(rotation.recordProgress(createProgress({ a: undefined, b: undefined }, { found: 1 }))).toBe(true);
    expect(rotation.recordProgress(createProgress({ a: '1', b: undefined }))).toBe(true);
    expect(rotation.recordProgress(createProgress({ a: undefined, b: undefined }))).toBe(false);
  });

  it('stops although two domains reach their ends in different rounds', () => {
    const rotation = new ClaimRotation();
    const lengths: Readonly<Record<string, number>> = { a: 3, b: 5 };
    const positions: Record<string, number> = { a: 0, b: 0 };
    let rounds = 0;
    for (let hasMore = true; hasMore; rounds += 1) {
      if (rounds > 20) throw new Error('it never ends');
      const domains: Record<string, string | undefined> = {};
      for (const [domain, length] of Object.entries(lengths)) {
        const next = (positions[domain] ?? 0) + 1;
        positions[domain] = next % length;
        domains[domain] = next === length ? undefined : String(next);
      }
      hasMore = rotation.recordProgress(createProgress(domains));
    }
    expect(rounds).toBeGreaterThanOrEqual(5);
  });

  it('forgets the position in a domain that is missing from a full round', () => {
    const rotation = new ClaimRotation();
    rotation.recordProgress(createProgress({ a: '1' }));
    rotation.recordProgress(createProgress({ b: undefined }));
    expect(rotation.cursor.subscriptions.size).toBe(0);
  });
});
