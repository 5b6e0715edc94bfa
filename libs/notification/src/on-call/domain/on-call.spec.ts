import { expect, it } from 'vitest';
import { OnCall } from './on-call.js';

const NOW = new Date('2026-11-25T12:00:00Z');
const subscription_id = 'subscription_01kagexvhve0ya7d9z5kq5nh3m';
const [ann, max] = ['Ann', 'Max'].map((name) => ({ name, subscription_id }));

/** A schedule of Ann, with an override of Max that ends so many hours from now. */
function createSchedule(hours: number): OnCall {
  const ends_at = new Date(NOW.getTime() + hours * 3_600_000);
  const starts_at = new Date(ends_at.getTime() - 3_600_000);
  return OnCall.create(
    {
      ...{ domain_id: 'd', name: 'nights', timezone: 'UTC', created_by: 'root' },
      members: [ann, max].flatMap((member) => member ?? []),
      rotation: { members: ['Ann'], shift: '1d', handoff: { time: '09:00' } },
      overrides: [
        {
          members: ['Max'],
          starts_at: starts_at.toISOString(),
          ends_at: ends_at.toISOString(),
          reason: 'swap',
        },
      ],
    },
    NOW,
  );
}
const withoutMax = { members: [ann].flatMap((member) => member ?? []) };

it('lets a member leave whose override has ended, and keeps the override as it was', () => {
  const schedule = createSchedule(-1);
  expect(schedule.update(withoutMax, NOW)).toBe(true);
  expect(schedule.members.map(({ name }) => name)).toEqual(['Ann']);
  expect(schedule.overrides).toMatchObject([{ members: ['Max'], reason: 'swap' }]);
  // A client that sends the whole record back changes nothing.
  expect(schedule.update({ ...withoutMax, overrides: schedule.overrides }, NOW)).toBe(false);
});

it('says whose override keeps a member from leaving', () => {
  const schedule = createSchedule(1);
  expect(() => schedule.update(withoutMax, NOW)).toThrow(/^members must include Max, .* until 2026-11-25T13/);
  expect(schedule.update({ ...withoutMax, overrides: [] }, NOW)).toBe(true);
});

it('takes no override of a stranger that has not ended', () => {
  const schedule = createSchedule(-1);
  const override = { members: ['Eve'], starts_at: 'now', ends_at: 'now + 1h' };
  expect(() => schedule.update({ overrides: [override] }, NOW)).toThrow(/overrides\[0\]\.members\[0\]/);
});
