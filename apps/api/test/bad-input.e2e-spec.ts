import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { BadInput, bodyWith, expectRefused } from './bad-input.js';

let input: BadInput;

beforeAll(async () => void (input = await BadInput.start()), 60_000);
afterAll(() => input.target.close());

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

describe('every operation refuses', () => {
  it('more than nothing: these are all the operations there are', () => {
    expect(input.closed.length).toBeGreaterThan(45);
    expect(input.withBody.length).toBeGreaterThan(25);
  });

  it('fields that nobody may set, and stores nothing of the rest', async () => {
    await input.unchanged(async () => {
      for (const operation of input.withBody) {
        for (const field of MASS_ASSIGNMENT.filter((name) => !(name in operation.bodyFields))) {
          if (field in operation.ids) continue;
          const answer = await input.send(operation, { body: bodyWith(operation, field, '"ADMIN"') });
          expectRefused(operation, field, answer);
          expect([field, answer.status, answer.body.errors]).toEqual([
            field,
            400,
            [expect.objectContaining({ field })],
          ]);
        }
        if ('domain_id' in operation.bodyFields) {
          const answer = await input.send(operation, { body: bodyWith(operation, 'domain_id', '"theirs"') });
          expectRefused(operation, 'domain_id', answer);
          expect([operation.template, answer.status]).toEqual([operation.template, 403]);
        }
        for (const id of Object.keys(operation.ids).filter((name) => name in operation.bodyFields)) {
          const other = JSON.stringify(input.target.theirs.records[id] ?? 'other');
          const answer = await input.send(operation, { body: bodyWith(operation, id, other) });
          expectRefused(operation, `${id} of another in the body`, answer);
        }
      }
      for (const operation of input.closed.filter(({ method }) => method === 'GET' || method === 'DELETE')) {
        for (const field of MASS_ASSIGNMENT.filter((name) => !(name in operation.queryFields))) {
          if (field in operation.ids) continue;
          const domain = 'domain_id' in operation.queryFields ? 'domain_id=mine&' : '';
          expectRefused(operation, field, await input.send(operation, { query: `${domain}${field}=ADMIN` }));
        }
      }
    });
  });

  it('keys that are the prototype of everything', async () => {
    await input.unchanged(async () => {
      for (const operation of input.withBody) {
        for (const field of POLLUTION) {
          for (const json of ['{"root":true,"role":"ADMIN"}', '{"prototype":{"root":true}}']) {
            expectRefused(
              operation,
              field,
              await input.send(operation, { body: bodyWith(operation, field, json) }),
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
              await input.send(operation, { body: bodyWith(operation, field, json) }),
            );
          }
        }
      }
      for (const operation of input.closed) {
        for (const key of ['__proto__', 'constructor.prototype', 'query.__proto__.x', 'query.constructor']) {
          expectRefused(operation, key, await input.send(operation, { query: `${key}=1` }));
        }
      }
    });
    expect(({} as { root?: boolean }).root).toBeUndefined();
  });

  it('ids of another kind and paths that lead elsewhere', async () => {
    await input.unchanged(async () => {
      for (const operation of input.closed) {
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
            const path = input.target
              .pathOf(operation, { ...input.target.mine.records, [name]: 'HERE' })
              .replace('HERE', id);
            const domain = 'domain_id' in operation.queryFields ? 'domain_id=mine' : '';
            const answer = await input.send(operation, { path, query: domain });
            expectRefused(operation, id.slice(0, 40), answer);
            expect([400, 404]).toContain(answer.status);
          }
        }
      }
    });
  });
});
