import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCliService, type CliService } from '#test/cli-service.js';
import { call } from '#test/client.js';
import { encryptionKey, rootApiKey } from '#test/processes.js';

let service: CliService;
let env: CliService['env'];
let webhook: string;

beforeAll(async () => {
  service = await startCliService();
  ({ env, webhook } = service);
});
afterAll(() => service?.stop());

type Answer = Record<string, unknown>;
const run: CliService['run'] = (...args) => service.run(...args);
const fine = (...args: string[]) => service.fine(...args);
const json = <T = Answer>(...args: string[]) => service.json<T>(...args);
const send = (...more: string[]) => json('send', 'prometheus', '--webhook', webhook, ...more);

describe('tocsin', () => {
  it('lists every command in its help', async () => {
    const help = await fine('--help');
    for (const name of 'keys webhooks plugins send events alerts heartbeats quarantine quotas doctor import complete'.split(
      ' ',
    ))
      expect(help).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(help).toContain('Exit codes: 0 done');
    expect(await fine('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('completes commands and values in a shell', async () => {
    expect(await fine('complete', 'bash')).toContain('tocsin');
    expect(await fine('complete', '--', 'ev')).toContain('events');
    expect(await fine('complete', '--', 'events', 'stat', '--by', '')).toContain('hour');
  });

  it('keys: create, list, get, rotate, disable, enable, delete', async () => {
    const key = await json('keys', 'create', '--user', 'u-1', '--role', 'VIEWER', '--name', 'for reading');
    expect(key).toMatchObject({ user_id: 'u-1', role: 'VIEWER', domain_id: 'demo' });
    const id = String(key['api_key_id']);
    expect(await fine('keys', 'list')).toContain(id);
    expect(await fine('keys', 'list')).not.toContain(String(key['api_key']));
    const rotated = await json('keys', 'rotate', id, '--grace', '60');
    expect(rotated['api_key']).not.toBe(key['api_key']);
    expect(await json('keys', 'disable', id)).toMatchObject({ state: 'DISABLED' });
    expect(await json('keys', 'list', '--state', 'DISABLED')).toMatchObject([{ api_key_id: id }]);
    expect(await json('keys', 'enable', id)).toMatchObject({ state: 'ENABLED' });
    expect(await json('keys', 'get', id)).toMatchObject({ state: 'ENABLED', name: 'for reading' });
    expect(await fine('keys', 'delete', id)).toBe(`${id} is deleted\n`);
    expect(await run(['keys', 'get', id])).toMatchObject({ code: 5 });
    expect(await json('keys', 'whoami')).toMatchObject({ root: true });
  });

  it('keys: the default role is MEMBER', async () => {
    expect(await json('keys', 'create', '--user', 'u-1')).toMatchObject({ role: 'MEMBER' });
    expect(await json('keys', 'create', '--user', 'u-1', '--role', 'ADMIN')).toMatchObject({ role: 'ADMIN' });
  });

  it('webhooks: list, get, verify, preview', async () => {
    expect(await fine('webhooks', 'list', '--project', 'shop')).toMatch(/webhook_.*am.*prometheus/);
    expect(await fine('webhooks', 'get', webhook)).toMatch(/webhook_url +http/);
    expect(await json('webhooks', 'verify', webhook)).toMatchObject({ state: 'VERIFIED' });
    const payload =
      '{"version":"4","alerts":[{"status":"firing","labels":{"alertname":"Lamp"},"startsAt":"2026-11-20T10:15:00Z","fingerprint":"b9"}]}';
    const { code, out } = await run(['webhooks', 'preview', webhook, '-'], env, payload);
    expect(code).toBe(0);
    expect(out).toMatch(/EVENT.*ALERT.*Lamp/);
  });

  it('webhooks: update, disable, enable, delete', async () => {
    const auto = ['--plugin', 'auto', '--project', 'shop'];
    const { webhook_id, settings } = await json('webhooks', 'create', 'x', ...auto, '--label', 'team=db');
    expect(settings).toMatchObject({ labels: { team: 'db' } });
    const id = String(webhook_id);
    const [change, pin] = [
      [
        ...['--name', 'y', '--tag', 'a=b', '--settings', '{"deduplicate":false}'],
        ...['--label', 'team=shop', '--label', 'site=b=1'],
      ],
      ['--plugin-version', '1.0.0', '--upgrade-mode', 'MANUAL'],
    ];
    expect(await json('webhooks', 'update', id, ...change, ...pin)).toMatchObject({
      name: 'y',
      tags: { a: 'b' },
      settings: { deduplicate: false, labels: { team: 'shop', site: 'b=1' } },
      version: '1.0.0',
      plugin_info: { upgrade_mode: 'MANUAL' },
    });
    expect(await run(['webhooks', 'update', id])).toMatchObject({
      code: 2,
      err: expect.stringContaining('nothing to change') as string,
    });
    expect(await json('webhooks', 'update', id, '--label', 'team=web')).toMatchObject({
      settings: { deduplicate: false, labels: { team: 'web' } },
    });
    const twice = ['--label', 'team=web', '--settings', '{"labels":{}}'];
    expect(await run(['webhooks', 'update', id, ...twice])).toMatchObject({ code: 2 });
    expect(await fine('webhooks', 'disable', id)).toMatch(/^state +DISABLED$/m);
    expect(await json('webhooks', 'list', '--state', 'DISABLED')).toMatchObject([{ webhook_id }]);
    expect(await json('webhooks', 'enable', id)).toMatchObject({ webhook_id, state: 'ENABLED' });
    expect(await json('webhooks', 'delete', id)).toEqual({ webhook_id, deleted: true });
    expect(await run(['webhooks', 'get', id])).toMatchObject({ code: 5 });
  });

  it('plugins: list, show', async () => {
    expect(await fine('plugins', 'list')).toMatch(/prometheus.*Prometheus Alertmanager/);
    expect(await fine('plugins', 'show', 'prometheus')).toMatch(/Options[^]*Samples/);
    expect(await json('plugins', 'get', 'grafana')).toMatchObject({ plugin_id: 'grafana' });
    expect(await json('plugins', 'show', 'grafana')).toMatchObject({ plugin_id: 'grafana' });
  });

  it('sends samples and finds their alerts and events', async () => {
    expect(await send()).toMatchObject({ status: 'PROCESSED', outcomes: [{ outcome: 'CREATED' }] });
    const open = await json<Answer[]>('alerts', 'list');
    expect(open[0]).toMatchObject({ state: 'OPEN', webhook_id: webhook });
    expect(await fine('alerts', 'list', '--state', 'ALL', '--since', '1h')).toContain(
      String(open[0]?.['alert_id']),
    );
    expect(await json('alerts', 'get', String(open[0]?.['alert_id']))).toMatchObject({ state: 'OPEN' });
    expect(await send('--resolved')).toMatchObject({ status: 'PROCESSED' });
    const events = await json<Answer[]>('events', 'search', '--since', '1h', '--limit', '1000');
    expect(events.map(({ event_type }) => event_type)).toEqual(expect.arrayContaining(['ALERT', 'RECOVERY']));
    const [{ event_id, title } = {}] = await json<Answer[]>(
      'events',
      'search',
      '--type',
      'ALERT',
      '--limit',
      '1',
    );
    expect(await fine('events', 'search', String(title))).toContain(String(event_id));
    expect(await json('events', 'get', String(event_id))).toMatchObject({ title, raw_data: {} });
    expect(await json('events', 'search', '--filter', '{"k":"event_type","v":"ERROR","o":"eq"}')).toEqual([]);
  });

  it('draws events over time', async () => {
    const lines = (await fine('events', 'stat', '--since', '24h')).trimEnd().split('\n');
    expect(lines).toHaveLength(25);
    // The last two, because the hour may just have changed.
    expect(lines.slice(-2).join('\n')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00Z +[1-9]\d* █+$/m);
    const days = await json<Answer[]>('events', 'stat', '--since', '7d', '--by', 'day', '--webhook', webhook);
    expect(days).toHaveLength(8);
    expect(days.at(-1)?.['count']).toBeGreaterThan(1);
  });

  it('follows events', async () => {
    const tail = run(['events', 'tail', '--webhook', webhook, '--count', '1', '--json']);
    const state = { done: false };
    void tail.then(() => (state.done = true));
    const url = new URL(
      new URL(String((await json('webhooks', 'get', webhook))['webhook_url'])).pathname,
      service.url,
    ).href;
    for (let n = 0; !state.done; n += 1) {
      const alerts = [
        { status: 'firing', labels: { alertname: `Tail ${n}` }, startsAt: new Date(), fingerprint: `t${n}` },
      ];
      await call('POST', url, { version: '4', alerts }, {});
      await sleep(300);
    }
    const { code, out } = await tail;
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      id: expect.any(String) as string,
      event: { webhook_id: webhook },
    });
  });

  it('quarantine: list, show, replay', async () => {
    const url = new URL(
      new URL(String((await json('webhooks', 'get', webhook))['webhook_url'])).pathname,
      service.url,
    ).href;
    const posted = await call<{ delivery_id: string }>('POST', url, { odd: true }, { prefer: 'wait=10' });
    const { delivery_id } = posted.body;
    expect(await fine('quarantine', 'list', '--webhook', webhook)).toContain(delivery_id);
    expect(await fine('quarantine', 'show', delivery_id)).toContain('odd');
    expect(await json('quarantine', 'get', delivery_id)).toMatchObject({ delivery_id });
    const replayed = await run(['quarantine', 'replay', delivery_id]);
    expect(replayed).toMatchObject({ code: 1, err: '1 of 1 are still in quarantine.\n' });
    expect(await run(['quarantine', 'replay'])).toMatchObject({ code: 2 });
    const all = await json('quarantine', 'replay', '--webhook', webhook, '--since', '1h');
    expect(all).toMatchObject({ done_count: 1, event_count: 0, state: 'DONE' });
    const replay_id = String(all['replay_id']);
    expect(await json('replays', 'get', replay_id)).toEqual(all);
    // Cancelling a finished replay changes nothing.
    expect(await json('replays', 'cancel', replay_id)).toEqual(all);
  });

  it('quotas: create, list, get, update, consume, release, simulate, usage, delete', async () => {
    const { quota_id } = await json('quotas', 'create', 'email', '--day', '3');
    const id = String(quota_id);
    expect(await fine('quotas', 'list')).toMatch(/email.*3.*unlimited/);
    expect(await json('quotas', 'update', id, '--day', '2', '--month', '50')).toMatchObject({
      limit: { day: 2, month: 50 },
    });
    expect(await json('quotas', 'get', id)).toMatchObject({ quota_id, limit: { day: 2, month: 50 } });
    const consumed = await json('quotas', 'consume', 'email', '2');
    expect(consumed).toMatchObject({ allowed: true });
    const consumption = String(consumed['consumption_id']);
    expect(await json('quotas', 'release', consumption, '1')).toMatchObject({ released: 1 });
    expect(await json('quotas', 'consume', 'email')).toMatchObject({ allowed: true });
    expect(await run(['quotas', 'consume', 'email'])).toMatchObject({
      code: 7,
      err: expect.stringContaining('ERROR_QUOTA_IS_EXCEEDED') as string,
    });
    expect(await fine('quotas', 'usage', id)).toMatch(/email/);
    expect(await json('quotas', 'simulate', id, '--day', '1')).toMatchObject({ limit: { day: 1 } });
    expect(await fine('quotas', 'simulate', id, '--day', '1')).toMatch(/demand +\d[^]*refused/);
    expect(await json('quotas', 'update', id, '--day', '-1')).toMatchObject({ limit: { day: -1 } });
    expect(await fine('quotas', 'list')).toMatch(/email.*unlimited.*50/);
    expect(await run(['quotas', 'update', id, '--day', '-2'])).toMatchObject({ code: 2 });
    expect(await fine('quotas', 'delete', id)).toContain('is deleted');
    expect(await run(['quotas', 'update', id])).toMatchObject({ code: 2 });
  });

  it('imports a configuration of Alertmanager', async () => {
    const file = join(service.home, 'alertmanager.yml');
    await writeFile(
      file,
      'route: {receiver: mail, routes: [{receiver: pager}]}\nreceivers: [{name: mail}, {name: pager}, {name: tocsin}]\n',
    );
    const out = await fine('import', file, '--webhook', webhook);
    expect(out).toContain('name: tocsin-2');
    expect(out).toMatch(/url: http:\S+\/events/);
    expect(out).toContain('continue: true');
    await writeFile(file, 'route: [');
    expect(await run(['import', file])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not YAML') as string,
    });
    await writeFile(file, 'groups: []');
    expect(await run(['import', file])).toMatchObject({
      code: 2,
      err: expect.stringContaining('needs route.receiver') as string,
    });
  });
});

