import { expect, it } from 'vitest';
import { formatId } from '../../kernel/ids.js';
import { parseJson } from '../../kernel/json.js';
import type { RecordFields } from '../../query/record.js';
import { RecordSerializer } from './record-serializer.js';

const UUID = '01890000-0000-7000-8000-000000000000';
const ID = formatId('verification', UUID);
const AT = '2026-11-20T10:00:00.123Z';

interface Secrets {
  readonly key: string;
  readonly error: string | null;
}

let reads = 0;
const THING = {
  name: { type: 'text' },
  url: { type: 'text', derive: ({ key }: Secrets) => `https://x/${key}` },
  use: {
    type: 'object',
    name: 'ThingUse',
    fields: {
      count: { type: 'number', inside: 'traffic' },
      last_at: { type: 'date', inside: 'traffic', nullable: true },
      last_error: { type: 'text', column: 'error', derive: ({ error }: Secrets) => error },
    },
  },
  check: {
    type: 'object',
    name: 'ThingCheck',
    column: 'last_check',
    nullable: true,
    fields: { verification_id: { type: 'id', kind: 'verification' }, at: { type: 'date' } },
  },
  limit: { type: 'object', name: 'ThingLimit', column: 'given', fields: { day: { type: 'number' } } },
  refused: {
    type: 'list',
    name: 'ThingRefused',
    fields: { status: { type: 'number' }, last_at: { type: 'date' } },
  },
} as const satisfies RecordFields;

const RECORD = new RecordSerializer(THING, {
  column: 'secrets',
  read: (stored: Secrets) => {
    reads += 1;
    return stored;
  },
});

const ROW = {
  name: 'a "b"',
  secrets: '{"key": "k", "error": null}',
  traffic: '{"count": 3, "last_at": "2026-11-20T11:00:00.123+01:00"}',
  last_check: `{"at": "2026-11-20T10:00:00.123456+00:00", "verification_id": "${UUID}"}`,
  given: '{"month":12345678901234567890}',
  refused: '[{"last_at": "2026-11-20T10:00:00.123+00:00", "status": 413}]',
};
const SHOWN = {
  name: 'a "b"',
  url: 'https://x/k',
  use: { count: 3, last_at: AT, last_error: null },
  check: { verification_id: ID, at: AT },
  limit: parseJson('{"month":12345678901234567890}'),
  refused: [{ status: 413, last_at: AT }],
};
/** The cells of the columns of a select list. */
const cells = (select: string) =>
  select
    .split(', ')
    .map((column) => ROW[(/\w+(?=::text$)|\w+$/.exec(column) ?? [''])[0] as keyof typeof ROW]);

it('selects a column once for all fields that need it', () => {
  expect(RECORD.select()).toBe(
    `name, secrets::text, traffic::text, last_check::text, given::text, coalesce(refused, '[]')::text as refused`,
  );
});

it('writes and reads the same record, and reads what fields are derived from once for each row', () => {
  const select = RECORD.select().replace(`coalesce(refused, '[]')::text as refused`, 'refused');
  reads = 0;
  expect(RECORD.createWriter(undefined)(cells(select))).toBe(JSON.stringify(SHOWN));
  expect(reads).toBe(1);
  expect(JSON.stringify(RECORD.read(ROW))).toBe(JSON.stringify(SHOWN));
});

it('shows an object as null if its column is', () => {
  expect(RECORD.createWriter(['check'])([null])).toBe('{"check":null}');
  expect(RECORD.read({ ...ROW, last_check: null }).check).toBeNull();
});

it('derives only what is asked for', () => {
  reads = 0;
  expect(RECORD.pick(ROW, ['name', 'check.at'])).toEqual({ name: 'a "b"', check: { at: AT } });
  expect(RECORD.createWriter(['name'])(cells(RECORD.select(['name'])))).toBe('{"name":"a \\"b\\""}');
  expect(reads).toBe(0);
  expect(() => RECORD.pick(ROW, ['colour'])).toThrow('the fields are name, url, use');
});
