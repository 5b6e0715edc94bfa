import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCliBatch } from '#test/cli.js';
import { startCliService, type CliService } from '#test/cli-service.js';
import { rootApiKey } from '#test/processes.js';

let service: CliService;
let env: CliService['env'];
let webhook: string;

beforeAll(async () => {
  service = await startCliService();
  ({ env, webhook } = service);
});
afterAll(() => service?.stop());

const run: CliService['run'] = (...args) => service.run(...args);
const json = <T = Record<string, unknown>>(...args: string[]) => service.json<T>(...args);

/** Runs the commands and returns their exit codes and error output. */
async function runAll(calls: readonly string[][], given: Record<string, string>) {
  const outcomes = await runCliBatch(calls.map((args) => ({ args, env: given })));
  return outcomes.map(({ code, err }, index) => ({ args: calls[index], code, err }));
}
const expectAll = (calls: readonly string[][], code: number, text: string) =>
  calls.map((args) => ({ args, code, err: expect.stringContaining(text) as string }));

describe('error handling of tocsin', () => {
  /** Every command that sends a request, with its required arguments. */
  const id = (kind: string) => `${kind}_01kagexvhve0ya7d9z5kq5nh3m`;
  const commands = [
    'keys create --user u',
    'keys list',
    'keys whoami',
    `keys get ${id('api_key')}`,
    `keys enable ${id('api_key')}`,
    `keys disable ${id('api_key')}`,
    `keys delete ${id('api_key')}`,
    `keys rotate ${id('api_key')}`,
    'webhooks create n --plugin auto --project p',
    'webhooks list',
    `webhooks get ${id('webhook')}`,
    `webhooks verify ${id('webhook')}`,
    `webhooks preview ${id('webhook')} package.json`,
    `webhooks update ${id('webhook')} --name n`,
    `webhooks enable ${id('webhook')}`,
    `webhooks disable ${id('webhook')}`,
    `webhooks delete ${id('webhook')}`,
    'plugins list',
    'plugins show auto',
    `send prometheus --webhook ${id('webhook')}`,
    'events search',
    `events get ${id('event')}`,
    'events stat',
    'events tail',
    'alerts list',
    `alerts get ${id('alert')}`,
    'quarantine list',
    `quarantine get ${id('delivery')}`,
    `quarantine show ${id('delivery')}`,
    `quarantine replay ${id('delivery')}`,
    `replays get ${id('replay')}`,
    `replays cancel ${id('replay')}`,
    'quotas list',
    'quotas create p --day 1',
    `quotas get ${id('quota')}`,
    `quotas update ${id('quota')} --day 1`,
    `quotas simulate ${id('quota')} --day 1`,
    `quotas delete ${id('quota')}`,
    `quotas usage ${id('quota')}`,
    'quotas consume p',
    `quotas release ${id('consumption')}`,
  ].map((line) => line.split(' '));

  it('rejects an invalid key in every command', async () => {
    expect(await runAll(commands, { ...env, TOCSIN_KEY: 'nobody' })).toEqual(
      expectAll(commands, 4, 'TOCSIN_KEY'),
    );
  });

  it('rejects another domain in every command', async () => {
    const key = String((await json('keys', 'create', '--user', 'u-2'))['api_key']);
    // Plugins do not belong to a domain, and `whoami` takes none.
    const elsewhere = commands
      .filter(([group, verb]) => group !== 'plugins' && verb !== 'whoami')
      .map((args) => [...args, '--domain', 'other']);
    expect(await runAll(elsewhere, { ...env, TOCSIN_KEY: key })).toEqual(expectAll(elsewhere, 4, ''));
  });

  it('reports an unreachable server in every command', async () => {
    const nowhere = { ...env, TOCSIN_URL: 'http://127.0.0.1:4' };
    expect(await runAll(commands, nowhere)).toEqual(expectAll(commands, 3, 'cannot be reached'));
  });

  it('rejects an unknown flag in every command', async () => {
    const odd = [...commands, ['doctor'], ['import', 'x']].map((args) => [...args, '--nonsense']);
    expect(await runAll(odd, env)).toEqual(expectAll(odd, 2, '--nonsense'));
  });

  it('explains a missing record, a missing domain and invalid values', async () => {
    expect(await run(['webhooks', 'get', id('webhook')])).toMatchObject({ code: 5 });
    expect(await run(['events', 'searhc'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean search?') as string,
    });
    expect(await run(['events', 'stat', '--since', 'never'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('24h') as string,
    });
    const { TOCSIN_DOMAIN: _, ...nowhere } = env;
    expect(await run(['events', 'search'], nowhere)).toMatchObject({
      code: 6,
      err: expect.stringContaining('--domain') as string,
    });
    expect(await run(['keys', 'list'], nowhere)).toMatchObject({
      code: 6,
      err: expect.stringContaining('--domain') as string,
    });
    expect(await run(['keys', 'list', '--url', 'ftp://x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('http://') as string,
    });
    expect(await run(['webhooks', 'preview', webhook, 'nowhere.json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be read') as string,
    });
  });

  it('explains what the role or the domain of a key does not allow', async () => {
    const create = async (...more: string[]) => {
      const made = await json('keys', 'create', '--user', 'u-3', ...more);
      return { HOME: service.home, TOCSIN_URL: service.url, TOCSIN_KEY: String(made['api_key']) };
    };
    const [member, viewer] = [await create(), await create('--role', 'VIEWER')];
    // A key of a domain implies that domain.
    expect(await run(['events', 'list'], member)).toMatchObject({ code: 0 });
    const whoami = await run(['--json', 'keys', 'whoami'], viewer);
    expect(JSON.parse(whoami.out)).toMatchObject({ root: false, domain_id: 'demo', role: 'VIEWER' });
    const denied = await run(['webhooks', 'disable', webhook], viewer);
    expect(denied).toMatchObject({
      code: 4,
      err: expect.stringContaining('of role VIEWER may not') as string,
    });
    expect(denied.err).toContain('ADMIN or MEMBER');
    expect(denied.err).toContain('keys whoami');
    const elsewhere = await run(['webhooks', 'list', '--domain', 'shop'], member);
    expect(elsewhere.code).toBe(4);
    expect(elsewhere.err).toContain('of the domain demo');
    expect(elsewhere.err).toContain('Leave out --domain');
  });

  it('explains that a webhook is disabled or a name is taken', async () => {
    const plugin = ['--plugin', 'prometheus', '--project', 'shop'];
    const { webhook_id } = await json('webhooks', 'create', 'refusing', ...plugin);
    await json('webhooks', 'disable', String(webhook_id));
    const refused = await run(['send', 'prometheus', '--webhook', String(webhook_id)]);
    expect(refused).toMatchObject({ code: 6, out: '' });
    expect(refused.err).toMatch(/^error: This webhook is disabled[^{}]*\n.*tocsin webhooks enable/);
    const taken = await run(['webhooks', 'create', 'refusing', ...plugin]);
    expect(taken).toMatchObject({ code: 6, err: expect.stringContaining('Choose another name') as string });
  });

  it('rejects a profile that others can read', async () => {
    const path = join(service.home, 'profile.json');
    await writeFile(path, JSON.stringify({ url: service.url, key: rootApiKey, domain: 'demo' }), {
      mode: 0o600,
    });
    const home = { HOME: service.home, TOCSIN_PROFILE: path };
    expect(await run(['webhooks', 'get', webhook], home)).toMatchObject({ code: 0 });
    await chmod(path, 0o640);
    expect(await run(['keys', 'list'], home)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`chmod 600 ${path}`) as string,
    });
    await chmod(path, 0o600);
    await writeFile(path, '{"token":"x"}');
    expect(await run(['keys', 'list'], home)).toMatchObject({
      code: 2,
      err: expect.stringContaining('url, key, domain') as string,
    });
    expect(await run(['keys', 'list', '--profile', 'nowhere'], home)).toMatchObject({ code: 2 });
  });
});
