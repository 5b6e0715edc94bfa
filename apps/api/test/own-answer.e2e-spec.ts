import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApi({ NOTIFICATION_ALLOW: '192.0.2.1' });
});
afterAll(() => api.close());

const domain_id = 'd1';
const CALLERS = 12;
const ROUNDS = 5;

/** Returns the path of a new record, and the change that writes `n` into it. */
type Changed = readonly [path: string, change: (n: number) => object, read: (record: Answer) => unknown];
type Answer = Record<string, unknown>;

async function create(path: string, body: object, id: string): Promise<string> {
  const { status, body: made } = await api.call<Answer>('POST', path, { body: { domain_id, ...body } });
  expect(status).toBe(201);
  return String(made[id]);
}

const subscription = { name: 'n', protocol_id: 'webhook', options: { url: 'http://192.0.2.1/hook' } };
const RECORDS: Readonly<Record<string, () => Promise<Changed>>> = {
  webhook: async () => {
    const plugin_info = { plugin_id: 'direct' };
    const id = await create(
      '/monitoring/v1/webhooks',
      { name: 'w', project_id: 'p', plugin_info },
      'webhook_id',
    );
    return [
      `/monitoring/v1/webhook/${id}`,
      (n) => ({ tags: { n: String(n) } }),
      ({ tags }) => Number((tags as { n: string }).n),
    ];
  },
  quota: async () => {
    const quota = { protocol_id: 'webhook', limit: { day: 1, month: -1 } };
    const id = await create('/notification/v1/quotas', quota, 'quota_id');
    return [
      `/notification/v1/quota/${id}`,
      (n) => ({ limit: { day: n + 1, month: -1 } }),
      ({ limit }) => (limit as { day: number }).day - 1,
    ];
  },
  silence: async () => {
    const silence = {
      name: 's',
      reason: 'r',
      ends_at: 'now + 1d',
      filter: [{ k: 'title', v: 'x', o: 'eq' }],
    };
    const id = await create('/notification/v1/silences', silence, 'silence_id');
    return [`/notification/v1/silence/${id}`, (n) => ({ reason: String(n) }), ({ reason }) => Number(reason)];
  },
  'Slack app': async () => {
    const app = { name: 's', signing_secret: 's'.repeat(32) };
    const id = await create('/notification/v1/slack-apps', app, 'slack_app_id');
    return [`/notification/v1/slack-app/${id}`, (n) => ({ name: String(n) }), ({ name }) => Number(name)];
  },
  schedule: async () => {
    const subscription_id = await create(
      '/notification/v1/subscriptions',
      { ...subscription, name: 'of a schedule' },
      'subscription_id',
    );
    const schedule = {
      ...{ name: '0', timezone: 'UTC', rotation: { shift: '1d', handoff: { time: '09:00' } } },
      members: [{ name: 'm', subscription_id }],
    };
    const id = await create('/notification/v1/on-call', schedule, 'on_call_id');
    return [`/notification/v1/on-call/${id}`, (n) => ({ name: String(n) }), ({ name }) => Number(name)];
  },
  escalation: async () => {
    const subscribe = (name: string) =>
      create(
        '/notification/v1/subscriptions',
        { ...subscription, name, trigger: 'ESCALATION' },
        'subscription_id',
      );
    const [step, fallback] = [await subscribe('of a step'), await subscribe('of last resort')];
    const escalation = { name: '0', fallback, steps: [{ after: 0, subscriptions: [step] }] };
    const id = await create('/notification/v1/escalations', escalation, 'escalation_id');
    return [`/notification/v1/escalation/${id}`, (n) => ({ name: String(n) }), ({ name }) => Number(name)];
  },
  subscription: async () => {
    const id = await create('/notification/v1/subscriptions', subscription, 'subscription_id');
    return [`/notification/v1/subscription/${id}`, (n) => ({ name: String(n) }), ({ name }) => Number(name)];
  },
};

it.each(Object.entries(RECORDS))(
  'a change of a %s is answered with the record that it made',
  async (_, make) => {
    const [path, change, read] = await make();
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, async (_one, caller) => {
        const seen: [number, unknown, unknown][] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const n = caller * ROUNDS + round;
          const { status, body, headers } = await api.call<Answer>('PUT', path, {
            body: { domain_id, ...change(n) },
          });
          if (status === 200) seen.push([n, read(body), headers.etag]);
        }
        return seen;
      }),
    );
    const all = answers.flat();
    expect(all.length).toBeGreaterThan(CALLERS);
    expect(all.map(([n, answered]) => [n, answered])).toEqual(all.map(([n]) => [n, n]));
    expect(new Set(all.map(([, , etag]) => etag)).size).toBe(all.length);
  },
);
