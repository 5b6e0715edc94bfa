import { describe, expect, it } from 'vitest';
import { MovedFile } from './moved-file.js';
import { importOpsgenie } from './opsgenie.js';
import { importPagerDuty } from './pagerduty.js';
import type { Fields } from './source-file.js';

const users = [
  { id: 'u1', fullName: 'Ann', username: 'ann@example.com', name: 'Ann', email: 'ann@example.com' },
];

function move(read: typeof importOpsgenie, account: Fields): readonly string[] {
  const file = new MovedFile({ project: 'shop' });
  read(account, file, 'shop');
  return file.notes.map(({ mark, text }) => `${mark} ${text}`);
}

describe('an account whose alerts would tell fewer people', () => {
  it('of Opsgenie: says which routing rules, notify types and repeats are not taken over', () => {
    const escalation = {
      id: 'e1',
      name: 'all day',
      rules: [{ recipient: { type: 'user', id: 'u1' }, notifyType: 'all', delay: { timeAmount: 0 } }],
      repeat: { count: 20, waitInterval: 10 },
    };
    const rule = (notify: object, more: object = {}) => ({
      criteria: { type: 'match-all' },
      notify,
      ...more,
    });
    const notes = move(importOpsgenie, {
      users,
      escalations: [escalation],
      teams: [
        { id: 't1', name: 'web', routing_rules: [rule({ type: 'escalation', id: 'e1' })] },
        { id: 't2', name: 'db', routing_rules: [rule({ type: 'schedule', id: 's1' })] },
        {
          id: 't3',
          name: 'night',
          routing_rules: [
            rule({ type: 'escalation', id: 'e1' }, { timeRestriction: { type: 'time-of-day' } }),
          ],
        },
      ],
    });
    expect(notes.find((note) => note.includes('escalation all day'))).toMatch(
      /^~ .*criteria or times.*whoever is on call.*repeats 10 times at most/,
    );
    expect(notes).toContainEqual(expect.stringMatching(/^✗ team db: a routing rule leads to a schedule/));
    expect(notes.filter((note) => note.startsWith('✗ team'))).toHaveLength(1);
  });

  it('of PagerDuty: says which service has no escalation policy', () => {
    const service = { id: 'p1', name: 'shop', escalation_policy: { id: 'missing' } };
    const notes = move(importPagerDuty, { users, services: [service], escalation_policies: [] });
    expect(notes).toContainEqual('✗ service shop: its escalation policy is not in what was read');
  });
});
