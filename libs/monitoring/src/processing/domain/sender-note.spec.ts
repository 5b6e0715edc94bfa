import { expect, it } from 'vitest';
import type { Delivery } from '../../intake/domain/delivery.js';
import { MAX_NOTE_LENGTH, createSenderNote } from './sender-note.js';

const received_at = new Date('2026-01-01T12:00:00Z');
const delivery = { received_at } as Delivery;
const noteOf = (fields: object) =>
  createSenderNote(
    { event_key: 'disk-db-1', text: 'On it', by: 'ann', occurred_at: null, ...fields },
    '0190a000-0000-7000-8000-000000000000',
    delivery,
    0,
  );

it.each([
  ['the time of the sender', '2026-01-01T11:59:00Z', '2026-01-01T11:59:00Z'],
  ['the arrival, if the sender is ahead', '2026-01-01T12:01:00Z', '2026-01-01T12:00:00Z'],
  ['the arrival, if the sender states a time of long ago', '2001-01-01T00:00:00Z', '2026-01-01T12:00:00Z'],
])('has %s', (_what, occurred_at, noted_at) => {
  expect(noteOf({ occurred_at: new Date(occurred_at) })?.noted_at).toEqual(new Date(noted_at));
});

it('is plain text that a database accepts, within the limit', () => {
  expect(noteOf({ text: '  line 1\nline\u0000 2 ' })?.text).toMatch(/^line 1\nline.? 2$/);
  expect(noteOf({ text: 'x'.repeat(5_000) })?.text).toHaveLength(MAX_NOTE_LENGTH);
});

it('is none without text', () => {
  expect(noteOf({ text: ' \n ' })).toBeUndefined();
});

it('keeps its id when the delivery is read again, or when it is sent again with its time', () => {
  const noteId = (occurred_at: Date | null, deliveryId: string, position = 0) =>
    createSenderNote({ event_key: 'k', text: 't', by: null, occurred_at }, deliveryId, delivery, position)
      ?.note_id;
  const [at, one, two] = [new Date('2026-01-01T11:00:00Z'), 'delivery-1', 'delivery-2'];
  expect(noteId(null, one)).toBe(noteId(null, one));
  expect(noteId(null, one, 1)).not.toBe(noteId(null, one));
  expect(noteId(null, two)).not.toBe(noteId(null, one));
  expect(noteId(at, two)).toBe(noteId(at, one));
});

it.each(['2026-01-01T11:59:00Z', '2026-01-01T12:00:00.001Z', '2001-01-01T00:00:00Z', '0002-06-01T00:00:00Z'])(
  'is the same note when it arrives again, with the time %s of its sender',
  (occurred_at) => {
    const noteAt = (arrival: string) =>
      createSenderNote(
        { event_key: 'k', text: 't', by: null, occurred_at: new Date(occurred_at) },
        arrival,
        { ...delivery, received_at: new Date(arrival) },
        0,
      )?.note_id;
    expect(noteAt('2026-01-01T12:00:00.130Z')).toBe(noteAt('2026-01-01T12:00:00Z'));
  },
);
