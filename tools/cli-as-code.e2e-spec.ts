import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, SECRETS, startAsCode, type AsCode } from '#test/as-code.js';
import { runCliBatch } from '#test/cli.js';
import { startCuttingProxy } from '#test/cutting-proxy.js';
import { rootApiKey } from '#test/processes.js';

let code: AsCode;
beforeAll(async () => void (code = await startAsCode()));
afterAll(() => code?.close());

const file: AsCode['file'] = (...args) => code.file(...args);
const run: AsCode['run'] = (...args) => code.run(...args);
const fine: AsCode['fine'] = (...args) => code.fine(...args);

describe('tocsin export, diff and apply', () => {
  it('makes everything from nothing, gives it back byte for byte, and then has nothing to do', async () => {
    const path = await file('everything.yaml', EVERYTHING);
    expect(await fine('first', ['diff', '-f', path], 2)).toContain('15 to add, 0 to change');
    const applied = await fine('first', ['apply', '-f', path, '--yes']);
    expect(applied).toContain('+ webhook checkout/alertmanager-fra');
    expect(applied).toContain('15 added');
    expect(applied).not.toMatch(/secret-/);
    // The last words: no heartbeat that the service created for the webhook is told as not in the files.
    expect(await fine('first', ['diff', '-f', path])).toMatch(/^0 to add, 0 to change, 15 unchanged\n$/);

    const exported = await fine('first', ['export']);
    expect(exported).toContain('domain: first\n');
    expect(exported).not.toMatch(/secret-/);
    const again = await file('exported.yaml', exported);
    // Without any variable: all secrets are stored.
    const kept = await run('first', ['apply', '-f', again, '--yes'], {});
    expect(kept).toMatchObject({ code: 0, err: '' });
    expect(kept.out).toContain('0 to add, 0 to change, 15 unchanged');

    const elsewhere = await file('elsewhere.yaml', exported.replaceAll('domain: first', 'domain: second'));
    const missing = await run('second', ['apply', '-f', elsewhere, '--yes'], {});
    expect(missing.code).toBe(1);
    expect(missing.err.match(/:\d+:\d+: the environment variable \w+ is not set/g)).toHaveLength(3);
    const names = [...missing.err.matchAll(/variable (\w+) is/g)].map(([, name = '']) => name);
    const headers = exported.replace(/headers: .*/, `headers: { X-Token: a }`);
    const values = Object.fromEntries(
      names.map((name) => [name, name.includes('ICAL') ? SECRETS.ICAL : 'a-long-secret']),
    );
    const second = await file('second.yaml', headers.replaceAll('domain: first', 'domain: second'));
    const moved = await run('second', ['apply', '-f', second, '--yes'], values);
    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(await fine('second', ['export'])).toBe(exported.replaceAll('domain: first', 'domain: second'));
  });

  it('exports only what differs from the defaults of the service', async () => {
    const url = JSON.stringify({ url: 'https://1.1.1.1/a' });
    const project = ['--project', 'p'];
    await fine('plain', ['webhooks', 'create', 'plain', '--plugin', 'prometheus', ...project]);
    await fine('plain', [
      'subscriptions',
      'create',
      'plain',
      '--protocol',
      'webhook',
      '--options',
      url,
      ...project,
    ]);
    const conditions = ['--source', 'rule = a', '--target', 'rule = b'];
    await fine('plain', ['inhibitions', 'create', 'plain', ...conditions, ...project]);
    expect(await fine('plain', ['export', '--project', 'p'])).toBe(`domain: plain
project: p
inhibitions:
  plain:
    source: rule = "a"
    target: rule = "b"
webhooks:
  plain:
    plugin: prometheus
subscriptions:
  plain:
    protocol: webhook
    options:
      url: https://1.1.1.1/a
`);
  });

  it('changes field by field, restores defaults, and leaves what no file has', async () => {
    const before = await file(
      'before.yaml',
      `project: p\nsubscriptions:\n  a: { protocol: webhook, options: { url: https://1.1.1.1/a }, filter: rule = x, timezone: Europe/Berlin }\n  b: { protocol: webhook, options: { url: https://1.1.1.1/b } }\nquotas: { email: { day: 1 } }\n`,
    );
    await fine('change', ['apply', '-f', before, '--yes']);
    const after = await file(
      'after.yaml',
      `project: p\nsubscriptions:\n  a: { protocol: webhook, options: { url: https://1.1.1.1/c }, filter: rule = y }\n`,
    );
    const diff = await fine('change', ['diff', '-f', after], 2);
    expect(diff).toContain('~ subscription p/a');
    expect(diff).toContain('options.url: "https://1.1.1.1/a" → "https://1.1.1.1/c"');
    expect(diff).toContain('filter: rule = "x" → rule = "y"');
    expect(diff).toContain('timezone: "Europe/Berlin" → "UTC"');
    expect(diff).toContain('0 to add, 1 to change, 0 unchanged, 1 not in the files');
    const shown = await run('change', ['apply', '-f', after]);
    expect(shown).toMatchObject({ code: 2, err: expect.stringContaining('nothing was changed') as string });
    const applied = await fine('change', ['--json', 'apply', '-f', after, '--yes']);
    expect(JSON.parse(applied)).toMatchObject({
      added: 0,
      changed: 1,
      conflicts: [],
      not_in_files: [{ section: 'subscriptions', project: 'p', name: 'b' }],
    });
    const left = await fine('change', ['export']);
    expect(left).toContain('url: https://1.1.1.1/c');
    expect(left).not.toContain('Europe/Berlin');
    expect(left).toContain('https://1.1.1.1/b');
    expect(left).toContain('quotas:');
    // It is no difference: the exit code is 0.
    const [, command = ''] = / is not in the files; delete it with: tocsin (.*)/.exec(
      await fine('change', ['apply', '-f', after, '--yes']),
    ) ?? [''];
    await fine('change', command.split(' '));
    expect(await fine('change', ['diff', '-f', after])).toBe('0 to add, 0 to change, 1 unchanged\n');
  });

  it('tells of what a file refers to and does not exist, and of wrong options, with exit code 1', async () => {
    const path = await file(
      'wrong.yaml',
      `project: p\nsubscriptions:\n  jane: { protocol: webhook, options: { url: https://1.1.1.1/a } }\nheartbeats:\n  nothing/backup: { expect_every: 1d }\non_call:\n  db: { timezone: UTC, members: [{ name: Jane, subscription: jnae }], rotation: { shift: 1d, handoff: { time: '09:00' } } }\n`,
    );
    const { code: exit, err } = await run('wrong', ['diff', '-f', path]);
    expect(exit).toBe(1);
    expect(err).toMatch(/wrong\.yaml:5:3: webhook "nothing" is in no file, and does not exist/);
    expect(err).toMatch(
      /wrong\.yaml:7:62: subscription "jnae" is in no file, and does not exist; did you mean jane\?/,
    );
    expect(await run('wrong', ['diff', '-f', path, '--wrong'])).toMatchObject({ code: 1 });
    expect(await run('wrong', ['diff', '-f', join(code.folder, 'absent')])).toMatchObject({ code: 1 });
  });

  it('leaves what somebody changed meanwhile, tells it, and overwrites it with --force', async () => {
    const text = (day: number) => `quotas: { email: { day: ${day} }, sms: { day: ${day} } }\n`;
    await fine('conflict', ['apply', '-f', await file('one.yaml', text(1)), '--yes']);
    const path = await file('two.yaml', text(2));
    // Between comparison and change, somebody changes the first quota.
    const proxy = await startCuttingProxy({
      target: code.api.url,
      before: async (index) => {
        if (index === 1) await fine('conflict', ['quotas', 'update', 'email', '--day', '77']);
      },
    });
    const outcome = await run('conflict', ['apply', '-f', path, '--yes'], { TOCSIN_URL: proxy.url });
    await proxy.close();
    expect(outcome).toMatchObject({
      code: 1,
      err: expect.stringMatching(/conflict: quota email: .*\n +day: 1 → 2/) as string,
    });
    expect(outcome.out).toContain('1 changed');
    expect(await fine('conflict', ['export'])).toMatch(/email:\n +day: 77\n +sms:\n +day: 2/);
    expect(await fine('conflict', ['apply', '-f', path, '--yes', '--force'])).toContain('1 changed');
    expect(await fine('conflict', ['diff', '-f', path])).toContain('2 unchanged');
  });

  it('cut at any request, ends in the same state by the next apply', async () => {
    const path = await file('cut.yaml', EVERYTHING);
    await fine('whole', ['apply', '-f', path, '--yes']);
    const expected = (await fine('whole', ['export'])).replaceAll(/starts_on: .*/g, '');
    let isCut = true;
    for (let index = 1; isCut; index += 1) {
      const domain = `cut-${index}`;
      const proxy = await startCuttingProxy({ target: code.api.url, cutAt: index });
      const env = { ...SECRETS, TOCSIN_URL: code.api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: domain };
      const apply = ['apply', '-f', path, '--yes'];
      const [cut, mended, exported] = await runCliBatch([
        { args: apply, env: { ...env, TOCSIN_URL: proxy.url } },
        { args: apply, env },
        { args: ['export'], env },
      ]);
      await proxy.close();
      isCut = cut?.code !== 0;
      if (isCut)
        expect(cut?.err).toMatch(/\d+ changes were made and \d+ were not; the next apply goes on with them/);
      expect(mended).toMatchObject({ code: 0, err: '' });
      expect(exported?.out.replaceAll(/starts_on: .*/g, '')).toBe(
        expected.replaceAll('domain: whole', `domain: ${domain}`),
      );
      if (!isCut) expect(index).toBeGreaterThan(15);
    }
  }, 240_000);

  it('compares 1,000 records within 3 seconds', async () => {
    const numbers = Array.from({ length: 500 }, (_, at) => at);
    const webhooks = numbers
      .map((at) => `  w${at}: { plugin: prometheus, labels: { n: "${at}" } }\n`)
      .join('');
    const subscriptions = numbers
      .map(
        (at) =>
          `  s${at}: { protocol: webhook, options: { url: https://1.1.1.1/${at} }, filter: labels.n = "${at}" }\n`,
      )
      .join('');
    const path = await file(
      'many.yaml',
      `project: p\nwebhooks:\n${webhooks}subscriptions:\n${subscriptions}`,
    );
    await fine('many', ['apply', '-f', path, '--yes']);
    const began = performance.now();
    expect(await fine('many', ['diff', '-f', path])).toContain('1000 unchanged');
    expect(performance.now() - began).toBeLessThan(3_000);
  }, 120_000);

  it('publishes the schema of the files', async () => {
    const response = await fetch(`${code.api.url}/config/schema.json`);
    expect(response.headers.get('content-type')).toContain('application/schema+json');
    expect(await response.json()).toMatchObject({
      properties: { webhooks: { type: 'object' }, on_call: {} },
    });
  });
});
