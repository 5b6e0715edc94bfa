import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadInput, bodyWith, expectRefused } from './bad-input.js';

let input: BadInput;

beforeAll(async () => void (input = await BadInput.start()), 60_000);
afterAll(() => input.target.close());

const DEEP = 10_000;
const nested = (depth: number) => [
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
];

describe('every operation refuses', () => {
  it('texts with U+0000 or half a character, and texts as long as a body may be', async () => {
    const longest = JSON.stringify('x'.repeat(65_000));
    await input.unchanged(async () => {
      for (const operation of input.withBody) {
        for (const field of Object.keys(operation.bodyFields)) {
          for (const json of [
            '"a\\u0000b"',
            '"\\ud800"',
            '"\\udc00x"',
            '{"a\\u0000":1}',
            '["\\ud800"]',
            longest,
          ]) {
            const answer = await input.send(operation, { body: bodyWith(operation, field, json) });
            expectRefused(operation, `${field}: ${json.slice(0, 20)}`, answer);
          }
        }
        const name = await input.send(operation, { body: bodyWith(operation, 'x'.repeat(65_000), '1') });
        expectRefused(operation, 'a long name', name);
        const many = `{${Array.from({ length: 6_000 }, (_, index) => `"f${index}":1`).join(',')}}`;
        expectRefused(operation, 'many fields', await input.send(operation, { body: many }));
        const tooLarge = await input.send(operation, {
          body: bodyWith(operation, 'x', JSON.stringify('x'.repeat(1_100_000))),
        });
        expect([operation.template, tooLarge.status]).toEqual([operation.template, 413]);
      }
      for (const operation of input.closed) {
        for (const field of Object.keys(operation.queryFields)) {
          expectRefused(operation, field, await input.send(operation, { query: `${field}=a%00b` }));
          const long = await input.send(operation, { query: `${field}=${'x'.repeat(12_000)}` });
          expectRefused(operation, `${field}: long`, long);
        }
      }
    });
  }, 120_000);

  it('JSON that is nested ten thousand times, wherever it stands', async () => {
    await input.unchanged(async () => {
      for (const operation of input.withBody) {
        for (const json of nested(DEEP)) {
          expectRefused(operation, 'the body', await input.send(operation, { body: json }));
          for (const field of Object.keys(operation.bodyFields)) {
            expectRefused(
              operation,
              field,
              await input.send(operation, { body: bodyWith(operation, field, json) }),
            );
          }
        }
      }
      for (const operation of input.closed.filter(({ queryFields }) => 'query' in queryFields)) {
        for (const json of nested(1500)) {
          const query = `domain_id=mine&query=${encodeURIComponent(json)}`;
          if (query.length < 15_000)
            expectRefused(operation, 'query', await input.send(operation, { query }));
        }
      }
    });
  }, 120_000);

  it('bodies that are no JSON objects', async () => {
    await input.unchanged(async () => {
      for (const operation of input.withBody) {
        for (const body of [
          'null',
          '[]',
          '1',
          '"x"',
          '{',
          '{"a":1,}',
          '{"a":1e999}',
          'NaN',
          '\u0000',
          '<a/>',
          'a=1',
        ]) {
          expectRefused(operation, body, await input.send(operation, { body }));
        }
      }
    });
  });

  it('query parameters that are given twice, but for only', async () => {
    for (const operation of input.closed) {
      for (const field of Object.keys(operation.queryFields).filter((name) => name !== 'only')) {
        const domain = field === 'domain_id' ? '' : '&domain_id=mine';
        for (const [one, two] of [
          ['a', 'b'],
          ['mine', 'mine'],
        ]) {
          const query = `${field}=${one}&${field}=${two}${'domain_id' in operation.queryFields ? domain : ''}`;
          const answer = await input.send(operation, { query });
          expectRefused(operation, query, answer);
          expect([operation.template, query, answer.status]).toEqual([operation.template, query, 400]);
        }
      }
    }
    const { webhook_id } = input.target.mine.records;
    const twice = await input.target.api.call(
      'GET',
      `/monitoring/v1/webhook/${webhook_id}?only=name&only=state`,
      {
        key: input.target.mine.key,
      },
    );
    expect(twice).toMatchObject({ status: 200, body: { name: 'w', state: 'ENABLED' } });
  });
});

it('whatever type a field has, no operation fails', async () => {
  const values = [
    'null',
    'true',
    '0',
    '-1',
    '1e308',
    '1.5',
    '""',
    '"x"',
    '[]',
    '[null]',
    '[[]]',
    '{}',
    '{"":""}',
    '"2026-13-45T99:99:99Z"',
  ];
  const changing = input.withBody.filter(({ template }) => !template.startsWith('/identity/v1/api-key/'));
  for (const operation of changing) {
    for (const field of Object.keys(operation.bodyFields)) {
      for (const json of values) {
        const answer = await input.send(operation, { body: bodyWith(operation, field, json) });
        const at = `${operation.method} ${operation.template} ${field}=${json}`;
        expect([at, answer.status, answer.body]).toEqual([
          at,
          expect.toSatisfy((each: number) => each < 500),
          answer.body,
        ]);
        if (answer.status >= 400) expectRefused(operation, at, answer);
      }
    }
  }
}, 120_000);
