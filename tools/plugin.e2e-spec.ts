import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#shared/platform/config/env.js';
import { createTestDatabase } from '#test/database.js';
import { startApi } from '../apps/api/test/api-under-test.js';
import { startWorker } from '../apps/worker/test/worker-under-test.js';

const run = promisify(execFile);
const CHECKOUT = process.cwd();
const LIGHTHOUSE = 'tocsin-plugin-lighthouse';
const INSTALLED = join(CHECKOUT, 'node_modules', LIGHTHOUSE);
const home = mkdtempSync(join(tmpdir(), 'tocsin-authors-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
  rmSync(INSTALLED, { force: true });
});

/** Returns the commands of docs/plugins.md. */
function steps(): readonly string[] {
  const page = readFileSync('docs/plugins.md', 'utf8');
  const guide = page.slice(
    page.indexOf('\n## A plugin in ten minutes'),
    page.indexOf('\n## The plugin interface'),
  );
  return [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = '']) => commands);
}

describe('docs/plugins.md', () => {
  it('contains steps that create, test and load a plugin', async () => {
    const script = ['set -e', ...steps(), 'cd "$TOCSIN" && npm run --silent plugin -- "$PLUGINS"'].join('\n');
    const { stdout, stderr } = await run('bash', ['-c', script], {
      cwd: home,
      env: { ...process.env, TOCSIN: CHECKOUT },
    });

    expect(stderr).toContain('sample "the lamp is out", outcome 0: IGNORED');
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
      'not yet',
      'lighthouse 1.0.0 passes: 2 samples, 2000 damaged payloads',
      'lighthouse 1.0.0 passes: 2 samples, 2000 damaged payloads',
    ]);
  }, 180_000);
});

describe('examples/plugin-template', () => {
  it('passes its own test', async () => {
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], {
      cwd: 'examples/plugin-template',
      env: { PATH: process.env['PATH'] },
    });
    expect(stdout).toContain('# fail 0');
    expect(stdout).toMatch(/# pass [1-9]/);
  });
});

describe('types of the plugin interface', () => {
  const check = () => run('node_modules/.bin/tsc', ['-p', 'examples/plugin-template/jsconfig.json']);

  it('accept the template', async () => expect(await check()).toMatchObject({ stdout: '' }));

  it('reject an invalid outcome', async () => {
    const file = join(home, 'wrong.mjs');
    const lines = [
      "/** @type {import('tocsin/plugin').PluginOutcome} */",
      "export const one = { outcome: 'EVNT' };",
    ];
    writeFileSync(file, lines.join('\n'));
    const paths = { 'tocsin/plugin': [join(CHECKOUT, 'dist/libs/senders/src/plugin-api/plugin.d.ts')] };
    const compilerOptions = {
      module: 'nodenext',
      checkJs: true,
      strict: true,
      noEmit: true,
      types: [],
      paths,
    };
    writeFileSync(join(home, 'jsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    await expect(run('node_modules/.bin/tsc', ['-p', join(home, 'jsconfig.json')])).rejects.toMatchObject({
      stdout: expect.stringContaining('"EVNT"'),
    });
  });
});

const SIGNING = `
  export const plugins = [{ plugin_id: 'acme', version: '1.0.0', name: 'Acme', provider: 'acme', docs: '# Acme',
    optionsSchema: { type: 'object', properties: { token: { type: 'string' } }, additionalProperties: false },
    samples: [],
    recognises: ({ body }) => (body?.acme === true ? 1 : 0),
    authenticate: ({ headers, body }, { token }) =>
      headers['x-acme'] === token + body.length ? undefined : 'x-acme is missing or wrong',
    parse: ({ body }) => [{ outcome: 'EVENT', event: { event_key: 'k', title: 't', raw_data: body, pointer: '' } }] }];`;

describe('a plugin of a package', () => {
  it('authenticates deliveries by its own check of their bytes, and is recognised by auto', async () => {
    const file = join(home, 'acme.mjs');
    writeFileSync(file, SIGNING);
    const api = await startApi({ PLUGINS: file });
    try {
      const plugin_info = { plugin_id: 'acme', options: { token: 'T' } };
      const body = { name: 'acme', project_id: 'p1', domain_id: 'd1', plugin_info };
      const { webhook_url } = (await api.call('POST', '/monitoring/v1/webhooks', { body })).body;
      const path = new URL(String(webhook_url), 'http://localhost').pathname;
      const post = (headers: Record<string, string>) =>
        api.call('POST', path, { body: '{ "acme": true }', key: null, headers });
      expect(await post({})).toMatchObject({
        status: 401,
        body: { detail: expect.stringContaining('x-acme is missing or wrong') },
      });
      expect((await post({ 'x-acme': 'T15' })).status).toBe(401);
      expect((await post({ 'x-acme': 'T16' })).status).toBe(202);
      const preview = '/monitoring/v1/plugin/auto/preview';
      const previewed = await api.call('POST', preview, { body: { acme: true } });
      expect(previewed.body['outcomes']).toMatchObject([
        { outcome: 'EVENT', event: { additional_info: { auto: { recognised: 'acme', sure: 1 } } } },
      ]);
    } finally {
      await api.close();
    }
  });
});

describe('PLUGINS', () => {
  it('takes the name of a package that is installed', async () => {
    symlinkSync(join(home, LIGHTHOUSE), INSTALLED);
    const { stdout } = await run(process.execPath, ['dist/tools/plugin.js', LIGHTHOUSE]);
    expect(stdout).toContain('lighthouse 1.0.0 passes');
  });

  it('loads a plugin in the API, so that a webhook can use it', async () => {
    const api = await startApi({ PLUGINS: join(home, LIGHTHOUSE, 'plugin.js') });
    try {
      const body = {
        name: 'lamps',
        project_id: 'coast',
        domain_id: 'd1',
        plugin_info: { plugin_id: 'lighthouse' },
      };
      const created = await api.call('POST', '/monitoring/v1/webhooks', { body });
      expect(created).toMatchObject({ status: 201, body: { version: '1.0.0' } });
    } finally {
      await api.close();
    }
  });

  it('prevents the start of a process if a package cannot be loaded, and names it', async () => {
    const database = await createTestDatabase();
    try {
      await expect(startWorker({ DATABASE_URL: database.url, PLUGINS: '@acme/nobody' })).rejects.toThrow(
        'PLUGINS: @acme/nobody cannot be loaded',
      );
    } finally {
      await database.drop();
    }
    expect(() => loadConfig({ PLUGINS: 'a b' }, 'api')).toThrow('PLUGINS must be package names');
  });
});
