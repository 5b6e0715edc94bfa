import { expect } from 'vitest';
import { runCli } from './cli.js';
import { createTestFolder } from './folder.js';
import { rootApiKey } from './processes.js';
import { startService } from './service.js';

type Answer = Record<string, unknown>;

/** Starts API and worker with a webhook `am`, and returns a command line that is configured for them. */
export async function startCliService(settings: Readonly<Record<string, string>> = {}) {
  const folder = await createTestFolder('cli');
  const service = await startService(settings);
  const { api, databaseUrl } = service;
  const env = { TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: 'demo', HOME: folder.path };

  const run = (args: readonly string[], given: Record<string, string> = env, input = '') =>
    runCli(args, given, input);
  const fine = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await run(args);
    expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
    return out;
  };
  const json = async <T = Answer>(...args: string[]) => JSON.parse(await fine('--json', ...args)) as T;

  const plugin = ['--plugin', 'prometheus'];
  const created = await json('webhooks', 'create', 'am', ...plugin, '--project', 'shop', '--tag', 'a=b');
  expect(created).toMatchObject({ name: 'am', tags: { a: 'b' }, state: 'ENABLED' });
  return {
    databaseUrl,
    url: api.url,
    home: folder.path,
    env,
    webhook: String(created['webhook_id']),
    run,
    fine,
    json,
    stop: async () => {
      await service.stop();
      await folder.remove();
    },
  };
}

export type CliService = Awaited<ReturnType<typeof startCliService>>;
