import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadInput, replaceBodyField, expectRejected } from './bad-input.js';

let input: BadInput;

beforeAll(async () => void (input = await BadInput.start()), 60_000);
afterAll(() => input.target.close());

const MAX_DEPTH = 10_000;
const nested = (depth: number) => [
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
];

describe('every operation', () => {
  it('rejects texts with U+0000 or a lone surrogate, and texts that are too long', async () => {
    const longest = JSON.stringify('x'.repeat(65_000));
    await input.expectUnchanged(async () => {
      for (const operation of input.operationsWithBody) {
        for (const field of Object.keys(operation.bodyFields)) {
          for (const json of [
            '"a\\u0000b"',
            '"\\ud800"',
            '"\\udc00x"',
            '{"a\\u0000":1}',
            '["\\ud800"]',
            longest,
          ]) {
            const response = await input.send(operation, { body: replaceBodyField(operation, field, json) });
            expectRejected(operation, `${field}: ${json.slice(0, 20)}`, response);
          }
        }
        const name = await input.send(operation, {
          body: replaceBodyField(operation, 'x'.repeat(65_000), '1'),
        });
        expectRejected(operation, 'a long name', name);
        const many = `{${Array.from({ length: 6_000 }, (_, index) => `"f${index}":1`).join(',')}}`;
        expectRejected(operation, 'many fields', await input.send(operation, { body: many }));
        const tooLarge = await input.send(operation, {
          body: replaceBodyField(operation, 'x', JSON.stringify('x'.repeat(1_100_000))),
        });
        expect([operation.template, tooLarge.status]).toEqual([operation.template, 413]);
      }
      for (const operation of input.protectedOperations) {
        for (const field of Object.keys(operation.queryFields)) {
          expectRejected(operation, field, await input.send(operation, { query: `${field}=a%00b` }));
          const long = await input.send(operation, { query: `${field}=${'x'.repeat(12_000)}` });
          expectRejected(operation, `${field}: long`, long);
        }
      }
    });
  }, 120_000);

  it('rejects JSON that is nested 10,000 levels deep, as the body and in every field', async () => {
    await input.expectUnchanged(async () => {
      for (const operation of input.operationsWithBody) {
        for (const json of nested(MAX_DEPTH)) {
          expectRejected(operation, 'the body', await input.send(operation, { body: json }));
          for (const field of Object.keys(operation.bodyFields)) {
            expectRejected(
              operation,
              field,
              await input.send(operation, { body: replaceBodyField(operation, field, json) }),
            );
          }
        }
      }
      const queryable = input.protectedOperations.filter(({ queryFields }) => 'query' in queryFields);
      expect(queryable.length).toBeGreaterThan(10);
      for (const operation of queryable) {
        // The URL of the first depth is one that every proxy passes on.
        for (const json of [300, MAX_DEPTH].flatMap(nested)) {
          const query = `domain_id=mine&query=${encodeURIComponent(json)}`;
          const response = await input.send(operation, { query });
          expectRejected(operation, 'query', response);
          expect([operation.template, response.status]).toEqual([operation.template, 400]);
        }
      }
    });
  }, 120_000);

  it('rejects bodies that are not JSON objects', async () => {
    await input.expectUnchanged(async () => {
      for (const operation of input.operationsWithBody) {
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
          expectRejected(operation, body, await input.send(operation, { body }));
        }
      }
    });
  });

  it('rejects repeated query parameters, except `only`', async () => {
    for (const operation of input.protectedOperations) {
      for (const field of Object.keys(operation.queryFields).filter((name) => name !== 'only')) {
        const domain = field === 'domain_id' ? '' : '&domain_id=mine';
        for (const [one, two] of [
          ['a', 'b'],
          ['mine', 'mine'],
        ]) {
          const query = `${field}=${one}&${field}=${two}${'domain_id' in operation.queryFields ? domain : ''}`;
          const response = await input.send(operation, { query });
          expectRejected(operation, query, response);
          expect([operation.template, query, response.status]).toEqual([operation.template, query, 400]);
        }
      }
    }
    const { webhook_id } = input.target.mine.records;
    const repeatedOnly = await input.target.api.call(
      'GET',
      `/monitoring/v1/webhook/${webhook_id}?only=name&only=state`,
      {
        key: input.target.mine.key,
      },
    );
    expect(repeatedOnly).toMatchObject({ status: 200, body: { name: 'w', state: 'ENABLED' } });
  });
});

it('no operation answers 5xx, whatever the type of a value in a body', async () => {
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
  const operations = input.operationsWithBody.filter(
    ({ template }) => !template.startsWith('/identity/v1/api-key/'),
  );
  for (const operation of operations) {
    for (const field of Object.keys(operation.bodyFields)) {
      for (const json of values) {
        const response = await input.send(operation, { body: replaceBodyField(operation, field, json) });
        const context = `${operation.method} ${operation.template} ${field}=${json}`;
        expect([context, response.status, response.body]).toEqual([
          context,
          expect.toSatisfy((each: number) => each < 500),
          response.body,
        ]);
        if (response.status >= 400) expectRejected(operation, context, response);
      }
    }
  }
}, 120_000);
