import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { rootApiKey, startApi, type AppUnderTest } from '#test/processes.js';

let database: TestDatabase;
let api: AppUnderTest;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({
    databaseUrl: database.url,
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Tocsin <tocsin@example.com>' },
  });
  folder = await mkdtemp(join(tmpdir(), 'tocsin-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api?.stop();
  await database?.drop();
});

const run = (
  domain: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
) => runCli(args, { TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: domain, ...env }, input);

/** A value for each variable of a file, as the protocol of the name wants it. */
function fillIn(text: string): Readonly<Record<string, string>> {
  const names = [...text.matchAll(/^# ([A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.map((name) => [
      name,
      name.endsWith('KEY') ? '0123456789abcdef0123456789abcdef' : `https://1.1.1.1/${name}`,
    ]),
  );
}

describe('an imported file', () => {
  it.each([
    ['alertmanager', 'cluster.yml'],
    ['alertmanager', 'services.yml'],
    ['alertmanager', 'matrix.yml'],
    ['grafana', 'grafana.yml'],
    ['pagerduty', 'pagerduty.json'],
    ['opsgenie', 'opsgenie.json'],
  ])('of %s %s is applied as it is, and then there is nothing to do', async (source, name) => {
    const domain = name.replace('.', '-');
    const made = await run(domain, ['import', source, `test/moving/${name}`, '--project', 'shop']);
    expect(made.code, made.err).toBe(0);
    expect(made.err).toMatch(/^\d+ as before, \d+ changed, \d+ not taken over$/m);
    const path = join(folder, `${name}.yaml`);
    // Names of hosts are looked up when a subscription is made.
    await writeFile(path, made.out.replaceAll('api.eu.opsgenie.com', '1.1.1.1'));
    const env = fillIn(made.out);
    const unset = await run(domain, ['diff', '-f', path]);
    expect(unset.code).toBe(Object.keys(env).length > 0 ? 1 : 2);
    const applied = await run(domain, ['apply', '-f', path, '--yes'], env);
    expect(applied.err).toBe('');
    expect(applied.code).toBe(0);
    const again = await run(domain, ['diff', '-f', path], env);
    expect(again.code, again.out + again.err).toBe(0);
  });
});

describe('the command', () => {
  it('reads standard input, and refuses what is no source', async () => {
    const text = 'route: { receiver: a }\nreceivers: [{ name: a }]\n';
    const fine = await run('d', ['import', 'alertmanager', '-'], {}, text);
    expect(fine).toMatchObject({ code: 0, out: '{}\n' });
    expect(fine.err).toContain('✓ the root route: the receiver a tells nobody');
    const bad = await run('d', ['import', 'alertmanager', '-'], {}, 'route: {}');
    expect(bad).toMatchObject({ code: 2, out: '' });
    expect(bad.err).toContain('-:1:1: expected an Alertmanager configuration');
    for (const args of [['pagerduty'], ['opsgenie', 'x.json', '--key-env', 'KEY']]) {
      const { code, err } = await run('d', ['import', ...args]);
      expect(code).toBe(2);
      expect(err).toContain('give files with exports, or --key-env');
    }
    const other = await run('d', ['import', 'pagerduty', 'test/moving/grafana.yml']);
    expect(other).toMatchObject({ code: 2 });
    expect(other.err).toContain('expected an export with one of the lists services, users');
    const unset = await run('d', ['import', 'pagerduty', '--key-env', 'PD_KEY']);
    expect(unset).toMatchObject({ code: 2 });
    expect(unset.err).toContain('the environment variable PD_KEY is not set');
  });

  it('still prints what a configuration of Alertmanager needs to send to the service', async () => {
    const { code, out } = await run('d', ['import', 'test/moving/matrix.yml']);
    expect(code).toBe(0);
    expect(out).toContain('# Add to receivers (there are 5):');
  });
});
