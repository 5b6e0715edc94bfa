import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Encryption } from '#shared/platform/encryption.js';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

type Fields = Readonly<Record<string, unknown>>;

let api: ApiUnderTest;
/** The addresses of the records of each path. */
let addresses: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  api = await startApi({ LOG_LEVEL: 'error' });
  addresses = await createRecords();
});
afterAll(() => api.close());

async function send(method: 'POST' | 'PUT', path: string, fields: object): Promise<Fields> {
  const { status, body } = await api.call(method, path, { body: { domain_id: 'd1', ...fields } });
  expect({ path, status, body }).toMatchObject({ path, status: method === 'POST' ? 201 : 200 });
  return body;
}

/** Creates records that have as many fields as possible, because fields without a value are easy to take. */
async function createRecords(): Promise<Readonly<Record<string, readonly string[]>>> {
  const make = async (path: string, id: string, ...records: object[]) => {
    const created: string[] = [];
    for (const record of records) created.push(String((await send('POST', path, record))[id]));
    return created;
  };
  const webhooks = await make(
    '/monitoring/v1/webhooks',
    'webhook_id',
    {
      ...{ name: 'signed', project_id: 'p', tags: { team: 'a' }, managed_by: 'files' },
      plugin_info: { plugin_id: 'grafana', version: '1.0.0' },
      settings: {
        ...{ heartbeat: { expect_every: '5m' }, labels: { site: 'fra' }, flap: null },
        signature: { scheme: 'GRAFANA', secrets: ['first-secret', 'second-secret'] },
      },
    },
    { name: 'plain', project_id: 'p', plugin_info: { plugin_id: 'auto' } },
  );
  for (const [name, terms] of Object.entries({
    interval: { expect_every: '5m', grace: '2m' },
    scheduled: { schedule: '0 2 * * *', timezone: 'Europe/Berlin', managed_by: 'files' },
  }))
    await send('PUT', `/monitoring/v1/webhook/${webhooks[0]}/heartbeat/${name}`, terms);
  const options = { url: 'https://1.1.1.1/a', headers: { 'X-Token': 'secret-of-the-hook' } };
  const subscriptions = await make(
    '/notification/v1/subscriptions',
    'subscription_id',
    {
      ...{ name: 'all', protocol_id: 'webhook', project_id: 'p', options, managed_by: 'files' },
      ...{ filter: 'severity >= ERROR', group: { by: ['severity'], wait: 1, interval: 60 } },
      ...{ remind: { every: 3_600 }, template: '{ "text": data.alert.title }', timezone: 'Europe/Berlin' },
    },
    { name: 'step', protocol_id: 'webhook', options, trigger: 'ESCALATION' },
    { name: 'last', protocol_id: 'webhook', options },
    { name: 'relay', protocol_id: 'relay', options: { url: 'https://1.1.1.1/r' } },
  );
  const [, step = '', last = ''] = subscriptions;
  const members = [{ name: 'Jane', email: 'jane@example.com', subscription_id: step }];
  const overrides = [{ members: ['Jane'], starts_at: 'now', ends_at: 'now + 8h', reason: 'Swapped' }];
  const onCalls = await make(
    '/notification/v1/on-call',
    'on_call_id',
    {
      ...{ name: 'turns', timezone: 'Europe/Berlin', members, overrides, managed_by: 'files' },
      rotation: { shift: '1w', handoff: { time: '09:00' } },
    },
    { name: 'calendar', timezone: 'UTC', members, ical_url: 'https://1.1.1.1/secret.ics' },
  );
  const until = { ends_at: 'now + 8h', reason: 'CHG-1' };
  const weekly = { days: ['SAT'], from: '22:00', to: '06:00', timezone: 'Europe/Berlin' };
  const silences = await make(
    '/notification/v1/silences',
    'silence_id',
    { name: 'weekly', filter: 'rule = a or rule = b', weekly, managed_by: 'files', ...until },
    { name: 'over', filter: [], ...until },
  );
  await send('PUT', `/notification/v1/silence/${silences[1]}/expire`, {});
  const quotas = await make('/notification/v1/quotas', 'quota_id', {
    ...{ protocol_id: 'sms', limit: { day: 5, month: 4 }, managed_by: 'files' },
  });
  const inhibitions = await make('/notification/v1/inhibitions', 'inhibition_id', {
    ...{ name: 'cluster', source: 'rule = a', target: 'rule = b', equal: ['labels.cluster'] },
    ...{ project_id: 'p', managed_by: 'files' },
  });
  const escalations = await make('/notification/v1/escalations', 'escalation_id', {
    ...{ name: 'nights', filter: 'severity = CRITICAL', fallback: last, managed_by: 'files' },
    steps: [
      { after: 0, subscriptions: [step] },
      { after: 60, on_call: onCalls[0] },
    ],
    ...{ repeat: { times: 2, every: 60 }, acknowledged_for: 60 },
  });
  const apps = await make('/notification/v1/slack-apps', 'slack_app_id', {
    ...{ name: 'acme', signing_secret: '8f742231b10e8888abcd99yyyzzz85a5' },
  });
  const at = (template: string, ids: readonly string[]) => [
    template,
    ids.map((id) => template.replace(/\{[^}]*\}/, id)),
  ];
  return Object.fromEntries([
    at('/monitoring/v1/webhook/{webhook_id}', webhooks),
    [
      '/monitoring/v1/webhook/{webhook_id}/heartbeat/{name}',
      ['interval', 'scheduled'].map((name) => `/monitoring/v1/webhook/${webhooks[0]}/heartbeat/${name}`),
    ],
    at('/notification/v1/quota/{quota_id}', quotas),
    at('/notification/v1/subscription/{subscription_id}', subscriptions),
    at('/notification/v1/slack-app/{slack_app_id}', apps),
    at('/notification/v1/silence/{silence_id}', silences),
    at('/notification/v1/inhibition/{inhibition_id}', inhibitions),
    at('/notification/v1/escalation/{escalation_id}', escalations),
    at('/notification/v1/on-call/{on_call_id}', onCalls),
  ]) as Readonly<Record<string, readonly string[]>>;
}

