import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { ROOT_API_KEY, type Answer } from './api-under-test.js';
import { AttackTarget } from './attack-target.js';
import type { DocumentedOperation } from './operations.js';

let target: AttackTarget;
let closed: readonly DocumentedOperation[];
let withBody: readonly DocumentedOperation[];
/** What an ADMIN may not even ask is attacked with the root key. */
const ofOperators = new Set<string>();

beforeAll(async () => {
  target = await AttackTarget.start();
  closed = target.operations.filter(({ open }) => !open);
  withBody = closed.filter(({ takesBody }) => takesBody);
  for (const { method, template, ids } of closed) {
    if (method !== 'GET' || Object.keys(ids).length > 0) continue;
    const plain = await target.api.call(method, `${template}?strange=1`, { key: target.mine.key });
    if (plain.status === 403) ofOperators.add(template);
  }
}, 60_000);
afterAll(() => target.close());

interface Attack {
  readonly path?: string;
  /** Added to the request's path. */
  readonly query?: string;
  /** The body as it is sent; the default is a right one. */
  readonly body?: string | undefined;
}

/** As the ADMIN of a domain, on a record of that domain: nothing else is wrong than what the attack makes so. */
async function send(operation: DocumentedOperation, { path, query = '', body }: Attack): Promise<Answer> {
  const { method, takesBody } = operation;
  const url = `${path ?? target.pathOf(operation, target.mine.records)}${query && `?${query}`}`;
  return target.api.call(method, url, {
    key: ofOperators.has(operation.template) ? ROOT_API_KEY : target.mine.key,
    ...(takesBody ? { body: body ?? JSON.stringify(rightBody(operation)) } : {}),
  });
}

function rightBody({ body, bodyFields, ids }: DocumentedOperation): Record<string, unknown> {
  const given = { ...body, domain_id: 'mine' };
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in bodyFields && !(name in ids)));
}

