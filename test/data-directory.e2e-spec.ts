import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { call, type CreatedWebhook } from './client.js';
import { findCommand } from './docs-commands.js';
import { createTestFolder } from './folder.js';
import { freePort } from './ports.js';
import { startTocsin } from './tocsin.js';

const run = promisify(execFile);
const PAGE = 'docs/operations/backup.md';

describe('a copy of the data directory', () => {
  it('is a complete backup of a stopped service', async () => {
    const folder = await createTestFolder('copy');
    const env = { PORT: String(await freePort()), HOST: '127.0.0.1' };
    const url = `http://127.0.0.1:${env.PORT}`;
    const during = async (DATA_DIR: string, work: (headers: Record<string, string>) => Promise<void>) => {
      const tocsin = startTocsin({ ...env, DATA_DIR });
      try {
        await tocsin.waitUntilReady();
        const key = (await readFile(join(DATA_DIR, 'root-api-key'), 'utf8')).trim();
        await work({ authorization: `Bearer ${key}` });
      } finally {
        tocsin.signal('SIGINT');
        await tocsin.exit;
      }
    };
    const first = join(folder.path, 'first');
    let copy = '';
    let path = '';
    try {
      await during(first, async (headers) => {
        const body = { name: 'w', project_id: 'p', domain_id: 'demo', plugin_info: { plugin_id: 'direct' } };
        const made = await call<CreatedWebhook>('POST', `${url}/monitoring/v1/webhooks`, body, headers);
        path = new URL(made.body.webhook_url).pathname;
        expect(
          (await call('POST', url + path, { event_key: 'k1', title: 'T' }, { prefer: 'wait=10' })).status,
        ).toBe(200);
      });
      const { stdout: today } = await run('date', ['+%F']);
      await run('bash', [
        '-c',
        findCommand('cp -a .tocsin', PAGE, { '.tocsin': first, '/backup': folder.path }),
      ]);
      copy = join(folder.path, `tocsin-${today.trim()}`);
      await rm(first, { recursive: true });
      await during(copy, async (headers) => {
        expect(
          (await call('POST', url + path, { event_key: 'k2', title: 'T' }, { prefer: 'wait=10' })).status,
        ).toBe(200);
        const { body } = await call<{ results: { event_key: string }[] }>(
          'GET',
          `${url}/monitoring/v1/events?domain_id=demo`,
          undefined,
          headers,
        );
        expect(body.results.map(({ event_key }) => event_key).toSorted()).toEqual(['k1', 'k2']);
      });
    } finally {
      await folder.remove();
    }
  });
});