describe('tocsin doctor', () => {
  const check = async (given: Record<string, string>) => {
    const { code, out } = await run(['doctor', '--json'], given);
    const findings = JSON.parse(out) as { check: string; state: string; remedy?: string }[];
    return { code, states: Object.fromEntries(findings.map(({ check, state }) => [check, state])), findings };
  };
  const server = () => ({
    DATABASE_URL: service.databaseUrl,
    ROOT_API_KEY: rootApiKey,
    ENCRYPTION_KEY: encryptionKey,
  });

  it('finds no problems in a working installation', async () => {
    const { states } = await check({ ...env, ...server() });
    for (const name of [
      'configuration',
      'database',
      'migrations',
      'partitions',
      'queues',
      'secrets',
      'clock',
      'service',
      'key',
      'processes',
      'PUBLIC_URL',
    ])
      expect({ name, state: states[name] }).toEqual({ name, state: 'ok' });
  });

  it('reports each problem, and the remedy for a wrong encryption key', async () => {
    const nobody = {
      ...server(),
      DATABASE_URL: 'postgresql://127.0.0.1:4/x',
      REDIS_URL: 'redis://127.0.0.1:4',
    };
    const [secrets, configuration, away, service, key] = await Promise.all([
      check({ ...env, ...server(), ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') }),
      check({ ...env, ...server(), PORT: 'http' }),
      check({ ...env, ...nobody }),
      check({ TOCSIN_URL: 'http://127.0.0.1:4' }),
      check({ ...env, TOCSIN_KEY: 'nobody' }),
    ]);
    expect(secrets).toMatchObject({ code: 1, states: { secrets: 'bad' } });
    expect(secrets.findings.find(({ check }) => check === 'secrets')?.remedy).toContain('ENCRYPTION_KEY_OLD');
    expect(configuration).toMatchObject({ code: 1, states: { configuration: 'bad' } });
    expect(away).toMatchObject({ code: 1, states: { database: 'bad', queues: 'bad' } });
    expect(service).toMatchObject({ code: 1, states: { service: 'bad' } });
    expect(key).toMatchObject({ code: 1, states: { key: 'bad' } });
  });
});
