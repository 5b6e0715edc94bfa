import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, type IdKind } from '#shared/kernel/ids.js';
import { until } from '#test/client.js';
import { Follower } from '#test/chaos/follower.js';
import type { ApiResponse } from './api-under-test.js';
import { AttackTarget, type Domain } from './attack-target.js';
import type { DocumentedOperation } from './operations.js';

/** Members that depend on the time of the request. */
const VOLATILE = new Set(['instance', 'from', 'to', 'last_accessed_at', 'access_key_last_used_at']);
/** Lists of what belongs to no domain. */
const COMMON = /\/(endpoints|plugins|protocols)(\/search)?$/;
/** Asks for the records of another domain. */
const FOREIGN = {
  filter_or: [
    { k: 'domain_id', v: 'theirs', o: 'eq' },
    { k: 'domain_id', v: 'mine', o: 'not' },
  ],
};
const COUNT = { aggregate: [{ count: { name: 'count' } }] };

let target: AttackTarget;
/** The operations that read records without an id in their path. */
let reads: readonly DocumentedOperation[];
let streams: readonly DocumentedOperation[];

beforeAll(async () => {
  target = await AttackTarget.start();
  const collections = target.operations.filter(
    ({ open, ids, method, template }) =>
      !open &&
      Object.keys(ids).length === 0 &&
      (method === 'GET' || /\/(search|stat|preview)$/.test(template)),
  );
  streams = collections.filter(({ isStream }) => isStream);
  reads = collections.filter((each) => !streams.includes(each));
}, 60_000);
afterAll(() => target.close());

const isStat = ({ template }: DocumentedOperation) => template.endsWith('/stat');
const isPreview = ({ template }: DocumentedOperation) => template.endsWith('/preview');
const isList = (operation: DocumentedOperation) =>
  'query' in { ...operation.queryFields, ...operation.bodyFields } &&
  !isStat(operation) &&
  !COMMON.test(operation.template);

/** What a preview shows: that of a filter, of an inhibition, or of a plan. */
const previewed = ({ bodyFields }: DocumentedOperation) => {
  const some = [{ k: 'title', v: 'some', o: 'contain' }];
  if ('filter' in bodyFields) return { filter: [] };
  return 'source' in bodyFields ? { source: some, target: some } : {};
};

function read(
  operation: DocumentedOperation,
  { key }: Domain,
  fields: Readonly<Record<string, unknown>>,
): Promise<ApiResponse> {
  const { method, template, body, takesBody } = operation;
  if (takesBody) {
    const all = { ...body, ...(isPreview(operation) ? previewed(operation) : {}), ...fields };
    return target.api.call(method, template, { key, body: all });
  }
  return target.api.call(method, `${template}?${toParameters(fields)}`, { key });
}

const toParameters = (fields: Readonly<Record<string, unknown>>) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

/** Whether the id of this name is different in each domain. */
const isSecret = (name: string) => name !== 'name' && name !== 'protocol_id';

const listSecretIds = ({ records }: Domain) => Object.entries(records).filter(([name]) => isSecret(name));

const listIdsIn = (text: string, domain: Domain) =>
  listSecretIds(domain).filter(([, id]) => text.includes(id));

const getDomainField = ({ queryFields, bodyFields }: DocumentedOperation, domain_id: string) =>
  'domain_id' in { ...queryFields, ...bodyFields } ? { domain_id } : {};

/** Reads everything that a domain can read. */
async function readAll(domain: Domain) {
  const responses: unknown[] = [];
  for (const operation of reads) {
    const { method, template, body } = operation;
    const queries = isStat(operation)
      ? [COUNT, { distinct: 'domain_id' }, ...('query' in body ? [] : [undefined])]
      : [undefined];
    for (const query of queries) {
      const fields = { ...getDomainField(operation, domain.domain_id), ...(query && { query }) };
      const response = await read(operation, domain, fields);
      const stable = JSON.parse(
        JSON.stringify(response.body, (name, value: unknown) => (VOLATILE.has(name) ? undefined : value)),
      ) as unknown;
      responses.push({ at: `${method} ${template}`, query, status: response.status, body: stable });
    }
  }
  return responses;
}

/** Returns pairs of conditions: the id of a record of another domain, and an id of no record. */
const listIdConditions = (operation: DocumentedOperation) =>
  listSecretIds(target.theirs)
    .filter(([name]) => name in { ...operation.queryFields, ...operation.bodyFields })
    .map(([name, id]) => [
      { [name]: id },
      { [name]: name === 'access_key' ? 'x'.repeat(32) : newId(name.slice(0, -'_id'.length) as IdKind) },
    ]);

async function openStream({ template }: DocumentedOperation, domain: Domain, fields = {}, after = '') {
  const url = `${target.api.url}${template}?${toParameters({ domain_id: domain.domain_id, ...fields })}`;
  const follower = await Follower.open(url, { key: domain.key, after });
  expect([url, follower.response.statusCode]).toEqual([url, 200]);
  if (after === '')
    await until(
      async () => follower.lastId,
      (id) => id !== '',
    );
  return follower;
}

