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
  limit: {
    type: 'object',
    name: 'ThingLimit',
    column: 'given_limit',
    fields: { day: { type: 'number', nullable: true } },
  },
  check: {
    type: 'object',
    name: 'ThingCheck',
    column: 'last_check',
    nullable: true,
    fields: { at: { type: 'date' }, texts: { type: 'texts' } },
  },
  use: {
    type: 'object',
    name: 'ThingUse',
    fields: {
      count: { type: 'number', inside: 'traffic' },
      secret: { type: 'text', derive: () => '***' },
      error: { type: 'text', column: 'last_error', derive: () => '***' },
    },
  },
  made_at: { type: 'date', idTime: 'r.thing_id' },
} as const satisfies RecordFields;

it('toQueryFields returns the fields of a record, including those inside objects', () => {
  expect(toQueryFields(THING)).toEqual({
    record: ['thing_id', 'state', 'place', 'size', 'doubled', 'data', 'limit', 'check', 'use', 'made_at'],
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
      limit: { type: 'json', closed: true, sql: 'r.given_limit' },
      'limit.day': { type: 'number', sql: `(r.given_limit ->> 'day')::numeric`, required: false },
      // Not as a whole: its times are not stored as they are shown.
      'check.at': { type: 'date', sql: `(r.last_check ->> 'at')::timestamptz`, required: false },
      'check.texts': { type: 'json', sql: `(r.last_check -> 'texts')` },
      'use.count': { type: 'number', sql: `(r.traffic ->> 'count')::numeric`, required: true },
      'use.error': { type: 'text', sql: 'r.last_error', required: true },
      made_at: { type: 'date', sql: 'r.made_at', required: true, idTime: 'r.thing_id' },
    },
  });
});

it('getColumns returns the columns of the given types', () => {
  expect(getColumns(THING, ['text', 'enum'])).toEqual([
    'state',
    'room',
    'place_name',
    'secret',
    'last_error',
  ]);
  expectTypeOf(getColumns(THING, ['text'])[0]).toEqualTypeOf<
    'room' | 'place_name' | 'secret' | 'last_error' | undefined
  >();
});
