import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget } from './attack-target.js';
import type { DocumentedOperation } from './operations.js';

let target: AttackTarget;
let recordOperations: readonly DocumentedOperation[];

beforeAll(async () => {
  target = await AttackTarget.start();
  recordOperations = target.operations.filter(
    ({ ids, open }) => !open && Object.values(ids).some((kind) => kind),
  );
}, 60_000);
afterAll(() => target.close());

/** Calls an operation for a record of another domain, or for one that does not exist. */
async function callOperation(operation: DocumentedOperation, owner: 'theirs' | 'nobody') {
  const { method, takesBody, body, ids, queryFields, bodyFields } = operation;
  const path = target.createPath(operation, owner === 'theirs' ? target.theirs.records : {});
  const query = 'domain_id' in queryFields ? '?domain_id=mine' : '';
  const rest = Object.entries({ ...body, domain_id: 'mine' }).filter(
    ([name]) => name in bodyFields && !(name in ids),
  );
  const startedAt = performance.now();
  const response = await target.api.call(method, path + query, {
    key: target.mine.key,
    ...(takesBody ? { body: Object.fromEntries(rest) } : {}),
  });
  const ms = performance.now() - startedAt;
  const { instance: _instance, ...visible } = response.body;
  // The response may repeat the requested id or name, which is masked.
  const asked = path.split('/').filter((part) => part !== '' && !operation.template.includes(part));
  const text = asked.reduce(
    (masked, part) => masked.replaceAll(decodeURIComponent(part), '…'),
    JSON.stringify(visible),
  );
  const problem = JSON.parse(text) as typeof visible;
  return { status: response.status, problem, headers: Object.keys(response.headers).toSorted(), ms };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('a record of another domain', () => {
  it('exists for every kind of id in the path of an operation, and its own key reads it', async () => {
    const kinds = new Set(recordOperations.flatMap(({ ids }) => Object.keys(ids)));
    expect([...kinds].filter((name) => !(name in target.theirs.records))).toEqual([]);
    expect(recordOperations.length).toBeGreaterThan(15);
    for (const operation of recordOperations.filter(({ method }) => method === 'GET')) {
      const path = `${target.createPath(operation, target.theirs.records)}?domain_id=theirs`;
      const { status } = await target.api.call('GET', path, { key: target.theirs.key });
      expect([operation.template, status]).toEqual([operation.template, 200]);
    }
  });

  it('gets the same 404 as one that does not exist, and is not changed', async () => {
    const before = await target.readTables();
    for (const operation of recordOperations) {
      const [foreign, missing] = [
        await callOperation(operation, 'theirs'),
        await callOperation(operation, 'nobody'),
      ];
      expect({ ...foreign, ms: 0, at: operation.template }).toEqual({
        ...missing,
        ms: 0,
        at: operation.template,
      });
      expect(foreign).toMatchObject({ status: 404, problem: { code: 'ERROR_NOT_FOUND' } });
    }
    expect(await target.readTables()).toEqual(before);
  });

  it('is answered as fast as one that does not exist', async () => {
    for (const operation of recordOperations) {
      // A real difference shows in every round, one caused by a busy machine only by chance.
      let found: { readonly foreign: number; readonly missing: number; readonly differ: boolean } | undefined;
      for (let round = 0; round < 5 && found?.differ !== false; round++) {
        const times = { theirs: [] as number[], nobody: [] as number[] };
        for (let attempt = 0; attempt < 15; attempt++) {
          for (const owner of ['theirs', 'nobody'] as const)
            times[owner].push((await callOperation(operation, owner)).ms);
        }
        const [foreign, missing] = [median(times.theirs), median(times.nobody)];
        found = { foreign, missing, differ: Math.abs(foreign - missing) > Math.max(1, missing * 0.5) };
      }
      expect({ ...found, at: operation.template }).toEqual({
        ...found,
        at: operation.template,
        differ: false,
      });
    }
  }, 120_000);

  it('gets the same 404 for a delivery with a wrong access key as an unknown webhook', async () => {
    const { webhook_id = '' } = target.theirs.records;
    const post = async (id: string) => {
      const response = await target.api.call('POST', `/monitoring/v1/webhook/${id}/wrong-key/events`, {
        body: {},
      });
      return { status: response.status, body: { ...response.body, instance: '' } };
    };
    const missing = await post('webhook_01kagexvhve0ya7d9z5kq5nh3m');
    expect(await post(webhook_id)).toEqual(missing);
    expect(missing).toMatchObject({ status: 404, body: { code: 'ERROR_NOT_FOUND' } });
    expect(await post(`${webhook_id}x`)).toEqual(missing);
  });
});