const waitForMessages = (follower: Follower, count: number) =>
  until(
    async () => follower.messages.length,
    (messageCount) => messageCount >= count,
  );

/** Sends an event that opens an alert. */
async function postEvent({ domain_id, records }: Domain): Promise<void> {
  const path = `/monitoring/v1/webhook/${records.webhook_id}/${records.access_key}/events`;
  const body = { event_key: newId('event'), title: `Disk of ${domain_id} full` };
  expect((await target.api.call('POST', path, { key: null, body })).status).toBe(202);
}

describe('the records of another domain', () => {
  it('are in no list, search, stat or preview, and change none', async () => {
    const before = await readAll(target.mine);
    const newcomer = await target.addDomain('newcomer');
    const after = await readAll(target.mine);
    expect(after).toEqual(before);
    const text = JSON.stringify(after);
    expect(text).not.toMatch(/theirs|newcomer/);
    for (const other of [target.theirs, newcomer]) expect(listIdsIn(text, other)).toEqual([]);
    // Their own key reads them all, so a leak would be visible.
    const own = JSON.stringify(await readAll(target.theirs));
    // Notes are listed only with their alert.
    const listed = listSecretIds(target.theirs).filter(([name]) => name !== 'note_id');
    expect(listIdsIn(own, target.theirs)).toEqual(listed);
  });

  it('are not found by any list, search or stat, whatever its query', async () => {
    const operations = reads.filter((operation) => isList(operation) || isStat(operation));
    expect(operations.length).toBeGreaterThan(30);
    for (const operation of operations) {
      const at = `${operation.method} ${operation.template}`;
      const find = async (fields: Readonly<Record<string, unknown>>, domain = target.mine) => {
        const { status, body } = await read(operation, domain, { domain_id: domain.domain_id, ...fields });
        expect([at, fields, status]).toEqual([at, fields, 200]);
        return body;
      };
      if (isStat(operation)) {
        expect([at, await find({ query: { ...FOREIGN, ...COUNT } })]).toEqual([
          at,
          { results: [{ count: 0 }] },
        ]);
        expect(await find({ query: { ...FOREIGN, ...COUNT } }, target.theirs)).not.toEqual({
          results: [{ count: 0 }],
        });
        continue;
      }
      expect([at, await find({ query: FOREIGN })]).toEqual([at, { results: [], total_count: 0 }]);
      expect((await find({ query: FOREIGN }, target.theirs)).results).not.toEqual([]);
      for (const [, id] of listSecretIds(target.theirs))
        expect([at, id, await find({ query: { keyword: id } })]).toEqual([
          at,
          id,
          { results: [], total_count: 0 },
        ]);
      for (const [theirs = {}, nobody = {}] of listIdConditions(operation))
        expect([at, await find(theirs)]).toEqual([at, await find(nobody)]);
    }
  });

  it('make every list, search, stat, preview and stream that names their domain answer 403', async () => {
    const operations = [...reads, ...streams].filter(
      (operation) => Object.keys(getDomainField(operation, 'theirs')).length > 0,
    );
    expect(operations.length).toBeGreaterThan(40);
    for (const operation of operations) {
      const { status, body } = await read(operation, target.mine, { domain_id: 'theirs' });
      expect([operation.template, status, body.code]).toEqual([
        operation.template,
        403,
        'ERROR_PERMISSION_DENIED',
      ]);
    }
  });

  it('are sent to no stream, whatever its query, and whether they are new or missed', async () => {
    expect(streams.map(({ template }) => template)).toEqual([
      '/monitoring/v1/events/stream',
      '/monitoring/v1/alerts/stream',
    ]);
    for (const stream of streams) {
      const queries = [{ query: FOREIGN }, ...listIdConditions(stream).map(([theirs = {}]) => theirs)];
      const openAll = async (after = '') => ({
        theirs: await openStream(stream, target.theirs),
        mine: await openStream(stream, target.mine, {}, after),
        foreign: await Promise.all(queries.map((query) => openStream(stream, target.mine, query, after))),
      });
      const live = await openAll();
      const start = live.mine.lastId;
      const followers: Follower[] = [];
      for (const count of [1, 2]) {
        const { theirs, mine, foreign } = count === 1 ? live : await openAll(start);
        await postEvent(target.theirs);
        await waitForMessages(theirs, 1);
        await postEvent(target.mine);
        await waitForMessages(mine, count);
        const received = [mine, ...foreign].map(({ messages }) => JSON.stringify(messages));
        expect(received[0]).not.toContain('theirs');
        expect([stream.template, received.slice(1)]).toEqual([stream.template, queries.map(() => '[]')]);
        followers.push(theirs, mine, ...foreign);
      }
      const headers = { 'last-event-id': live.theirs.lastId };
      const path = `${stream.template}?domain_id=mine`;
      expect(await target.api.call('GET', path, { key: target.mine.key, headers })).toMatchObject({
        status: 400,
      });
      for (const follower of followers) follower.close();
    }
  });
});
