import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const PATH = '/notification/v1/inhibitions';

let api: ApiUnderTest;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.close());

interface Inhibition extends Record<string, unknown> {
  readonly inhibition_id: string;
}

const createBody = (more: object = {}) => ({
  name: 'cluster down',
  source: [{ k: 'rule', v: 'ClusterDown', o: 'eq' }],
  target: [{ k: 'severity', v: 'WARNING', o: 'eq' }],
  equal: ['labels.cluster'],
  ...more,
});
const post = (body: object) =>
  api.call<Inhibition>('POST', PATH, { body: { domain_id: 'd1', ...body }, headers: {} });
const pathOf = ({ inhibition_id }: Inhibition) => `/notification/v1/inhibition/${inhibition_id}?domain_id=d1`;

describe('an inhibition', () => {
  it('is created with the default times, read, changed and deleted', async () => {
    const { status, headers, body } = await post(createBody());
    expect(status).toBe(201);
    expect(headers['location']).toContain(body.inhibition_id);
    expect(body).toMatchObject({
      inhibition_id: expect.stringMatching(/^inhibition_/),
      ...{ enabled: true, wait: 30, settle: 300, max: 86_400, project_id: null, created_by: 'root' },
      source: [{ k: 'rule', v: 'ClusterDown', o: 'eq' }],
      equal: ['labels.cluster'],
    });
    expect(await api.call('GET', pathOf(body))).toMatchObject({ status: 200, body });
    const changed = await api.call('PUT', pathOf(body), { body: { enabled: false, wait: 0, equal: [] } });
    expect(changed).toMatchObject({ status: 200, body: { enabled: false, wait: 0, equal: [], settle: 300 } });
    const list = await api.call<{ results: Inhibition[] }>('GET', `${PATH}?domain_id=d1&enabled=false`);
    expect(list.body.results.map(({ inhibition_id }) => inhibition_id)).toEqual([body.inhibition_id]);
    expect(await api.call('POST', `${PATH}/stat`, { body: { domain_id: 'd1' } })).toMatchObject({
      body: { results: [{ count: 1 }] },
    });
    expect((await api.call('GET', `${PATH}?domain_id=d2`)).body).toMatchObject({ results: [] });
    expect((await api.call('DELETE', pathOf(body))).status).toBe(204);
    expect((await api.call('GET', pathOf(body))).status).toBe(404);
  });

  it('is not changed with an outdated version', async () => {
    const { body, headers } = await post(createBody());
    await api.call('PUT', pathOf(body), { body: { wait: 1 } });
    const late = await api.call('PUT', pathOf(body), {
      body: { wait: 2 },
      headers: { 'if-match': String(headers['etag']) },
    });
    expect(late.status).toBe(412);
  });
});

it.each<[field: string, fields: object, code: string]>([
  ['source', { source: [] }, 'ERROR_INVALID_PARAMETER'],
  ['target', { target: [] }, 'ERROR_INVALID_PARAMETER'],
  ['target[0].k', { target: [{ k: 'nothing', v: 'x', o: 'eq' }] }, 'ERROR_INVALID_QUERY'],
  ['source[0].o', { source: [{ k: 'rule', v: 'x', o: 'like' }] }, 'ERROR_INVALID_QUERY'],
  ['equal', { equal: ['state'] }, 'ERROR_INVALID_PARAMETER'],
  ['equal', { equal: ['labels.'] }, 'ERROR_INVALID_PARAMETER'],
  ['wait', { wait: 121 }, 'ERROR_INVALID_PARAMETER'],
  ['settle', { settle: -1 }, 'ERROR_INVALID_PARAMETER'],
  ['max', { max: 59 }, 'ERROR_INVALID_PARAMETER'],
])('a bad %s is refused, when creating, updating and previewing', async (field, fields, code) => {
  const refused = {
    status: 400,
    body: { code, errors: [{ field }] },
  };
  expect(await post(createBody(fields))).toMatchObject(refused);
  const { body } = await post(createBody());
  expect(await api.call('PUT', pathOf(body), { body: fields })).toMatchObject(refused);
  if (field === 'settle') return;
  const { name: _, ...draft } = createBody(fields);
  expect(
    await api.call('POST', `${PATH}/preview`, { body: { domain_id: 'd1', days: 7, ...draft } }),
  ).toMatchObject(refused);
});
