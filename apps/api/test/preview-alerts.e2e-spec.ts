import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId, parseId, uuidFromHash } from '#shared/kernel/ids.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const domain_id = 'shop';
let api: ApiUnderTest;
let pool: pg.Pool;

beforeAll(async () => {
  api = await startApi({ NOTIFICATION_ALLOW: '192.0.2.1' });
  pool = new pg.Pool({ connectionString: api.databaseUrl, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await api.close();
});

async function addAlert(title: string, project_id: string): Promise<string> {
  const { rows } = await pool.query<{ alert_id: string }>(
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       last_received_at, event_count, duplicate_count)
     values ($1, gen_random_uuid(), gen_random_uuid(), $2, $3, 'OPEN', 'ERROR', $3, now(), now(), 1, 0) returning alert_id`,
    [domain_id, project_id, title],
  );
  return formatId('alert', rows[0]?.alert_id ?? '');
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await api.call('POST', `/notification/v1/${path}`, { body: { domain_id, ...body } });
  return answer.body;
}

async function subscribe(name: string, trigger = 'ESCALATION'): Promise<string> {
  const options = { url: 'https://192.0.2.1/' };
  const of = { name, protocol_id: 'webhook', trigger, options };
  return String((await post('subscriptions', of))['subscription_id']);
}

it('previews of inhibitions, escalations and tellings read the alerts that they ask for', async () => {
  const disk = await addAlert('disk', 'p1');
  await addAlert('cpu', 'p1');
  await addAlert('net', 'p2');
  const [team, fallback] = [await subscribe('team'), await subscribe('fallback')];
  const titled = (...titles: string[]) => [{ k: 'title', v: titles, o: 'in' }];
  const inhibition = { source: titled('disk'), target: titled('cpu', 'net'), equal: ['project_id'] };
  expect(await post('inhibitions/preview', { days: 1, ...inhibition })).toMatchObject({
    ...{ sources: 1, targets: 2, held: 1, complete: true },
    first: [{ alert: { title: 'cpu', severity: 'ERROR' }, source: { title: 'disk' } }],
    untold_sources: [{ title: 'disk' }],
  });
  const steps = [{ after: 0, subscriptions: [team] }];
  const escalation = { filter: titled('disk', 'cpu'), fallback, steps };
  expect(await post('escalations/preview', { days: 1, ...escalation })).toMatchObject({
    ...{ alerts: 2, unanswered: 2, nobody: 0, complete: true },
    steps: [{ step: 1, alerts: 2, messages: 2 }],
    receivers: [{ subscription_id: team, name: 'team', messages: 2 }],
    first: [{ steps: 1 }, { steps: 1 }],
  });
  expect(await post(`alert/${disk}/telling/preview`, {})).toMatchObject({
    ...{ alert: { title: 'disk' }, subscriptions: [], silenced_by: null, inhibited_by: null },
    untold: [
      { name: 'fallback', reason: 'NO_STEP' },
      { name: 'team', reason: 'NO_STEP' },
    ],
  });
});

it('the preview of a telling says who waits until the key of the alert is calm', async () => {
  const alert = await addAlert('flaps', 'p3');
  const { rows } = await pool.query<{ webhook_id: string; event_key: string }>(
    'select webhook_id, event_key from alert where alert_id = $1',
    [parseId('alert', alert)],
  );
  const { webhook_id = '', event_key = '' } = rows[0] ?? {};
  const key_id = uuidFromHash(new Date(0), formatId('webhook', webhook_id), event_key);
  const [inHour, hourAgo] = [3_600_000, -3_600_000].map((ms) => new Date(Date.now() + ms));
  const known: readonly [name: string, severity: string, calm_at: Date | undefined][] = [
    ['told of an error', 'ERROR', inHour],
    ['told of a warning', 'WARNING', inHour],
    ['told long ago', 'ERROR', hourAgo],
  ];
  for (const [name, severity, calm_at] of known)
    await pool.query(
      'insert into flapping_told (subscription_id, key_id, severity, calm_at) values ($1, $2, $3, $4)',
      [parseId('subscription', await subscribe(name, 'CHANGE')), key_id, severity, calm_at],
    );
  await subscribe('not told', 'CHANGE');
  const { subscriptions } = (await post(`alert/${alert}/telling/preview`, {})) as {
    subscriptions: { name: string; flapping_until: string | null }[];
  };
  expect(Object.fromEntries(subscriptions.map(({ name, flapping_until }) => [name, flapping_until]))).toEqual(
    {
      'told of an error': inHour?.toISOString(),
      ...{ 'told of a warning': null, 'told long ago': null, 'not told': null },
    },
  );
});
