import { spawn } from 'node:child_process';
import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { builtFile, checkout } from '../tools/start/checkout.js';
import { call } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startApi, type AppUnderTest } from './processes.js';

type Variables = Readonly<Record<string, string>>;

/** What a job of a pipeline runs. */
interface Job {
  readonly env: Variables;
  readonly scripts: readonly string[];
}

const INSTALL = './install-cli';

/** Returns a job of the workflow of GitHub, with its expressions replaced. */
async function readGithubJob(name: string, given: Variables): Promise<Job> {
  const source = await readFile(join(checkout(), 'examples/gitops/.github/workflows/tocsin.yml'), 'utf8');
  const filled = source.replaceAll(/\$\{\{ (?:vars|secrets)\.(\w+) \}\}/g, (_, variable: string) =>
    valueOf(given, variable),
  );
  expect(filled).not.toContain('${{');
  const workflow = parse(filled) as {
    readonly env: Variables;
    readonly jobs: Readonly<Record<string, { env: Variables; steps: { run?: string }[] }>>;
  };
  const { env = {}, steps = [] } = workflow.jobs[name] ?? {};
  return { env: { ...workflow.env, ...env }, scripts: steps.flatMap(({ run }) => run ?? []) };
}

interface GitlabJob {
  readonly extends?: string;
  readonly variables?: Variables;
  readonly script?: readonly string[];
  readonly before_script?: readonly string[];
}

/** Returns a job of the pipeline of GitLab, with its variables replaced. Variables of the project are in the environment too. */
async function readGitlabJob(name: string, given: Variables): Promise<Job> {
  const source = await readFile(join(checkout(), 'examples/gitops/.gitlab-ci.yml'), 'utf8');
  const pipeline = parse(source) as Readonly<Record<string, GitlabJob>>;
  const job = pipeline[name] ?? {};
  const base = pipeline[job.extends ?? ''] ?? {};
  const variables = Object.entries({ ...base.variables, ...job.variables }).map(([variable, value]) => [
    variable,
    value.replaceAll(/\$(\w+)/g, (_, other: string) => valueOf(given, other)),
  ]);
  const scripts = [...(pipeline['default']?.before_script ?? []), ...(job.script ?? [])];
  return { env: { ...Object.fromEntries(variables), ...given } as Variables, scripts };
}

function valueOf(given: Variables, name: string): string {
  const value = given[name];
  if (value === undefined) throw new Error(`the guide does not say that ${name} has to be set`);
  return value;
}

let database: TestDatabase;
let api: AppUnderTest;
let bin: TestFolder;

beforeAll(async () => {
  database = await createTestDatabase();
  [api, bin] = await Promise.all([startApi({ databaseUrl: database.url }), createTestFolder('bin')]);
  const cli = join(bin.path, 'tocsin');
  await writeFile(cli, `#!/bin/sh\nexec '${process.execPath}' '${builtFile('tools/tocsin.js')}' "$@"\n`);
  await chmod(cli, 0o755);
});
afterAll(async () => {
  await api?.stop();
  await bin?.remove();
  await database?.drop();
});

const createKey = async (domain_id: string, role: string) => {
  const url = `${api.url}/identity/v1/api-keys`;
  return (await call<{ api_key: string }>('POST', url, { user_id: role, domain_id, role })).body.api_key;
};

