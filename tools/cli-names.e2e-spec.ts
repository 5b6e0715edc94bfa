import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { rootApiKey, startApi, type AppUnderTest } from '#test/processes.js';

let database: TestDatabase;
let api: AppUnderTest;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url });
  env = { TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: 'demo' };
  folder = await mkdtemp(join(tmpdir(), 'tocsin-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api?.stop();
  await database?.drop();
});

async function json(...args: string[]) {
  const { code, out, err } = await runCli(['--json', ...args], env);
  expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
  return JSON.parse(out) as Record<string, unknown>;
}
const createWebhook = (name: string, plugin: string, project = 'p') =>
  json('webhooks', 'create', name, '--plugin', plugin, '--project', project);

describe('the command line', () => {
  it('takes the name of a record in place of its id', async () => {
    const { webhook_id } = await createWebhook('alertmanager-fra', 'prometheus');
    expect(await json('webhooks', 'get', 'alertmanager-fra')).toMatchObject({ webhook_id });
    expect(await json('webhooks', 'update', 'alertmanager-fra', '--tag', 'a=b')).toMatchObject({
      webhook_id,
    });
    expect(await json('events', 'search', '--webhook', 'alertmanager-fra')).toEqual([]);
    await createWebhook('alertmanager-fra', 'prometheus', 'q');
    const ambiguous = await runCli(['webhooks', 'get', 'alertmanager-fra'], env);
    expect(ambiguous).toMatchObject({ code: 2, err: expect.stringContaining(String(webhook_id)) as string });
    expect((await runCli(['webhooks', 'get', 'nothing'], env)).err).toContain('webhook_id');
  });

  it('changes only the given limits of a quota', async () => {
    const { quota_id } = await json('quotas', 'create', 'sms', '--day', '5', '--month', '90');
    expect(await json('quotas', 'update', 'sms', '--day', '6')).toMatchObject({
      quota_id,
      limit: { day: 6, month: 90 },
    });
    expect(await json('quotas', 'update', 'sms', '--month', '-1')).toMatchObject({
      limit: { day: 6, month: -1 },
    });
  });

  it('replaces the URL of a webhook', async () => {
    const before = await createWebhook('rotated', 'auto');
    const after = await json('webhooks', 'rotate', 'rotated', '--grace', '60');
    expect(after['webhook_id']).toBe(before['webhook_id']);
    expect(after['webhook_url']).not.toBe(before['webhook_url']);
    const post = async (url: unknown) => (await fetch(String(url), { method: 'POST', body: '{}' })).status;
    expect([await post(before['webhook_url']), await post(after['webhook_url'])]).toEqual([202, 202]);
    const again = await json('webhooks', 'rotate', 'rotated', '--end-grace');
    expect([await post(before['webhook_url']), await post(again['webhook_url'])]).toEqual([404, 202]);
  });

  it('warns of a webhook that does not read what Alertmanager posts', async () => {
    const file = join(folder, 'alertmanager.yml');
    await writeFile(file, 'route: { receiver: mail }\nreceivers: [{ name: mail }]\n');
    await createWebhook('wrong', 'grafana');
    await createWebhook('right', 'auto');
    await json('webhooks', 'disable', 'wrong');
    const wrong = await runCli(['import', file, '--webhook', 'wrong'], env);
    expect(wrong.code).toBe(0);
    expect(wrong.err).toContain('has the plugin grafana, which does not read what Alertmanager posts');
    expect(wrong.err).toContain('is disabled');
    expect((await runCli(['import', file, '--webhook', 'right'], env)).err).toBe('');
  });

  it('takes filters as text, and says where they are wrong', async () => {
    await json(
      'silences',
      'create',
      'dub',
      '--filter',
      'labels.site = dub and (title = x or rule exists)',
      '--until',
      'now + 1h',
      '--reason',
      'r',
    );
    expect(await json('silences', 'get', 'dub')).toMatchObject({
      filter: [{ k: 'labels.site', v: 'dub', o: 'eq' }],
      filter_or: [
        { k: 'title', v: 'x', o: 'eq' },
        { k: 'rule', v: true, o: 'exists' },
      ],
    });
    const wrong = await runCli(['events', 'search', '--filter', 'severity is ERROR'], env);
    expect(wrong).toMatchObject({
      code: 2,
      err: expect.stringContaining('line 1, column 10: expected an operator') as string,
    });
    const unknown = await runCli(['events', 'search', '--filter', 'sevrity >= ERROR'], env);
    expect(unknown).toMatchObject({
      code: 6,
      err: expect.stringContaining('did you mean severity?') as string,
    });
  });
});