/** With one field as this JSON, whatever that is. */
function bodyWith(operation: DocumentedOperation, field: string, json: string): string {
  const others = Object.entries(rightBody(operation)).filter(([name]) => name !== field);
  const parts = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...parts, `${JSON.stringify(field)}:${json}`].join(',')}}`;
}

/** A refusal as the contract has it: a problem that is documented and tells nothing of the inside. */
function expectRefused(operation: DocumentedOperation, attack: unknown, answer: Answer): void {
  const { status, headers, body } = answer;
  const said = { at: `${operation.method} ${operation.template}`, attack };
  expect({ ...said, status, type: headers['content-type'] }).toEqual({
    ...said,
    status: expect.toSatisfy((each: number) => each >= 400 && each < 500),
    type: 'application/problem+json; charset=utf-8',
  });
  expect({ ...said, body }).toEqual({
    ...said,
    body: expect.objectContaining({
      status,
      code: expect.stringMatching(/^ERROR_/),
      instance: expect.any(String),
    }),
  });
  expect({ ...said, documented: operation.statuses.includes(status), status }).toMatchObject({
    documented: true,
  });
  expect(JSON.stringify(body)).not.toMatch(
    /\bat .*\.(ts|js):\d+|QueryFailed|syntax error|postgres|node_modules/i,
  );
}

async function unchanged(attack: () => Promise<void>): Promise<void> {
  const before = await target.stored();
  await attack();
  expect(await target.stored()).toEqual(before);
}

const MASS_ASSIGNMENT = [
  ...[
    'state',
    'role',
    'root',
    'domain_id',
    'user_id',
    'project_id',
    'api_key',
    'api_key_id',
    'access_key',
    'webhook_id',
  ],
  ...[
    'webhook_url',
    'quota_id',
    'created_at',
    'updated_at',
    'deleted_at',
    'secret_digest',
    'expires_at',
    'scope',
    'origin',
  ],
];
const POLLUTION = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
const DEEP = 10_000;
const nested = (depth: number) => [
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
];

describe('every operation refuses', () => {
  it('more than nothing: these are all the operations there are', () => {
    expect(closed.length).toBeGreaterThan(45);
    expect(withBody.length).toBeGreaterThan(25);
  });

  it('fields that nobody may set, and stores nothing of the rest', async () => {
    await unchanged(async () => {
      for (const operation of withBody) {
        for (const field of MASS_ASSIGNMENT.filter((name) => !(name in operation.bodyFields))) {
          if (field in operation.ids) continue;
          const answer = await send(operation, { body: bodyWith(operation, field, '"ADMIN"') });
          expectRefused(operation, field, answer);
          expect([field, answer.status, answer.body.errors]).toEqual([
            field,
            400,
            [expect.objectContaining({ field })],
          ]);
        }
        if ('domain_id' in operation.bodyFields) {
          const answer = await send(operation, { body: bodyWith(operation, 'domain_id', '"theirs"') });
          expectRefused(operation, 'domain_id', answer);
          expect([operation.template, answer.status]).toEqual([operation.template, 403]);
        }
        for (const id of Object.keys(operation.ids).filter((name) => name in operation.bodyFields)) {
          const other = JSON.stringify(target.theirs.records[id] ?? 'other');
          const answer = await send(operation, { body: bodyWith(operation, id, other) });
          expectRefused(operation, `${id} of another in the body`, answer);
        }
      }
      for (const operation of closed.filter(({ method }) => method === 'GET' || method === 'DELETE')) {
        for (const field of MASS_ASSIGNMENT.filter((name) => !(name in operation.queryFields))) {
          if (field in operation.ids) continue;
          const domain = 'domain_id' in operation.queryFields ? 'domain_id=mine&' : '';
          expectRefused(operation, field, await send(operation, { query: `${domain}${field}=ADMIN` }));
        }
      }
    });
  });

  it('keys that are the prototype of everything', async () => {
    await unchanged(async () => {
      for (const operation of withBody) {
        for (const field of POLLUTION) {
          for (const json of ['{"root":true,"role":"ADMIN"}', '{"prototype":{"root":true}}']) {
            expectRefused(
              operation,
              field,
              await send(operation, { body: bodyWith(operation, field, json) }),
            );
          }
        }
        for (const field of Object.keys(operation.bodyFields)) {
          if (field in operation.ids) continue;
          for (const key of ['__proto__', 'constructor']) {
            const json = `{"${key}":{"root":true}}`;
            expectRefused(
              operation,
              `${field}.${key}`,
              await send(operation, { body: bodyWith(operation, field, json) }),
            );
          }
        }
      }
      for (const operation of closed) {
        for (const key of ['__proto__', 'constructor.prototype', 'query.__proto__.x', 'query.constructor']) {
          expectRefused(operation, key, await send(operation, { query: `${key}=1` }));
        }
      }
    });
    expect(({} as { root?: boolean }).root).toBeUndefined();
  });

  it('ids of another kind and paths that lead elsewhere', async () => {
    await unchanged(async () => {
      for (const operation of closed) {
        for (const [name, kind] of Object.entries(operation.ids)) {
          const strange = [
            '..%2f..%2fhealth',
            '%00',
            '%ff',
            '%ed%a0%80',
            '-1',
            "'--",
            '%20',
            '%F0%9F%92%A9',
            'x'.repeat(5000),
          ];
          const ofOthers = kind
            ? [
                newId(kind === 'quota' ? 'webhook' : 'quota'),
                '01910000-0000-7000-8000-000000000001',
                `${kind}_`,
                `${kind}_${'z'.repeat(26)}`,
              ]
            : [];
          for (const id of [...strange, ...ofOthers]) {
            const path = target
              .pathOf(operation, { ...target.mine.records, [name]: 'HERE' })
              .replace('HERE', id);
            const domain = 'domain_id' in operation.queryFields ? 'domain_id=mine' : '';
            const answer = await send(operation, { path, query: domain });
            expectRefused(operation, id.slice(0, 40), answer);
            expect([400, 404]).toContain(answer.status);
          }
        }
      }
    });
  });

  it('texts with U+0000 or half a character, and texts of a megabyte', async () => {
    const megabyte = JSON.stringify('x'.repeat(1_000_000));
    await unchanged(async () => {
      for (const operation of withBody) {
        for (const field of Object.keys(operation.bodyFields)) {
          for (const json of [
            '"a\\u0000b"',
            '"\\ud800"',
            '"\\udc00x"',
            '{"a\\u0000":1}',
            '["\\ud800"]',
            megabyte,
          ]) {
            const answer = await send(operation, { body: bodyWith(operation, field, json) });
            expectRefused(operation, `${field}: ${json.slice(0, 20)}`, answer);
          }
        }
        const name = await send(operation, { body: bodyWith(operation, 'x'.repeat(1_000_000), '1') });
        expectRefused(operation, 'a long name', name);
        const many = `{${Array.from({ length: 60_000 }, (_, index) => `"f${index}":1`).join(',')}}`;
        expectRefused(operation, 'many fields', await send(operation, { body: many }));
        const tooLarge = await send(operation, {
          body: bodyWith(operation, 'x', JSON.stringify('x'.repeat(1_100_000))),
        });
        expect([operation.template, tooLarge.status]).toEqual([operation.template, 413]);
      }
      for (const operation of closed) {
        for (const field of Object.keys(operation.queryFields)) {
          expectRefused(operation, field, await send(operation, { query: `${field}=a%00b` }));
          const long = await send(operation, { query: `${field}=${'x'.repeat(12_000)}` });
          expectRefused(operation, `${field}: long`, long);
        }
      }
    });
  }, 120_000);

  it('JSON that is nested ten thousand times, wherever it stands', async () => {
    await unchanged(async () => {
      for (const operation of withBody) {
        for (const json of nested(DEEP)) {
          expectRefused(operation, 'the body', await send(operation, { body: json }));
          for (const field of Object.keys(operation.bodyFields)) {
            expectRefused(
              operation,
              field,
              await send(operation, { body: bodyWith(operation, field, json) }),
            );
          }
        }
      }
      for (const operation of closed.filter(({ queryFields }) => 'query' in queryFields)) {
        for (const json of nested(1500)) {
          const query = `domain_id=mine&query=${encodeURIComponent(json)}`;
          if (query.length < 15_000) expectRefused(operation, 'query', await send(operation, { query }));
        }
      }
    });
  }, 120_000);

  it('bodies that are no JSON objects', async () => {
    await unchanged(async () => {
      for (const operation of withBody) {
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
          expectRefused(operation, body, await send(operation, { body }));
        }
      }
    });
  });

  it('query parameters that are given twice, but for only', async () => {
    for (const operation of closed) {
      for (const field of Object.keys(operation.queryFields).filter((name) => name !== 'only')) {
        const domain = field === 'domain_id' ? '' : '&domain_id=mine';
        for (const [one, two] of [
          ['a', 'b'],
          ['mine', 'mine'],
        ]) {
          const query = `${field}=${one}&${field}=${two}${'domain_id' in operation.queryFields ? domain : ''}`;
          const answer = await send(operation, { query });
          expectRefused(operation, query, answer);
          expect([operation.template, query, answer.status]).toEqual([operation.template, query, 400]);
        }
      }
    }
    const { webhook_id } = target.mine.records;
    const twice = await target.api.call('GET', `/monitoring/v1/webhook/${webhook_id}?only=name&only=state`, {
      key: target.mine.key,
    });
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
  const changing = withBody.filter(({ template }) => !template.startsWith('/identity/v1/api-key/'));
  for (const operation of changing) {
    for (const field of Object.keys(operation.bodyFields)) {
      for (const json of values) {
        const answer = await send(operation, { body: bodyWith(operation, field, json) });
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