const get = async (path: string): Promise<Fields> => (await api.call('GET', `${path}?domain_id=d1`)).body;

/** Without what passes by itself. */
const settled = ({ health: _, next_expected_at: __, ...record }: Fields): Fields => record;

describe('a record that is sent back as it was read', () => {
  it('is taken by every operation that updates a record at its own address', async () => {
    const { paths } = (await api.call('GET', '/docs/openapi.json')).body as { paths: Record<string, Fields> };
    const both = Object.entries(paths).flatMap(([path, item]) =>
      'get' in item && 'put' in item ? [path] : [],
    );
    expect(both.sort()).toEqual(Object.keys(addresses).sort());
    for (const path of Object.values(addresses).flat()) {
      const before = await get(path);
      const { status, body } = await api.call('PUT', path, { body: before });
      expect({ path, status, body: settled(body) }).toEqual({ path, status: 200, body: settled(before) });
      expect(settled(await get(path))).toEqual(settled(before));
    }
  });

  it('keeps its secrets, and is not written if nothing has changed', async () => {
    const readVersions = async () => {
      const tables = [
        'webhook',
        'heartbeat',
        'subscription',
        'on_call',
        'silence',
        'quota',
        'inhibition',
        'escalation',
        'slack_app',
      ];
      const texts = tables.map((table) => `select '${table}' as name, xmin::text from ${table}`);
      return sql(api.databaseUrl, `${texts.join(' union all ')} order by 1, 2`);
    };
    const versions = await readVersions();
    for (const path of Object.values(addresses).flat())
      await api.call('PUT', path, { body: await get(path) });
    expect(await readVersions()).toEqual(versions);

    const path = addresses['/notification/v1/subscription/{subscription_id}']?.[0] ?? '';
    const { body } = await api.call('PUT', path, { body: { ...(await get(path)), timezone: 'UTC' } });
    expect(body).toMatchObject({ timezone: 'UTC', options: { headers: '***' } });
    const [row] = await sql<{ secret_options: Buffer }>(
      api.databaseUrl,
      `select secret_options from subscription where name = 'all'`,
    );
    const encryption = new Encryption({ encryptionKey: Buffer.alloc(32, 1), oldEncryptionKey: null });
    expect(encryption.decrypt(row?.secret_options ?? Buffer.of())).toContain('secret-of-the-hook');
  });

  it('changes what was changed in it, and ignores what an update cannot change', async () => {
    const path = addresses['/notification/v1/silence/{silence_id}']?.[0] ?? '';
    const before = await get(path);
    const sent = { ...before, reason: 'CHG-2', state: 'EXPIRED', created_by: 'somebody', created_at: 5 };
    const { status, body } = await api.call('PUT', path, { body: sent });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { reason: 'CHG-2', state: 'ACTIVE', created_by: before['created_by'] },
    });
  });

  it('is refused with an id in one of its objects that is not its own', async () => {
    const [path = ''] = addresses['/monitoring/v1/webhook/{webhook_id}'] ?? [];
    const before = await get(path);
    const plugin_info = { ...(before['plugin_info'] as Fields), plugin_id: 'direct' };
    expect(await api.call('PUT', path, { body: { ...before, plugin_info } })).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'plugin_info.plugin_id', reason: 'is "grafana", and cannot be changed' }],
      },
    });
    expect(settled(await get(path))).toEqual(settled(before));
  });

  it('is refused with an id that is not its own, and stays as it is', async () => {
    for (const path of Object.values(addresses).flat()) {
      const before = await get(path);
      const ids = Object.keys(before).filter((name) => name.endsWith('_id') && name !== 'alert_id');
      expect(ids).toContain('domain_id');
      // The change is rolled back.
      const changed = { ...before, ...('managed_by' in before && { managed_by: 'other files' }) };
      for (const id of ids) {
        const isDomain = id === 'domain_id';
        const { status, body } = await api.call('PUT', path, {
          body: { ...changed, [id]: isDomain ? 'd2' : 'other' },
        });
        const fields = ((body['errors'] ?? []) as { field: string }[]).map(({ field }) => field);
        const expected = isDomain ? { status: 404 } : { status: 400, fields: expect.arrayContaining([id]) };
        expect({ path, id, status, fields, body }).toMatchObject({ path, id, ...expected });
      }
      expect(settled(await get(path))).toEqual(settled(before));
    }
  });

  it('is refused with a field that no record has', async () => {
    for (const path of Object.values(addresses).flat()) {
      const { status, body } = await api.call('PUT', path, { body: { ...(await get(path)), colour: 'red' } });
      expect({ path, status, body }).toMatchObject({
        path,
        status: 400,
        body: { errors: [{ field: 'colour' }] },
      });
    }
  });

  it('is refused with null for the only source or term that it has', async () => {
    const [turns = '', calendar = ''] = addresses['/notification/v1/on-call/{on_call_id}'] ?? [];
    const [interval = '', scheduled = ''] =
      addresses['/monitoring/v1/webhook/{webhook_id}/heartbeat/{name}'] ?? [];
    for (const [path, field] of [
      [turns, 'rotation'],
      [calendar, 'ical_url'],
      [interval, 'expect_every'],
      [scheduled, 'schedule'],
      [scheduled, 'timezone'],
    ] as const) {
      const before = await get(path);
      const { status, body } = await api.call('PUT', path, { body: { ...before, [field]: null } });
      expect({ field, status, body }).toMatchObject({ status: 400, body: { errors: [{ field }] } });
      expect(settled(await get(path))).toEqual(settled(before));
    }
    const masked = { domain_id: 'd1', rotation: null, ical_url: 'https://other.example.com/***' };
    const { status, body } = await api.call('PUT', turns, { body: masked });
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ field: 'ical_url' }] } });
  });
});
