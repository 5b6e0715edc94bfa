import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { NOTIFICATION_KINDS } from '#notification';
import { MovedFile } from './moved-file.js';
import { importOpsgenie } from './opsgenie.js';
import { importPagerDuty } from './pagerduty.js';
import type { Fields } from './source-file.js';

const users = [
  { id: 'u1', fullName: 'Ann', username: 'ann@example.com', name: 'Ann', email: 'ann@example.com' },
];

type Records = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function moveWhole(read: typeof importOpsgenie, account: Fields) {
  const file = new MovedFile({ project: 'shop' });
  read(account, file, 'shop');
  return {
    notes: file.notes.map(({ mark, text }) => `${mark} ${text}`),
    secrets: file.secrets,
    file: parse(file.toYaml()) as Readonly<Record<string, Records>>,
  };
}

const move = (read: typeof importOpsgenie, account: Fields): readonly string[] =>
  moveWhole(read, account).notes;
const find = (notes: readonly string[], part: string) => notes.find((note) => note.includes(part));

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

describe('urgencies of PagerDuty', () => {
  const urgency = (rule: object | undefined) => {
    const service = { id: 'p1', name: 'shop', escalation_policy: { id: 'e1' }, incident_urgency_rule: rule };
    const notes = move(importPagerDuty, {
      users,
      services: [service],
      escalation_policies: [
        {
          id: 'e1',
          name: 'all day',
          escalation_rules: [
            { escalation_delay_in_minutes: 5, targets: [{ id: 'u1', type: 'user_reference' }] },
          ],
        },
      ],
    });
    return find(notes, 'escalation policy all day');
  };

  it('are as before if they are high', () => {
    expect(urgency({ type: 'constant', urgency: 'high' })).toMatch(/^✓/);
    expect(urgency(undefined)).toMatch(/^✓/);
  });

  it('are different if they are low, or depend on severities or hours', () => {
    expect(urgency({ type: 'constant', urgency: 'low' })).toMatch(
      /^~ .*; shop has low urgency, .* all steps tell/,
    );
    const severe = /^~ .*; warnings and infos of shop have low urgency/;
    expect(urgency({ type: 'severity_based' })).toMatch(severe);
    expect(urgency({ type: 'constant', urgency: 'severity_based' })).toMatch(severe);
    expect(urgency({ type: 'use_support_hours' })).toMatch(
      /^~ .*; the support hours of shop are not taken over/,
    );
  });
});

describe('routing rules of Opsgenie', () => {
  const escalation = (id: string) => ({
    id,
    name: `escalation ${id}`,
    rules: [{ recipient: { type: 'user', id: 'u1' }, delay: { timeAmount: 0 } }],
  });
  const urgent = { criteria: { type: 'match-any-condition' } };
  const lead = (id: string, more: object = {}) => ({
    criteria: { type: 'match-all' },
    notify: { type: 'escalation', id },
    ...more,
  });
  const route = (...routing_rules: readonly object[]) =>
    move(importOpsgenie, {
      users,
      escalations: [escalation('e1'), escalation('e2')],
      teams: [{ id: 't1', name: 'web', routing_rules }],
    });

  it('that take all are different after those that lead elsewhere', () => {
    const more =
      /^~ .*; alerts of web that earlier routing rules lead elsewhere, or to nobody, come here too/;
    expect(find(route(lead('e2', urgent), lead('e1')), 'escalation e1:')).toMatch(more);
    expect(find(route({ ...urgent, notify: { type: 'none' } }, lead('e1')), 'escalation e1:')).toMatch(more);
    expect(
      find(
        route(lead('e1', { isDefault: true, order: 0 }), lead('e2', { ...urgent, order: 1 })),
        'escalation e1:',
      ),
    ).toMatch(more);
  });

  it('are as before if all lead to the same escalation, or none comes earlier', () => {
    expect(find(route(lead('e1', urgent), lead('e1')), 'escalation e1:')).toMatch(/^✓/);
    const notes = route(lead('e1'), lead('e2'));
    expect(find(notes, 'escalation e1:')).toMatch(/^✓/);
    expect(find(notes, 'escalation e2:')).toMatch(/^✗/);
  });
});

describe('a schedule of Opsgenie with several rotations or times', () => {
  const rotation = {
    startDate: '2026-01-05T07:00:00Z',
    type: 'weekly',
    participants: [{ type: 'user', id: 'u1' }],
  };
  const moveSchedule = (rotations: readonly object[], more: object = {}) =>
    moveWhole(importOpsgenie, {
      users,
      schedules: [{ id: 's1', name: 'Nights', timezone: 'UTC', enabled: true, rotations, ...more }],
      escalations: [
        {
          id: 'e1',
          name: 'all day',
          rules: [{ recipient: { type: 'schedule', id: 's1' }, delay: { timeAmount: 0 } }],
        },
      ],
      teams: [{ id: 't1', name: 'web', routing_rules: [{ notify: { type: 'escalation', id: 'e1' } }] }],
    });

  it.each([
    ['2 rotations', [rotation, rotation]],
    ['time restrictions', [{ ...rotation, timeRestriction: { type: 'time-of-day' } }]],
    ['no user', [{ ...rotation, participants: [...rotation.participants, { type: 'team', id: 't1' }] }]],
  ])('is its calendar, whose address is to be filled in (%s), and keeps its step', (reason, rotations) => {
    const { notes, secrets, file } = moveSchedule(rotations);
    expect(file['on_call']?.['Nights']).toMatchObject({
      ical_url: '${NIGHTS_ICAL_URL}',
      members: [{ name: 'Ann', email: 'ann@example.com', subscription: 'Ann' }],
    });
    expect(secrets).toContainEqual(expect.stringMatching(/^NIGHTS_ICAL_URL: the address of the calendar/));
    expect(find(notes, 'schedule Nights')).toMatch(new RegExp(`^~ .*${reason}.*calendar is read`));
    expect(file['escalations']?.['all day']?.['steps']).toEqual([{ after: '0s', on_call: 'Nights' }]);
  });

  it('is not taken over if it is disabled', () => {
    expect(find(moveSchedule([rotation], { enabled: false }).notes, 'schedule Nights')).toMatch(
      /^✗ .*disabled/,
    );
  });
});

it('what the service tells of itself goes to the fallback', () => {
  const { notes, file } = moveWhole(importOpsgenie, {
    users,
    escalations: [
      { id: 'e1', name: 'e', rules: [{ recipient: { type: 'user', id: 'u1' }, delay: { timeAmount: 0 } }] },
    ],
    teams: [{ id: 't1', name: 'web', routing_rules: [{ notify: { type: 'escalation', id: 'e1' } }] }],
  });
  const kinds = file['subscriptions']?.['fallback']?.['kinds'] as readonly string[];
  expect(kinds.toSorted()).toEqual(
    NOTIFICATION_KINDS.filter((kind) => !kind.startsWith('alert.')).toSorted(),
  );
  expect(find(notes, 'notices of the service')).toMatch(/^~ .*mailed to Ann/);
});
