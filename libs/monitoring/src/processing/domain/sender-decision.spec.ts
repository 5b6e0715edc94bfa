import { describe, expect, it } from 'vitest';
import { USER_ID_PATTERN } from '#shared/kernel/ids.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import { formatSenderName } from '#shared/kernel/sender-name.js';
import { formatDecisionReason, createDecision } from './sender-decision.js';

const received_at = new Date('2026-11-20T10:00:00.000Z');
const delivery = { received_at } as Delivery;
const given = {
  event_key: 'disk',
  acknowledged: true,
  by: 'ann',
  comment: null,
  occurred_at: null,
  pointer: '/0',
};
const decided = (more: Partial<typeof given> | { occurred_at: Date } = {}, ordinal = 0, position = 0) =>
  createDecision({ ...given, ...more }, 'delivery', delivery, { ordinal, position });

describe('a decision of a sender', () => {
  it.each([
    ['at the given time', '2026-11-20T09:59:00.000Z', '2026-11-20T09:59:00.000Z'],
    [
      'at its arrival, if the given time is in the future',
      '2026-11-20T10:00:01.000Z',
      received_at.toISOString(),
    ],
    [
      'at its arrival, if the given time is over a day old',
      '2026-11-19T09:00:00.000Z',
      received_at.toISOString(),
    ],
  ])('is dated %s', (_, said, at) => {
    expect(decided({ occurred_at: new Date(said) }).decided_at.toISOString()).toBe(at);
  });

  it('is dated at its arrival, if no time is given', () => {
    expect(decided().decided_at).toEqual(received_at);
  });

  it('has a unique id, which is the same each time it is parsed', () => {
    const ids = [decided(), decided({ pointer: '/1' }), decided({}, 1), decided()];
    expect(new Set(ids.map(({ decision_id }) => decision_id)).size).toBe(3);
    expect(ids[3]).toEqual(ids[0]);
  });

  it('has an id that sorts after the earlier decisions of its delivery', () => {
    const ids = Array.from({ length: 300 }, (_, position) => decided({}, position, position).decision_id);
    expect([...new Set(ids)].toSorted()).toEqual(ids);
  });

  it('is formatted as a short reason', () => {
    const said = [decided(), decided({ by: null as never }), decided({ acknowledged: false })].map(
      formatDecisionReason,
    );
    expect(said).toEqual(['acknowledged by ann', 'acknowledged', 'no longer acknowledged']);
  });
});

describe('the name of a user of a sender', () => {
  it.each([
    ['carries the webhook', 'root', 'root (via zabbix-fra)'],
    ['may be missing', null, 'via zabbix-fra'],
    ['may be empty', ' \n', 'via zabbix-fra'],
    ['cannot hide the webhook', 'root\n\u202e\u2066', 'root (via zabbix-fra)'],
    ['cannot push the webhook out of sight', 'r'.repeat(1000), `${'r'.repeat(99)}… (via zabbix-fra)`],
  ])('%s', (_, said, shown) => expect(formatSenderName(said, 'zabbix-fra')).toBe(shown));

  it('is never that of an authenticated user', () => {
    expect(formatSenderName('jane', 'z')).not.toMatch(USER_ID_PATTERN);
    expect(formatSenderName(null, 'z')).not.toMatch(USER_ID_PATTERN);
  });
});
