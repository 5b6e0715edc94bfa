import { expect, it } from 'vitest';
import { collectFields } from './collect-fields.js';
import { findTime } from './find-time.js';
import type { Json } from '#shared/kernel/json.js';

const now = new Date('2026-01-01T00:00:00Z');
const timeOf = (body: Json): string | undefined => findTime(collectFields(body), now)?.instant.toISOString();

it.each<readonly [string, Json, string | undefined]>([
  ['date and time in two fields', { date: '2024-05-01', time: '12:34:56' }, '2024-05-01T12:34:56.000Z'],
  ['with dots', { event_date: '2024.05.01', event_time: '9:34:56' }, '2024-05-01T09:34:56.000Z'],
  ['the day first', { event_date: '01.05.2024', event_time: '09:34:56' }, '2024-05-01T09:34:56.000Z'],
  ['without separators', { date: '20240501', time: '09:34' }, '2024-05-01T09:34:00.000Z'],
  ['with a zone', { date: '2024-05-01', time: '12:34:56+02:00' }, '2024-05-01T10:34:56.000Z'],
  ['with AM or PM', { date: '2024-05-01', time: '12:34:56 PM' }, '2024-05-01T12:34:56.000Z'],
  ['the time of another object', { date: '2024-05-01', backup: { time: '12:34:56' } }, undefined],
  ['a date alone', { date: '2024-05-01' }, undefined],
  ['a date alone, with dots', { event_date: '2024.05.01' }, undefined],
  ['a date alone, without separators', { date: '20240501' }, undefined],
  [
    'the creation of a rule',
    {
      alert: {
        last_triggered_at: '2024-05-01T10:00:00Z',
        updated_at: '2024-05-01T10:00:01Z',
        created_at: '2020-01-01T00:00:00Z',
      },
    },
    '2024-05-01T10:00:00.000Z',
  ],
  [
    'the creation of a rule that changed since',
    { alert: { updated_at: '2024-05-01T10:00:01Z', created_at: '2020-01-01T00:00:00Z' } },
    '2024-05-01T10:00:01.000Z',
  ],
  [
    'the creation of an alarm that was updated',
    { alert: { updated_at: '2024-05-01T11:00:00Z', created_at: '2024-05-01T10:00:00Z' } },
    '2024-05-01T10:00:00.000Z',
  ],
  ['the start in seconds', { start_epoch: '1714559696' }, '2024-05-01T10:34:56.000Z'],
  ['when a check ran', { check_ran_at: '2024-05-01T10:00:00Z' }, '2024-05-01T10:00:00.000Z'],
  ['the present time', { now: '2024-05-01T10:00:00+00:00' }, '2024-05-01T10:00:00.000Z'],
])('finds the time of an alarm: %s', (_, body, time) => expect(timeOf(body)).toBe(time));

it('finds the time that version 1.0.0 found', () => {
  expect(findTime(collectFields({ date: '2024-05-01' }), now, '0.2')?.instant.toISOString()).toBe(
    '2024-05-01T00:00:00.000Z',
  );
});
