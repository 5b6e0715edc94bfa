import { describe, expect, it } from 'vitest';
import { GroupCommit } from './group-commit.js';

describe('GroupCommit', () => {
  it('gathers what arrives while a group is under way, and no more than fits', async () => {
    const groups: (readonly number[])[] = [];
    const commit = new GroupCommit<number, number>(
      async (group) => {
        groups.push(group);
        await new Promise((resolve) => setImmediate(resolve));
        return group.map((n) => n * 2);
      },
      { atOnce: 1, perGroup: 3 },
    );
    const first = commit.add(1);
    const answers = await Promise.all([first, ...[2, 3, 4, 5].map((n) => commit.add(n))]);
    expect(answers).toEqual([2, 4, 6, 8, 10]);
    expect(groups).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('rejects the one whose answer is an error, all when the work fails, and goes on', async () => {
    let fail = false;
    const commit = new GroupCommit<number, string>(
      async (group) => {
        if (fail) throw new Error('all');
        return group.map((n) => (n === 2 ? new Error('two') : 'fine'));
      },
      { atOnce: 2, perGroup: 10 },
    );
    const [one, two] = await Promise.allSettled([commit.add(1), commit.add(2)]);
    expect([one.status, two.status]).toEqual(['fulfilled', 'rejected']);
    fail = true;
    await expect(commit.add(1)).rejects.toThrow('all');
    fail = false;
    expect(await commit.add(1)).toBe('fine');
  });
});
