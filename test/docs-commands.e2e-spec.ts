import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtFile } from '../tools/start/checkout.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { findCommand } from './docs-commands.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { freePort } from './ports.js';
import { rootApiKey } from './processes.js';
import { startReceiver } from './receiver.js';
import { hasProgram, requireProgram } from './requirements.js';
import { startService, type Service } from './service.js';

const hasJq = hasProgram('jq', 'apt-get install jq');
const authorization = `Bearer ${rootApiKey}`;

requireProgram('curl', 'apt-get install curl')('the commands of the documentation', () => {
  let service: Service;
  let folder: TestFolder;
  let webhook: CreatedWebhook;

  beforeAll(async () => {
    [service, folder] = await Promise.all([
      startService({ LOG_LEVEL: 'debug', NOTIFICATION_ALLOW: '127.0.0.1', MCP: 'on' }),
      createTestFolder('reader'),
    ]);
    webhook = await createWebhook(service.api.url, 'prometheus');
    await mkdir(join(folder.path, '.tocsin'));
    await writeFile(join(folder.path, '.tocsin/root-api-key'), rootApiKey);
    const cli = join(folder.path, 'tocsin');
    await writeFile(cli, `#!/bin/sh\nexec '${process.execPath}' '${builtFile('tools/tocsin.js')}' "$@"\n`);
    await chmod(cli, 0o755);
  });
  afterAll(async () => {
    await service?.stop();
    await folder?.remove();
  });

  /** Runs commands in a folder with the files that `npm start` creates. */
  async function run(commands: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', commands], {
      cwd: folder.path,
      env: { PATH: `${folder.path}:${process.env['PATH'] ?? ''}`, HOME: folder.path, ...env },
    });
    return stdout;
  }
  const localhost = () => ({ 'localhost:3000': new URL(service.api.url).host });

  it('README.md: a webhook, and its events', async () => {
    const create = findCommand('/monitoring/v1/webhooks', 'README.md', localhost());
    expect(JSON.parse(await run(create))).toMatchObject({ name: 'alertmanager', state: 'ENABLED' });
    const list = findCommand('/monitoring/v1/events', 'README.md', localhost());
    expect(JSON.parse(await run(list, { KEY: rootApiKey }))).toMatchObject({ results: expect.any(Array) });
  });

  it('docs/cli.md', async () => {
    const commands = findCommand('export TOCSIN_URL', 'docs/cli.md', {
      'https://tocsin.example.com': service.api.url,
      'tocsin_…': rootApiKey,
      'webhook_…': webhook.webhook_id,
    });
    const printed = await run(commands);
    expect(printed).toContain('alertmanager');
    expect(printed).toMatch(/delivery_\w+/);
  });

  it('docs/mcp.md', async () => {
    const env = { TOCSIN_URL: service.api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: 'shop' };
    const made = await run(`${findCommand('keys create', 'docs/mcp.md').trim()} --json`, env);
    const { api_key, role } = JSON.parse(made) as { api_key: string; role: string };
    expect(role).toBe('VIEWER');
    const listed = await run(findCommand('tools/list', 'docs/mcp.md', localhost()), { KEY: api_key });
    expect(listed).toContain('who_would_be_told');
  });

  it('docs/as-code.md', async () => {
    const env = {
      TOCSIN_URL: service.api.url,
      TOCSIN_KEY: rootApiKey,
      TOCSIN_DOMAIN: 'code',
      HOOK_TOKEN: 't',
    };
    await run(findCommand('cat > tocsin.yaml', 'docs/as-code.md'), env);
    const applied = await run(findCommand('tocsin diff', 'docs/as-code.md'), env);
    expect(applied).toContain('5 to add, 0 to change, 0 unchanged');
    expect(applied).toContain('5 added');
    const again = await run(findCommand('tocsin export', 'docs/as-code.md'), env);
    expect(again).toContain('0 to add, 0 to change, 5 unchanged');
    const planned = await run(`${findCommand('tocsin plan', 'docs/as-code.md')}cat plan.md`, env);
    expect(planned).toContain('0 to add, 0 to change, 5 unchanged');
    const compared = await run(findCommand('tocsin compare', 'docs/as-code.md'), env);
    expect(compared).toContain('2 rows of the file are not of the last 7 days');
  });

  it('docs/moving.md', async () => {
    const env = { TOCSIN_URL: service.api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: 'moving' };
    const receiver = { name: 'db', webhook_configs: [{ url_file: join(folder.path, 'url') }] };
    const routes = { route: { receiver: 'db' }, receivers: [receiver] };
    await writeFile(join(folder.path, 'url'), 'https://1.1.1.1/alerts');
    await writeFile(join(folder.path, 'alertmanager.yml'), JSON.stringify(routes));
    const compared = await run(findCommand('tocsin import alertmanager', 'docs/moving.md'), env);
    expect(compared).toContain('2 to add, 0 to change, 0 unchanged');
  });

  it('docs/quotas.md', async () => {
    const quota = { domain_id: 'demo', protocol_id: 'email', limit: { day: 5 } };
    await call('POST', `${service.api.url}/notification/v1/quotas`, quota, { authorization });
    const consume = findCommand('quotas/consume', 'docs/quotas.md', { ...localhost(), '7f1c…': '7f1c' });
    const [first, retried] = [
      await run(consume, { KEY: rootApiKey }),
      await run(consume, { KEY: rootApiKey }),
    ];
    expect(JSON.parse(first)).toMatchObject({ consumption_id: expect.any(String) });
    expect(retried).toBe(first);
  });

  it('docs/heartbeats.md', async () => {
    const commands = findCommand('"expect_every":"1d"', 'docs/heartbeats.md', localhost());
    const WEBHOOK_URL = service.api.url + webhook.path;
    const printed = await run(commands, { KEY: rootApiKey, WEBHOOK: webhook.webhook_id, WEBHOOK_URL });
    expect(printed).toContain('"expect_every":"1d"');
    expect(printed).toContain('"status":"ACCEPTED"');
    const messages = await run(findCommand('/heartbeat/backup/start', 'docs/heartbeats.md'), { WEBHOOK_URL });
    expect(messages.match(/OK/g)).toHaveLength(3);
  });

  it('docs/notifications.md', async () => {
    const receiver = await startReceiver();
    try {
      const create = findCommand('"name":"on-call"', 'docs/notifications.md', {
        ...localhost(),
        'https://example.com/alerts': receiver.url,
      });
      expect(JSON.parse(await run(create, { KEY: rootApiKey }))).toMatchObject({
        name: 'on-call',
        signing_secret: expect.stringMatching(/^whsec_/),
      });
    } finally {
      await receiver.close();
    }
  });

  it('docs/notifications.md: sending a first message to a local receiver', async () => {
    const port = String(await freePort());
    const listen = findCommand('createServer', 'docs/notifications.md', { '9000': port });
    const send = findCommand('"name":"first"', 'docs/notifications.md', { ...localhost(), '9000': port });
    const printed = await run(`
      ${listen.trim().replace(/&$/, '> printed &')}
      trap 'kill %1' EXIT
      until curl -s http://127.0.0.1:${port}/; do sleep 0.1; done
      { ${send}
      } > answers
      until [ -s printed ]; do sleep 0.1; done
      cat printed`);
    expect(JSON.parse(printed)).toMatchObject({
      type: 'alert.opened',
      data: { alert: { title: 'A first message' } },
    });
  });

  it('docs/inhibitions.md', async () => {
    const env = { KEY: rootApiKey };
    const preview = findCommand('/inhibitions/preview', 'docs/inhibitions.md', localhost());
    expect(JSON.parse(await run(preview, env))).toMatchObject({ held: 0, untold_sources: [] });
    const create = findCommand('"name":"cluster down"', 'docs/inhibitions.md', localhost());
    expect(JSON.parse(await run(create, env))).toMatchObject({
      enabled: true,
      equal: ['labels.cluster'],
      wait: 30,
    });
  });

  it('docs/silences.md', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const create = findCommand('/silences', 'docs/silences.md', {
      ...localhost(),
      '2026-11-28T21:00:00Z': inHours(1),
      '2026-11-28T23:00:00Z': inHours(3),
    });
    expect(JSON.parse(await run(create, { KEY: rootApiKey }))).toMatchObject({
      name: 'database upgrade',
      state: 'PENDING',
    });
  });

  it('docs/on-call.md', async () => {
    const subscription = await call<{ subscription_id: string }>(
      'POST',
      `${service.api.url}/notification/v1/subscriptions`,
      {
        domain_id: 'demo',
        name: 'jane',
        protocol_id: 'webhook',
        options: { url: 'https://1.1.1.1/hook' },
      },
    );
    const env = {
      KEY: rootApiKey,
      JANE: subscription.body.subscription_id,
      MAX: subscription.body.subscription_id,
    };
    const create = findCommand('"rotation"', 'docs/on-call.md', localhost());
    const { on_call_id } = JSON.parse(await run(create, env)) as { on_call_id: string };
    const find = findCommand('/at?', 'docs/on-call.md', localhost());
    expect(JSON.parse(await run(find, { ...env, ID: on_call_id }))).toMatchObject({ state: 'ON_CALL' });
    const override = findCommand('"overrides"', 'docs/on-call.md', localhost());
    expect(JSON.parse(await run(override, { ...env, ID: on_call_id }))).toMatchObject({
      overrides: [{ members: ['Max'] }],
    });
  });

  it('docs/escalations.md', async () => {
    const env = { KEY: rootApiKey };
    const subscribe = (name: string) =>
      findCommand('"trigger":"ESCALATION"', 'docs/escalations.md', {
        ...localhost(),
        'https://example.com/jane': 'https://1.1.1.1/jane',
        '"Jane"': `"${name}"`,
      });
    const create = async (name: string) =>
      JSON.parse(await run(subscribe(name), env)) as { subscription_id: string; trigger: string };
    const jane = await create('Jane');
    expect(jane.trigger).toBe('ESCALATION');
    const fallback = await create('of last resort');
    const team = await call<{ on_call_id: string }>('POST', `${service.api.url}/notification/v1/on-call`, {
      ...{ domain_id: 'demo', name: 'team', timezone: 'UTC' },
      members: [{ name: 'Jane', subscription_id: jane.subscription_id }],
      rotation: { shift: '1d', handoff: { time: '09:00' } },
    });
    const ids = {
      ...env,
      JANE: jane.subscription_id,
      FALLBACK: fallback.subscription_id,
      TEAM: team.body.on_call_id,
    };
    const preview = findCommand('/escalations/preview', 'docs/escalations.md', localhost());
    expect(JSON.parse(await run(preview, ids))).toMatchObject({ nobody: 0, complete: true });
    const escalate = findCommand('"name":"production"', 'docs/escalations.md', localhost());
    expect(JSON.parse(await run(escalate, ids))).toMatchObject({
      until: 'ACKNOWLEDGED',
      repeat: { times: 2, every: 1800 },
    });
  });

  it('docs/operations/alerts.md: webhooks with a backlog', async () => {
    const search = findCommand('health.backlog', 'docs/operations/alerts.md');
    expect(JSON.parse(await run(search, { URL: service.api.url, KEY: rootApiKey }))).toMatchObject({
      results: expect.any(Array),
    });
  });

  it('docs/plugins.md: the comparison of two versions', async () => {
    const compare = findCommand('/plugin/compare', 'docs/plugins.md', { '2.0.0': '1.0.0' });
    const key = await call<{ api_key: string }>(
      'POST',
      `${service.api.url}/identity/v1/api-keys`,
      { domain_id: 'demo', user_id: 'author' },
      { authorization },
    );
    const env = { URL: service.api.url, KEY: key.body.api_key, WEBHOOK: webhook.webhook_id };
    expect(JSON.parse(await run(compare, env))).toMatchObject({
      version: '1.1.0',
      compared_version: '1.0.0',
    });
  });

  it.skipIf(!hasJq)('docs/operations/watching.md: log lines of a request', async () => {
    const { headers } = await call(
      'GET',
      `${service.api.url}/monitoring/v1/events?domain_id=demo`,
      undefined,
      {
        authorization,
        'x-request-id': 'of-the-reader',
      },
    );
    expect(headers.get('x-request-id')).toBe('of-the-reader');
    await until(
      async () => service.api.logs(),
      (logs) => logs.includes('of-the-reader'),
    );
    await writeFile(join(folder.path, 'api.log'), service.api.logs());
    await writeFile(join(folder.path, 'worker.log'), service.worker.logs());
    const filter = findCommand('request_id', 'docs/operations/watching.md', { '"…"': '"of-the-reader"' });
    expect(JSON.parse((await run(filter)).trim().split('\n').at(-1) ?? '')).toMatchObject({
      request_id: 'of-the-reader',
    });
  });
});
