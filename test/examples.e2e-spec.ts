import { loadGuide } from '#senders/assets.js';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { call } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { rootApiKey, startApi, type AppUnderTest } from './processes.js';
import { findProgram, requireProgram } from './requirements.js';

let database: TestDatabase;
let api: AppUnderTest;
let service: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url });
});
afterEach(() => void service?.kill());
afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

async function createKey(domain_id: string, day: number): Promise<string> {
  await call('POST', `${api.url}/notification/v1/quotas`, {
    protocol_id: 'email',
    limit: { day },
    domain_id,
  });
  const { body } = await call<{ api_key: string }>('POST', `${api.url}/identity/v1/api-keys`, {
    user_id: 'u',
    domain_id,
  });
  return body.api_key;
}

async function startService(folder: string, key: string) {
  const child = spawn(process.execPath, ['service.js'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', TOCSIN_URL: api.url, TOCSIN_KEY: key },
  });
  service = child;
  let printed = '';
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, found] = /listening on (\d+)/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`${folder} ended: ${printed}`)));
  });
  const notify = (id: string, to: string) =>
    call<{ sent: boolean }>('POST', `http://127.0.0.1:${port}/notifications`, { id, to, text: 'Hello' }, {});
  return { notify, sent: () => printed.match(/^sent to/gm)?.length ?? 0 };
}

describe.each(['express', 'fastify'])('examples/%s', (name) => {
  it('sends only what the quota allows and releases what could not be sent', async () => {
    const { notify, sent } = await startService(`examples/${name}`, await createKey(name, 2));
    expect(await notify('n-1', 'a@example.com')).toMatchObject({ status: 200, body: { sent: true } });
    expect(await notify('n-2', 'nobody@example.com')).toMatchObject({ status: 502, body: { sent: false } });
    expect(await notify('n-3', 'b@example.com')).toMatchObject({ status: 200 });
    const refused = await notify('n-4', 'c@example.com');
    expect(refused).toMatchObject({ status: 429, body: { sent: false } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(sent()).toBe(2);
  });

  it('sends nothing if the quota cannot be consumed', async () => {
    const { notify, sent } = await startService(`examples/${name}`, 'nobody');
    expect((await notify('n-1', 'a@example.com').catch(() => ({ status: 500 }))).status).toBe(500);
    expect(sent()).toBe(0);
  });

  it('depends on the version of the framework that it is tested with', () => {
    const versionIn = (path: string) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(path, 'utf8')) as Record<
        string,
        Record<string, string>
      >;
      return dependencies[name] ?? devDependencies[name];
    };
    expect(versionIn(`examples/${name}/package.json`)).toBe(versionIn('package.json'));
  });
});

requireProgram('curl', 'apt-get install curl')('examples/set-up', () => {
  it('sets up a domain and can be run repeatedly', async () => {
    const env = { PATH: process.env['PATH'], TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, DOMAIN: 'shell' };
    const run = promisify(execFile);
    const { stdout } = await run('bash', ['examples/set-up/set-up.sh'], { env });
    expect(stdout).toMatch(/webhook prometheus: http\S+\/events\n[^]*quota email: quota_/);
    expect((await run('bash', ['examples/set-up/set-up.sh'], { env })).stdout).toContain(
      'quota email: exists already',
    );
    const list = await call<{ total_count: number }>(
      'GET',
      `${api.url}/monitoring/v1/webhooks?domain_id=shell`,
    );
    expect(list.body.total_count).toBe(2);
    await expect(
      run('bash', ['examples/set-up/set-up.sh'], { env: { ...env, TOCSIN_KEY: 'x' } }),
    ).rejects.toThrow('ERROR_AUTHENTICATE_FAILURE');
  });
});

const promtool = findProgram('promtool');
const amtool = findProgram('amtool');

interface Route {
  readonly receiver: string;
  readonly continue?: boolean;
  readonly routes?: readonly Route[];
}

/** Returns the receivers of an alarm that matches every route, by the rules of Alertmanager and Grafana. */
function receiversOf({ receiver, routes = [] }: Route): readonly string[] {
  const notified: string[] = [];
  for (const route of routes) {
    notified.push(...receiversOf(route));
    if (route.continue !== true) break;
  }
  return notified.length === 0 ? [receiver] : notified;
}

/** Checks that an example adds Tocsin beside the existing receiver and warns of replacing it. */
function expectToKeepPaging(file: string, route: Route): void {
  expect(route.receiver).not.toBe('tocsin');
  expect(receiversOf(route)).toEqual(['tocsin', route.receiver]);
  expect(readFileSync(file, 'utf8')).toContain('WARNING');
}

describe('examples/prometheus', () => {
  const file = 'examples/prometheus/alertmanager.yml';
  const { route, receivers } = parse(readFileSync(file, 'utf8')) as {
    route: Route;
    receivers: { name: string; webhook_configs?: { send_resolved: boolean }[] }[];
  };

  it('sends firing and resolved alerts and keeps the existing receiver', () => {
    const tocsin = receivers.find(({ name }) => name === 'tocsin');
    expect(tocsin?.webhook_configs?.[0]?.send_resolved).toBe(true);
    expectToKeepPaging(file, route);
  });

  it.runIf(amtool)('routes to Tocsin and to the existing receiver according to amtool', async () => {
    const args = ['config', 'routes', 'test', `--config.file=${file}`, 'severity=critical'];
    const { stdout } = await promisify(execFile)(amtool ?? '', args);
    expect(stdout.trim()).toBe(`tocsin,${route.receiver}`);
  });

  it.runIf(promtool)('is a valid configuration of Prometheus', async () => {
    const { stdout } = await promisify(execFile)(promtool ?? '', [
      'check',
      'config',
      'examples/prometheus/prometheus.yml',
    ]);
    expect(stdout).toContain('SUCCESS');
  });

  it.runIf(amtool)('is a valid configuration of Alertmanager', async () => {
    const { stdout } = await promisify(execFile)(amtool ?? '', [
      'check-config',
      'examples/prometheus/alertmanager.yml',
    ]);
    expect(stdout).toContain('SUCCESS');
  });
});

describe('examples/grafana', () => {
  const read = (name: string): unknown => parse(readFileSync(`examples/grafana/${name}`, 'utf8'));
  const { contactPoints, policies: replaced } = read('contact-points.yaml') as {
    contactPoints: { name: string; receivers: { type: string; settings: { url: string } }[] }[];
    policies?: unknown;
  };

  it('has a contact point that posts to a webhook, and replaces no policies', () => {
    const point = contactPoints.find(({ name }) => name === 'tocsin');
    expect(point?.receivers[0]).toMatchObject({ type: 'webhook', settings: { url: '$TOCSIN_WEBHOOK_URL' } });
    expect(replaced).toBeUndefined();
  });

  it('has policies that keep the existing receiver', () => {
    const { policies } = read('policies.yaml') as { policies: Route[] };
    expect(policies).toHaveLength(1);
    for (const policy of policies) expectToKeepPaging('examples/grafana/policies.yaml', policy);
  });
});

describe('the guides of Alertmanager and Grafana', () => {
  it('keep the existing receiver', () => {
    const guide = loadGuide('systems/prometheus');
    const [, tree = ''] = /~~~yaml\n( +route:\n[^]*?)~~~/.exec(guide) ?? [];
    const { route } = parse(tree) as { route: Route };
    expect(receiversOf(route)).toEqual(['tocsin', route.receiver]);
    for (const name of ['prometheus', 'grafana'])
      expect(loadGuide(`systems/${name}`)).toContain('takes the alerts away from');
  });
});
