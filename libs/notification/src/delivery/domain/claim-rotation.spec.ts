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

  it('stops although two domains never reach their ends in the same round', () => {
    const rotation = new ClaimRotation();
    const LENGTH = 4;
    // `b` begins two rounds after `a`, and both are equally long.
    const ended: string[] = [];
    let rounds = 0;
    for (let hasMore = true; hasMore;) {
      rounds += 1;
      if (rounds > 100) throw new Error('it never ends');
      const positions = rounds > 2 ? { a: rounds, b: rounds - 2 } : { a: rounds };
      const domains = Object.entries(positions).map(([domain, position]) => [
        domain,
        position % LENGTH === 0 ? undefined : String(position % LENGTH),
      ]);
      ended.push(
        ...domains.flatMap(([domain, after]) => (after === undefined ? [`${domain}${rounds}`] : [])),
      );
      hasMore = rotation.recordProgress(createProgress(Object.fromEntries(domains)));
    }
    expect(ended).toEqual(['a4', 'b6']);
  });

  it('forgets the position in a domain that is missing from a full round', () => {
    const rotation = new ClaimRotation();
    rotation.recordProgress(createProgress({ a: '1' }));
    rotation.recordProgress(createProgress({ b: undefined }));
    expect(rotation.cursor.subscriptions.size).toBe(0);
  });
});
