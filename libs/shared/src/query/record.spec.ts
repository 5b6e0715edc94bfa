import { expect, expectTypeOf, it } from 'vitest';
import { getColumns, toQueryFields, type RecordFields } from './record.js';

const THING = {
  thing_id: { type: 'id', kind: 'event' },
  state: { type: 'enum', name: 'ThingState', values: ['ON', 'OFF'] },
  place: {
    type: 'object',
    name: 'ThingPlace',
    fields: {
      room: { type: 'text', nullable: true },
      name: { type: 'text', column: 'place_name', long: true },
    },
  },
  size: { type: 'number', nullable: true },
  doubled: { type: 'number', computed: 'r.size * 2', nullable: true },
  data: { type: 'json' },
  made_at: { type: 'date', idTime: 'r.thing_id' },
} as const satisfies RecordFields;

it('toQueryFields returns the fields of a record, including those inside objects', () => {
  expect(toQueryFields(THING)).toEqual({
    record: ['thing_id', 'state', 'place', 'size', 'doubled', 'data', 'made_at'],
    fields: {
      thing_id: { type: 'id', kind: 'event', sql: 'r.thing_id', required: true },
      state: { type: 'enum', values: ['ON', 'OFF'], sql: 'r.state', required: true },
      place: {
        type: 'json',
        closed: true,
        sql: `jsonb_build_object('room', r.room, 'name', r.place_name)`,
      },
      'place.room': { type: 'text', sql: 'r.room', required: false },
      'place.name': { type: 'text', sql: 'r.place_name', required: true, long: true },
      size: { type: 'number', sql: 'r.size', required: false },
      doubled: { type: 'number', sql: 'r.size * 2', required: false },
      data: { type: 'json', sql: 'r.data' },
      made_at: { type: 'date', sql: 'r.made_at', required: true, idTime: 'r.thing_id' },
    },
  });
});

it('getColumns returns the columns of the given types', () => {
  expect(getColumns(THING, ['text', 'enum'])).toEqual(['state', 'room', 'place_name']);
  expectTypeOf(getColumns(THING, ['text'])[0]).toEqualTypeOf<'room' | 'place_name' | undefined>();
});
