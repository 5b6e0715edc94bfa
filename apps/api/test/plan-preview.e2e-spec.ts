import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { matchProblem } from './webhooks-under-test.js';

const domain_id = 'shop';
const options = { url: 'https://192.0.2.1/' };
let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi({ NOTIFICATION_ALLOW: '192.0.2.1', MAX_ESCALATIONS: '1' });
});
afterAll(() => api.close());

const post = (path: string, body: object) =>
  api.call('POST', `/notification/v1/${path}`, { body: { domain_id, ...body } });
const plan = (records: object) => post('plan/preview', { days: 1, ...records });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

it('a plan refuses what creating its records would refuse, and names the place', async () => {
  const subscription = { name: 'jane', protocol_id: 'webhook', options };
  const silence = { name: 'upgrade', filter: [], ends_at: inHours(1) };
  const escalation = { name: 'all', steps: [{ after: 0 }] };
  const created = await post('subscriptions', subscription);
  const { body } = await post('silences', { ...silence, reason: 'CHG-1' });
  expect([created.status, body['silence_id']]).toEqual([201, expect.any(String)]);
  const { subscription_id } = created.body;
  const { silence_id } = body;

  const accepted = await plan({
    subscriptions: [
      { ...subscription, subscription_id },
      { ...subscription, project_id: 'p' },
    ],
    silences: [{ ...silence, silence_id, ends_at: inHours(2) }],
    escalations: [escalation],
  });
  expect(accepted.status).toBe(200);
  const conflicts: readonly [object, string][] = [
    [{ subscriptions: [subscription] }, 'subscriptions[0].name'],
    [
      {
        subscriptions: [
          { ...subscription, name: 'a' },
          { ...subscription, name: 'a' },
        ],
      },
      'subscriptions[1].name',
    ],
    [{ silences: [silence] }, 'silences[0].name'],
    [
      {
        silences: [
          { ...silence, name: 'a' },
          { ...silence, name: 'a' },
        ],
      },
      'silences[1].name',
    ],
  ];
  for (const [records, field] of conflicts)
    expect(await plan(records)).toMatchObject(matchProblem(409, 'ERROR_NOT_UNIQUE', field));
  const invalid: readonly [object, string][] = [
    [{ silences: [{ ...silence, name: 'a', ends_at: inHours(-1) }] }, 'silences[0].ends_at'],
    [{ silences: [{ ...silence, silence_id, ends_at: inHours(24 * 400) }] }, 'silences[0].ends_at'],
    [
      { subscriptions: [{ ...subscription, name: 'a', options: { url: '***', uri: '***' } }] },
      'subscriptions[0].options.uri',
    ],
  ];
  for (const [records, field] of invalid)
    expect(await plan(records)).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', field));
  const tooMany = await plan({ escalations: [escalation, escalation] });
  expect(tooMany).toMatchObject(matchProblem(409, 'ERROR_CONFLICT'));
  expect(tooMany.body['detail']).toContain('MAX_ESCALATIONS');
});
