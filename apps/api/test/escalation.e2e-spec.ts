import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const PATH = '/notification/v1/escalations';

let api: ApiUnderTest;
/** Ids of subscriptions and of a schedule. */
let ids: Readonly<
  Record<
    'step' | 'fallback' | 'change' | 'off' | 'foreign' | 'project' | 'team' | 'day' | 'projectTeam',
    string
  >
>;

const create = async (path: string, body: object, id: string, domain_id = 'd1') => {
  const answer = await api.call<Record<string, string>>('POST', `/notification/v1/${path}`, {
    body: { domain_id, ...body },
    headers: {},
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body[id] ?? '';
};
const subscribe = (name: string, more: object = {}, domain_id = 'd1') =>
  create(
    'subscriptions',
    { name, protocol_id: 'webhook', trigger: 'ESCALATION', options: { url: 'https://1.1.1.1/' }, ...more },
    'subscription_id',
    domain_id,
  );
const schedule = (name: string, subscription_id: string) =>
  create(
    'on-call',
    {
      ...{ name, timezone: 'UTC', rotation: { shift: '1d', handoff: { time: '09:00' } } },
      members: [{ name: 'Jane', subscription_id }],
    },
    'on_call_id',
  );

beforeAll(async () => {
  api = await startApi();
  const [step, change] = [await subscribe('step'), await subscribe('change', { trigger: 'CHANGE' })];
  const off = await subscribe('off');
  await api.call('PUT', `/notification/v1/subscription/${off}/disable`, { body: { domain_id: 'd1' } });
  const project = await subscribe('project', { project_id: 'p1' });
  ids = {
    ...{ project, step, change, off, fallback: await subscribe('fallback') },
    foreign: await subscribe('foreign', {}, 'd2'),
    team: await schedule('team', step),
    day: await schedule('day', change),
    projectTeam: await schedule('team of a project', project),
  };
});
afterAll(() => api.close());

interface Escalation extends Record<string, unknown> {
  readonly escalation_id: string;
}

const createBody = (more: object = {}) => ({
  name: 'production',
  steps: [
    { after: 0, subscriptions: [ids.step] },
    { after: 60, on_call: ids.team },
  ],
  fallback: ids.fallback,
  ...more,
});
const post = (body: object) =>
  api.call<Escalation>('POST', PATH, { body: { domain_id: 'd1', ...body }, headers: {} });
const pathOf = ({ escalation_id }: Escalation) => `/notification/v1/escalation/${escalation_id}?domain_id=d1`;

describe('an escalation', () => {
  it('is created, read, changed, listed and deleted', async () => {
    const { status, headers, body } = await post(createBody());
    expect(status).toBe(201);
    expect(headers['location']).toContain(body.escalation_id);
    expect(body).toMatchObject({
      escalation_id: expect.stringMatching(/^escalation_/),
      ...{
        until: 'ACKNOWLEDGED',
        repeat: null,
        acknowledged_for: null,
        project_id: null,
        created_by: 'root',
      },
      filter: [],
      steps: [
        { after: 0, subscriptions: [ids.step], on_call: null },
        { after: 60, subscriptions: [], on_call: ids.team },
      ],
      fallback: ids.fallback,
    });
    expect(await api.call('GET', pathOf(body))).toMatchObject({ status: 200, body });
    const fields = { until: 'RESOLVED', repeat: { times: 2, every: 60 }, name: 'nights' };
    const changed = await api.call('PUT', pathOf(body), { body: fields });
    expect(changed).toMatchObject({ status: 200, body: fields });
    const list = await api.call<{ results: Escalation[] }>('GET', `${PATH}?domain_id=d1&until=RESOLVED`);
    expect(list.body.results.map(({ escalation_id }) => escalation_id)).toEqual([body.escalation_id]);
    expect(await api.call('POST', `${PATH}/stat`, { body: { domain_id: 'd1' } })).toMatchObject({
      body: { results: [{ count: 1 }] },
    });
    expect((await api.call('GET', `${PATH}?domain_id=d2`)).body).toMatchObject({ results: [] });
    expect((await api.call('DELETE', pathOf(body))).status).toBe(204);
    expect((await api.call('GET', pathOf(body))).status).toBe(404);
  });

  it('is not changed with an outdated version', async () => {
    const { body, headers } = await post(createBody());
    await api.call('PUT', pathOf(body), { body: { name: 'a' } });
    const late = await api.call('PUT', pathOf(body), {
      body: { name: 'b' },
      headers: { 'if-match': String(headers['etag']) },
    });
    expect(late.status).toBe(412);
  });

  it('of a project tells subscriptions of that project too', async () => {
    const steps = [{ after: 0, subscriptions: [ids.project] }];
    expect((await post(createBody({ steps, project_id: 'p1' }))).status).toBe(201);
    const onCall = [{ after: 0, on_call: ids.projectTeam }];
    expect((await post(createBody({ steps: onCall, project_id: 'p1' }))).status).toBe(201);
  });

  it('refuses members of its schedule whom no step may tell, until it names it no more', async () => {
    const team = await schedule('changed', ids.step);
    const update = (...members: readonly string[]) =>
      api.call('PUT', `/notification/v1/on-call/${team}`, {
        body: {
          domain_id: 'd1',
          members: members.map((subscription_id, index) => ({
            name: ['Jane', 'Max'][index],
            subscription_id,
          })),
        },
      });
    const refuse = (reason: RegExp) => ({
      status: 400,
      body: { errors: [{ field: 'members[1].subscription_id', reason: expect.stringMatching(reason) }] },
    });
    const { body } = await post(createBody({ steps: [{ after: 0, on_call: team }] }));
    expect(await update(ids.step, ids.change)).toMatchObject(
      refuse(/set its trigger to ESCALATION.*“production”/),
    );
    expect(await update(ids.step, ids.project)).toMatchObject(refuse(/only alerts of the project p1/));
    expect(await update(ids.fallback, ids.step)).toMatchObject({ status: 200 });
    await api.call('DELETE', pathOf(body));
    expect(await update(ids.step, ids.change)).toMatchObject({ status: 200 });
  });
});

const eleven = () => Array.from({ length: 11 }, (_, after) => ({ after, subscriptions: [ids.step] }));
const at = (after: number, more: object) => [{ after, ...more }];

it.each<[what: string, field: string, fields: () => object, reason: RegExp]>([
  ['no step', 'steps', () => ({ steps: [] }), /at least one step/],
  ['eleven steps', 'steps', () => ({ steps: eleven() }), /at most 10/],
  ['a step without receivers', 'steps[0]', () => ({ steps: at(0, {}) }), /reaches nobody: name/],
  [
    'a step that is no later than the one before',
    'steps[1].after',
    () => ({ steps: [...at(5, { subscriptions: [ids.step] }), ...at(5, { on_call: ids.team })] }),
    /more than that of the step before, 5/,
  ],
  [
    'a step told by changes',
    'steps[0].subscriptions[0]',
    () => ({ steps: at(0, { subscriptions: [ids.change] }) }),
    /set its trigger to ESCALATION/,
  ],
  [
    'a step with a subscription that is disabled',
    'steps[0].subscriptions[1]',
    () => ({ steps: at(0, { subscriptions: [ids.step, ids.off] }) }),
    /is disabled/,
  ],
  [
    'a step with a subscription of another domain',
    'steps[0].subscriptions[0]',
    () => ({ steps: at(0, { subscriptions: [ids.foreign] }) }),
    /no subscription of the domain/,
  ],
  [
    'a step with a subscription of another project',
    'steps[0].subscriptions[0]',
    () => ({ steps: at(0, { subscriptions: [ids.project] }) }),
    /only alerts of the project p1/,
  ],
  [
    'a schedule that does not exist',
    'steps[0].on_call',
    () => ({ steps: at(0, { on_call: `${ids.team.slice(0, -3)}zzz` }) }),
    /no schedule of the domain/,
  ],
  [
    'a schedule with a member who is told of changes',
    'steps[0].on_call',
    () => ({ steps: at(0, { on_call: ids.day }) }),
    /the member Jane/,
  ],
  [
    'a schedule with a member of another project',
    'steps[0].on_call',
    () => ({ steps: at(0, { on_call: ids.projectTeam }) }),
    /the member Jane.*only alerts of the project p1/,
  ],
  ['a fallback that a step tells', 'fallback', () => ({ fallback: ids.step }), /steps\[0\] already/],
  ['a fallback of another domain', 'fallback', () => ({ fallback: ids.foreign }), /no subscription/],
  ['a fallback of another project', 'fallback', () => ({ fallback: ids.project }), /the project p1/],
  ['eleven repeats', 'repeat.times', () => ({ repeat: { times: 11, every: 60 } }), /10/],
  ['repeats in a heap', 'repeat.every', () => ({ repeat: { times: 1, every: 1 } }), /10/],
  [
    'an end of acknowledgements that stop nothing',
    'acknowledged_for',
    () => ({ acknowledged_for: 600, until: 'RESOLVED' }),
    /leave it out/,
  ],
  [
    'a filter of what escalates itself',
    'filter[0].k',
    () => ({ filter: [{ k: 'escalation.step', v: 1, o: 'eq' }] }),
    /escalation\.step/,
  ],
])('%s is refused, when creating, updating and previewing', async (_, field, fields, reason) => {
  const refused = { status: 400, body: { errors: [{ field, reason: expect.stringMatching(reason) }] } };
  expect(await post(createBody(fields()))).toMatchObject(refused);
  const { body } = await post(createBody());
  expect(await api.call('PUT', pathOf(body), { body: fields() })).toMatchObject(refused);
  const { name: _name, ...draft } = createBody(fields());
  expect(
    await api.call('POST', `${PATH}/preview`, { body: { domain_id: 'd1', days: 7, ...draft } }),
  ).toMatchObject(refused);
});

it('a preview of nothing names nobody', async () => {
  const { name: _, ...draft } = createBody();
  const { body } = await api.call('POST', `${PATH}/preview`, {
    body: { domain_id: 'd1', days: 30, ...draft },
  });
  expect(body).toMatchObject({
    ...{ alerts: 0, unanswered: 0, nobody: 0, complete: true, receivers: [], first: [] },
    steps: [
      { step: 1, alerts: 0, messages: 0 },
      { step: 2, alerts: 0, messages: 0 },
    ],
  });
});

it('alerts are found by what escalates for them', async () => {
  const query = { filter: [{ k: 'escalation.next_at', v: 'now + 10m', o: 'timediff_lt' }] };
  expect(
    await api.call('POST', '/monitoring/v1/alerts/search', { body: { domain_id: 'd1', query } }),
  ).toMatchObject({ status: 200, body: { results: [] } });
});
