import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, until } from '#test/client.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import { freePort } from '#test/ports.js';
import { startTocsin, waitForExit, type Tocsin } from '#test/tocsin.js';
import { PROBLEMS } from './cast.js';

interface Alert {
  readonly alert_id: string;
  readonly title: string;
  readonly started_at: string;
  readonly acknowledged_by: string | null;
  readonly escalation: { readonly step: number | null };
}

let folder: TestFolder;
let env: { DATA_DIR: string; PORT: string; METRICS_PORT: string };
let tocsin: Tocsin;
let headers: { authorization: string };

beforeAll(async () => {
  folder = await createTestFolder('demo');
});
beforeEach(async () => {
  const [port, metricsPort] = await Promise.all([freePort(), freePort()]);
  env = { DATA_DIR: join(folder.path, 'data'), PORT: String(port), METRICS_PORT: String(metricsPort) };
});
afterEach(async () => {
  const family = tocsin.processIds();
  tocsin.signal('SIGTERM');
  await tocsin.exit;
  await waitForExit(family);
}, 60_000);
afterAll(() => folder.remove());

async function start(options: readonly string[] = ['--demo']): Promise<void> {
  tocsin = startTocsin(env, options);
  await tocsin.waitUntilReady();
  headers = {
    authorization: `Bearer ${(await readFile(join(env.DATA_DIR, 'root-api-key'), 'utf8')).trim()}`,
  };
}
const url = (path: string) => `http://127.0.0.1:${env.PORT}${path}`;
const read = async <T>(method: string, path: string, body?: object) => {
  const answer = await call<T>(method, url(path), body, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const count = async (path: string) =>
  (await read<{ total_count: number }>('GET', `${path}?domain_id=demo`)).total_count;
const RECORDS = [
  '/monitoring/v1/webhooks',
  '/monitoring/v1/heartbeats',
  '/notification/v1/subscriptions',
  '/notification/v1/silences',
  '/notification/v1/inhibitions',
  '/notification/v1/escalations',
  '/notification/v1/on-call',
  '/notification/v1/quotas',
  '/identity/v1/api-keys',
];

async function readOpen() {
  const { results } = await read<{ results: Alert[] }>(
    'GET',
    '/monitoring/v1/alerts?domain_id=demo&state=OPEN',
  );
  const { results: tellings } = await read<{ results: { alert_id: string; state: string }[] }>(
    'POST',
    '/notification/v1/alerts/telling',
    { domain_id: 'demo', alert_ids: results.map(({ alert_id }) => alert_id) },
  );
  return { alerts: results, states: new Set(tellings.map(({ state }) => state)) };
}

it(
  'fills the domain with a living example, and goes on with it after a restart',
  { timeout: 180_000 },
  async () => {
    await start();
    expect(tocsin.output()).toContain('the domain demo is alive');
    const wanted = ['TOLD', 'SILENCED', 'INHIBITED', 'NOBODY'];
    const { alerts } = await until(
      readOpen,
      (found) =>
        wanted.every((state) => found.states.has(state)) &&
        found.alerts.some(({ escalation }) => escalation.step === 1),
      60_000,
    );
    expect(alerts.some(({ acknowledged_by }) => ['ann', 'bob'].includes(acknowledged_by ?? ''))).toBe(true);
    expect(tocsin.output()).toContain('The API server of the cluster eu-1 does not answer');
    await until(
      async () =>
        (
          await read<{ total_count: number }>(
            'GET',
            '/notification/v1/notifications?domain_id=demo&state=FAILED',
          )
        ).total_count,
      (failed) => failed > 0,
    );
    // Nothing that the sources post is refused or not understood.
    expect(await count('/monitoring/v1/quarantine')).toBe(0);
    const history = await read<{ total_count: number }>('POST', '/monitoring/v1/alerts/search', {
      domain_id: 'demo',
      query: { filter: [{ k: 'opened_at', v: 'now - 2d', o: 'timediff_lt' }] },
    });
    expect(history.total_count).toBeGreaterThan(PROBLEMS.length);

    // What is added to the domain stays, even in the place of what the demonstration has made.
    const post = async (path: string, body: object) => {
      const answer = await call<Record<string, string>>(
        'POST',
        url(path),
        { domain_id: 'demo', ...body },
        headers,
      );
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    };
    await post('/monitoring/v1/webhooks', {
      ...{ name: 'Grafana', project_id: 'mine' },
      plugin_info: { plugin_id: 'direct' },
    });
    const { results } = await read<{ results: { subscription_id: string }[] }>(
      'GET',
      '/notification/v1/subscriptions?domain_id=demo&name=%23staging',
    );
    const staging = `/notification/v1/subscription/${results[0]?.subscription_id}?domain_id=demo`;
    expect((await call('DELETE', url(staging), undefined, headers)).status).toBe(204);
    const { subscription_id } = await post('/notification/v1/subscriptions', {
      ...{ name: '#staging', protocol_id: 'webhook' },
      options: { url: 'https://1.1.1.1/mine' },
    });
    const before = await Promise.all(RECORDS.map(count));
    expect(before.every((number) => number > 0)).toBe(true);
    const printed = tocsin.output().length;
    await until(
      () => Promise.resolve(tocsin.output().length),
      (length) => length > printed,
      60_000,
    );
    tocsin.signal('SIGINT');
    expect(await tocsin.exit).toBe(0);
    await start();
    expect(await Promise.all(RECORDS.map(count))).toEqual(before);
    expect(tocsin.output()).not.toContain('history');
    expect(
      await read('GET', `/notification/v1/subscription/${subscription_id}?domain_id=demo`),
    ).toMatchObject({ options: { url: 'https://1.1.1.1/mine' } });

    // A first start that was cut has not remembered that the history of a source is written.
    const readUptime = async () => {
      const path = '/monitoring/v1/webhooks?domain_id=demo&name=Uptime%20Kuma';
      return (await read<{ results: { webhook_id: string; tags: object }[] }>('GET', path)).results[0];
    };
    const uptime = await readUptime();
    expect(uptime?.tags).toEqual({ made_by: 'demo', history: 'written' });
    await read('PUT', `/monitoring/v1/webhook/${uptime?.webhook_id}`, {
      domain_id: 'demo',
      tags: { made_by: 'demo' },
    });
    tocsin.signal('SIGINT');
    expect(await tocsin.exit).toBe(0);
    await start();
    expect(tocsin.output()).toContain('Writing two weeks of history');
    expect((await readUptime())?.tags).toEqual(uptime?.tags);
    // The retention period contains the history.
    expect(tocsin.output()).not.toContain('nothing is removed');
  },
);

it('refuses a domain with records of others', { timeout: 120_000 }, async () => {
  env = { ...env, DATA_DIR: join(folder.path, 'other') };
  await start([]);
  const webhook = { domain_id: 'demo', name: 'mine', project_id: 'p1', plugin_info: { plugin_id: 'direct' } };
  expect((await call('POST', url('/monitoring/v1/webhooks'), webhook, headers)).status).toBe(201);
  tocsin.signal('SIGTERM');
  expect(await tocsin.exit).toBe(0);
  tocsin = startTocsin(env, ['--demo']);
  expect(await tocsin.exit).toBe(1);
  expect(tocsin.output()).toMatch(
    /^The domain demo has records that are not of the demonstration, .*DATA_DIR/m,
  );
});
