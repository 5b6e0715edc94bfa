import { Client } from 'pg';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  encodeBigints,
  encodeBooleans,
  encodeByteStrings,
  encodeHexStrings,
  encodeIntegers,
  encodeJsonbs,
  encodeJsons,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from './binary-arrays.js';

let client: Client;
beforeAll(async () => {
  client = new Client(inject('testServer').url);
  await client.connect();
});
afterAll(() => client.end());

/** Returns the array that PostgreSQL reads, with each element as text. */
async function readBy(type: string, array: Buffer): Promise<unknown> {
  const { rows } = await client.query<{ elements: unknown }>({
    text: `select $1::${type}[]::text[] as elements`,
    values: [array],
  });
  return rows[0]?.elements;
}

describe('arrays in binary', () => {
  const [one, two] = [v7(), v7()];
  const long = 'x'.repeat(200_000);
  it.each([
    { type: 'uuid', array: encodeUuids([one, null, two.toUpperCase()]), is: [one, null, two] },
    { type: 'uuid', array: encodeUuids([]), is: [] },
    { type: 'text', array: encodeTexts([null]), is: [null] },
    {
      type: 'text',
      array: encodeTexts([
        '',
        'NULL',
        '{"a,\\',
        'ä',
        '€ and what makes it a longer text than short ones are 🚨',
        long,
      ]),
      is: ['', 'NULL', '{"a,\\', 'ä', '€ and what makes it a longer text than short ones are 🚨', long],
    },
    {
      type: 'int4',
      array: encodeIntegers([0, null, 2 ** 31 - 1, -(2 ** 31), 258]),
      is: ['0', null, '2147483647', '-2147483648', '258'],
    },
    {
      type: 'bigint',
      array: encodeBigints([1, -1, null, '9223372036854775807', -(2n ** 63n), 2 ** 53 - 1]),
      is: ['1', '-1', null, '9223372036854775807', '-9223372036854775808', '9007199254740991'],
    },
    { type: 'bool', array: encodeBooleans([true, null, false]), is: ['true', null, 'false'] },
    {
      type: 'bytea',
      array: encodeByteStrings([Buffer.of(0, 255, 92), null, Buffer.alloc(0)]),
      is: [String.raw`\x00ff5c`, null, String.raw`\x`],
    },
    {
      type: 'bytea',
      array: encodeHexStrings(['00ff5C', null, '']),
      is: [String.raw`\x00ff5c`, null, String.raw`\x`],
    },
    { type: 'json', array: encodeJsons(['{"b":1,  "a":"ü"}', null]), is: ['{"b":1,  "a":"ü"}', null] },
    { type: 'jsonb', array: encodeJsonbs(['{"b":1,  "a":"ü"}', null]), is: ['{"a": "ü", "b": 1}', null] },
  ])('of $type are read by PostgreSQL with equal elements', async ({ type, array, is }) => {
    expect(await readBy(type, array)).toEqual(is);
  });

  it('of times keep every millisecond from year 1 to year 9999', async () => {
    const moments = ['0001-01-01T00:00:00.001Z', '1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z'];
    moments.push('2026-11-22T06:07:08.009Z', '2285-06-06T00:00:00.123Z', '9999-12-31T23:59:59.999Z');
    const { rows } = await client.query<{ at: string | null }>({
      text: `
        select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from unnest($1::timestamptz[]) as at`,
      values: [encodeTimes([...moments.map((moment) => new Date(moment)), null])],
    });
    expect(rows.map(({ at }) => at)).toEqual([...moments, null]);
  });

  it('can be searched, and indexed from 1, like any other array', async () => {
    const { rows } = await client.query({
      text: `select ($1::text[])[2] as second, $2::uuid = any ($3::uuid[]) as known, cardinality($4::int[]) as length`,
      values: [encodeTexts(['a', 'b']), two, encodeUuids([one, two]), encodeIntegers([])],
    });
    expect(rows).toEqual([{ second: 'b', known: true, length: 0 }]);
  });

  it('reject elements that PostgreSQL would reject', () => {
    expect(() => encodeUuids(['no uuid'])).toThrow('not a uuid: no uuid');
    expect(() => encodeUuids([`${one.slice(0, -1)}g`])).toThrow('not a uuid');
    expect(() => encodeUuids([`${one.slice(0, -1)}€`])).toThrow('not a uuid');
    expect(() => encodeHexStrings(['0g'])).toThrow('not hexadecimal: 0g');
    expect(() => encodeHexStrings(['000'])).toThrow('not hexadecimal');
    expect(() => encodeIntegers([2 ** 31])).toThrow('not an integer of four bytes: 2147483648');
    expect(() => encodeIntegers([0.5])).toThrow('not an integer of four bytes: 0.5');
    expect(() => encodeBigints([2n ** 63n])).toThrow(RangeError);
    expect(() => encodeTimes([new Date(Number.NaN)])).toThrow('not a time');
  });
});