describe.each([
  ['GitHub', readGithubJob],
  ['GitLab', readGitlabJob],
])('examples/gitops on %s', (forge, readJob) => {
  const domain = `gitops-${forge.toLowerCase()}`;
  let folder: TestFolder;
  /** What the guide says to set. Secrets are only there for `apply`. */
  let variables: Variables;
  let secrets: Variables;

  beforeAll(async () => {
    folder = await createTestFolder(domain);
    await cp(join(checkout(), 'examples/gitops'), folder.path, { recursive: true });
    const [TOCSIN_VIEWER_KEY, TOCSIN_MEMBER_KEY] = [
      await createKey(domain, 'VIEWER'),
      await createKey(domain, 'MEMBER'),
    ];
    variables = { TOCSIN_URL: api.url, TOCSIN_REPOSITORY: 'r', TOCSIN_VERSION: 'v', TOCSIN_VIEWER_KEY };
    secrets = {
      ...{ TOCSIN_MEMBER_KEY, CHAT_TOKEN: 'secret-of-the-chat' },
      ...{ PAGERDUTY_KEY_JANE: 'j'.repeat(32), PAGERDUTY_KEY_MAX: 'm'.repeat(32) },
    };
    const guide = await readFile(join(folder.path, 'README.md'), 'utf8');
    for (const name of ['TOCSIN_URL', 'TOCSIN_VIEWER_KEY', 'TOCSIN_MEMBER_KEY', 'CHAT_TOKEN'])
      expect(guide).toContain(name);
  });
  afterAll(() => folder?.remove());

  /** Runs what a job runs, but for the installation of the command line. */
  async function run(name: 'plan' | 'apply' | 'drift') {
    const given = name === 'apply' || forge === 'GitHub' ? { ...variables, ...secrets } : variables;
    const { env, scripts } = await readJob(name, given);
    expect(scripts[0]).toBe(INSTALL);
    const summary = join(bin.path, `summary-${domain}-${name}`);
    await writeFile(summary, '');
    const child = spawn(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', scripts.slice(1).join('\n')],
      {
        cwd: folder.path,
        env: { PATH: `${bin.path}:${process.env['PATH'] ?? ''}`, GITHUB_STEP_SUMMARY: summary, ...env },
      },
    );
    const code = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const printed = out + err;
    for (const secret of Object.values(secrets)) expect(printed).not.toContain(secret);
    return { code: await code, printed, summary: await readFile(summary, 'utf8') };
  }

  it(
    'shows what a change would do, makes it, and finds what was changed by hand',
    { timeout: 120_000 },
    async () => {
      const planned = await run('plan');
      expect(planned).toMatchObject({
        code: 0,
        printed: expect.stringContaining('+ escalation checkout/checkout is down') as string,
      });
      expect(planned.printed).toMatch(/^9 to add, 0 to change, 0 unchanged/m);
      if (forge === 'GitHub') expect(planned.summary).toContain('9 to add');
      expect(await run('drift')).toMatchObject({ code: 2 });
      expect(await run('apply')).toMatchObject({
        code: 0,
        printed: expect.stringContaining('9 added') as string,
      });
      expect(await run('drift')).toMatchObject({
        code: 0,
        printed: expect.stringContaining('9 unchanged') as string,
      });

      const file = join(folder.path, 'config/domain.yaml');
      const before = await readFile(file, 'utf8');
      await writeFile(file, before.replace('severity >= WARNING', 'severity >= ERROR'));
      const changed = await run('plan');
      expect(changed).toMatchObject({
        code: 0,
        printed: expect.stringContaining('~ subscription team-chat') as string,
      });
      expect(changed.printed).toContain('0 to add, 1 to change, 8 unchanged');
      expect(await run('apply')).toMatchObject({
        code: 0,
        printed: expect.stringContaining('1 changed') as string,
      });
      await writeFile(file, before);
      const drifted = await run('drift');
      expect(drifted).toMatchObject({ code: 2, printed: expect.stringContaining('team-chat') as string });
    },
  );

  it('fails for a mistake in a file, with its place, before anything is changed', async () => {
    const file = join(folder.path, 'config/checkout.yaml');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace('fallback: team-chat', 'fallback: team-chatt'));
    for (const job of ['plan', 'apply', 'drift'] as const) {
      const { code, printed } = await run(job);
      expect(code).toBe(1);
      expect(printed).toMatch(/config\/checkout\.yaml:\d+:\d+: .*team-chatt/);
    }
    await writeFile(file, before);
  });

  it('cannot apply with the key of the plan', async () => {
    const real = secrets;
    secrets = { ...secrets, TOCSIN_MEMBER_KEY: variables['TOCSIN_VIEWER_KEY'] ?? '' };
    const { code, printed } = await run('apply');
    secrets = real;
    expect(code).toBe(1);
    expect(printed).toContain('role');
  });
});

it('installs the command line by commands that the repository has', async () => {
  const script = await readFile(join(checkout(), 'examples/gitops/install-cli'), 'utf8');
  const { scripts } = JSON.parse(await readFile(join(checkout(), 'package.json'), 'utf8')) as {
    scripts: object;
  };
  for (const [, name] of script.matchAll(/^npm run (\S+)$/gm)) expect(scripts).toHaveProperty([name ?? '']);
  expect(script).toContain('npm ci');
});
