import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { BadInput, replaceBodyField, expectRejected } from './bad-input.js';

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

describe('every operation', () => {
  it('is tested: the document has more than 45 protected ones, more than 25 of them with a body', () => {
    expect(input.protectedOperations.length).toBeGreaterThan(45);
    expect(input.operationsWithBody.length).toBeGreaterThan(25);
  });

  it('rejects fields that callers may not set, and stores nothing', async () => {
    await input.expectUnchanged(async () => {
      for (const operation of input.operationsWithBody) {
        const { api, mine } = input.target;
        // An update takes a record as it was read, and ignores what it does not change: record-taken-back.e2e-spec.ts.
        const isUpdate = operation.method === 'PUT' && operation.template.endsWith('}');
        const path = `${input.target.createPath(operation, mine.records)}?domain_id=mine`;
        const record = isUpdate ? (await api.call('GET', path)).body : {};
        for (const field of MASS_ASSIGNMENT.filter((name) => !(name in operation.bodyFields))) {
          if (field in operation.ids || (field in record && !field.endsWith('_id'))) continue;
          const response = await input.send(operation, {
            body: replaceBodyField(operation, field, '"ADMIN"'),
          });
          expectRejected(operation, field, response);
          expect([field, response.status, response.body.errors]).toEqual([
            field,
            400,
            [expect.objectContaining({ field })],
          ]);
        }
        if ('domain_id' in operation.bodyFields) {
          const response = await input.send(operation, {
            body: replaceBodyField(operation, 'domain_id', '"theirs"'),
          });
          expectRejected(operation, 'domain_id', response);
          expect([operation.template, response.status]).toEqual([operation.template, 403]);
        }
        for (const id of Object.keys(operation.ids).filter((name) => name in operation.bodyFields)) {
          const theirId = input.target.theirs.records[id];
          // Names, such as those of heartbeats, are the same in both domains.
          const isForeign = theirId !== undefined && theirId !== input.target.mine.records[id];
          const foreignId = JSON.stringify(isForeign ? theirId : 'yet-another');
          const response = await input.send(operation, { body: replaceBodyField(operation, id, foreignId) });
          expectRejected(operation, `${id} of another in the body`, response);
        }
      }
      for (const operation of input.protectedOperations.filter(
        ({ method }) => method === 'GET' || method === 'DELETE',
      )) {
        for (const field of MASS_ASSIGNMENT.filter((name) => !(name in operation.queryFields))) {
          if (field in operation.ids) continue;
          const domain = 'domain_id' in operation.queryFields ? 'domain_id=mine&' : '';
          expectRejected(operation, field, await input.send(operation, { query: `${domain}${field}=ADMIN` }));
        }
      }
    });
  });

  it('rejects keys that could pollute Object.prototype', async () => {
    await input.expectUnchanged(async () => {
      for (const operation of input.operationsWithBody) {
        for (const field of POLLUTION) {
          for (const json of ['{"root":true,"role":"ADMIN"}', '{"prototype":{"root":true}}']) {
            expectRejected(
              operation,
              field,
              await input.send(operation, { body: replaceBodyField(operation, field, json) }),
            );
          }
        }
        for (const field of Object.keys(operation.bodyFields)) {
          if (field in operation.ids) continue;
          for (const key of ['__proto__', 'constructor']) {
            const json = `{"${key}":{"root":true}}`;
            expectRejected(
              operation,
              `${field}.${key}`,
              await input.send(operation, { body: replaceBodyField(operation, field, json) }),
            );
          }
        }
      }
      for (const operation of input.protectedOperations) {
        for (const key of ['__proto__', 'constructor.prototype', 'query.__proto__.x', 'query.constructor']) {
          expectRejected(operation, key, await input.send(operation, { query: `${key}=1` }));
        }
      }
    });
    expect(({} as { root?: boolean }).root).toBeUndefined();
  });

  it('rejects ids of another kind, malformed ids and path traversal', async () => {
    await input.expectUnchanged(async () => {
      for (const operation of input.protectedOperations) {
        for (const [name, kind] of Object.entries(operation.ids)) {
          const malformedIds = [
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
          const wrongIds = kind
            ? [
                newId(kind === 'quota' ? 'webhook' : 'quota'),
                '01910000-0000-7000-8000-000000000001',
                `${kind}_`,
                `${kind}_${'z'.repeat(26)}`,
              ]
            : [];
          for (const id of [...malformedIds, ...wrongIds]) {
            const path = input.target
              .createPath(operation, { ...input.target.mine.records, [name]: 'HERE' })
              .replace('HERE', id);
            const domain = 'domain_id' in operation.queryFields ? 'domain_id=mine' : '';
            const response = await input.send(operation, { path, query: domain });
            expectRejected(operation, id.slice(0, 40), response);
            expect([400, 404]).toContain(response.status);
          }
        }
      }
    });
  });
});
