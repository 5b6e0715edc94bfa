import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFiles } from './load-files.js';
import { formatProblem } from '#shared/as-code/positions.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function load(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const loaded = await loadFiles(folder);
  return { ...loaded, texts: loaded.problems.map((each) => formatProblem(each).slice(folder.length + 1)) };
}
const problemsOf = async (text: string): Promise<readonly string[]> => (await load({ 'a.yaml': text })).texts;

describe('files', () => {
  it('tell all mistakes at once, with file, line, column, what was expected, and the nearest name', async () => {
    const { texts } = await load({
      'a.yaml': `project: shop
webhoks: {}
webhooks:
  am: { plugin: prometheus, setings: {} }
  grafana: { labels: { a: 1 } }
subscriptions:
  on-call:
    protocol: webhook
    options: { url: "https://example.com" }
    filter: severity = ERROR
    kinds: [alert.opend]
`,
      'b.yaml': `project: shop
subscriptions:
  on-call: { protocol: webhook }
quotas:
  email: { day: many }
`,
    });
    expect(texts.join('\n')).toMatch(
      /a\.yaml:2:1: unknown key "webhoks"; expected one of .*did you mean webhooks\?/,
    );
    expect(texts.join('\n')).toMatch(/a\.yaml:4:29: unknown key "setings"; .*did you mean settings\?/);
    expect(texts).toContain('a.yaml:5:3: plugin is missing');
    expect(texts).toContain('a.yaml:5:27: expected a text, but found 1');
    expect(texts.join('\n')).toMatch(
      /a\.yaml:11:13: expected one of alert\.opened, .*did you mean alert\.opened\?/,
    );
    expect(texts).toContain(
      `b.yaml:3:3: duplicate name: subscription "on-call" is in ${join(folder, 'a.yaml')}:7 too`,
    );
    expect(texts).toContain('b.yaml:5:17: expected a whole number, but found a text');
    expect(texts).toHaveLength(7);
  });

  it('tell of each value that fits none of several types', async () => {
    const wrong = 'subscriptions:\n  a: { protocol: x, filter: 5 }\n  b: { protocol: x, filter: true }\n';
    expect(await problemsOf(wrong)).toEqual([
      'a.yaml:2:29: expected a text or a list, but found 5',
      'a.yaml:3:29: expected a text or a list, but found true',
    ]);
  });

  it('tell where a filter is wrong', async () => {
    expect(
      await problemsOf('subscriptions:\n  a: { protocol: webhook, filter: severity is ERROR }\n'),
    ).toEqual([
      expect.stringMatching(
        /^a\.yaml:2:35: the filter cannot be read: line 1, column 10: expected an operator/,
      ),
    ]);
  });

  it.each([
    [
      `inhibitions:\n  a: { source: rule = x, target: 'severity <= WARNING and (rule = a or rule = b)' }\n`,
      'a.yaml:2:34',
    ],
    [`inhibitions:\n  a: { source: rule = x or title = y, target: rule = b }\n`, 'a.yaml:2:16'],
  ])(
    'tell of alternatives in a filter that can have none, which would match more without them',
    async (text, place) => {
      expect(await problemsOf(text)).toEqual([
        expect.stringContaining(
          `${place}: the filter cannot be read: line 1, column 1: conditions cannot be joined by "or"`,
        ),
      ]);
    },
  );

  it('can omit what has a default inside an object too, as an export does', async () => {
    const text = (settings: string) =>
      `project: p\nwebhooks:\n  a: { plugin: auto, settings: { ${settings} } }\n`;
    expect(await problemsOf(text('flap: { count: 3 }'))).toEqual([]);
    expect(await problemsOf(text('flap: { window: 10m }, signature: { tolerance: 60 }'))).toEqual([]);
    expect(await problemsOf(text('heartbeat: {}'))).toEqual(['a.yaml:3:34: expect_every is missing']);
  });

  it('are none of a linked folder, which is refused by its name', async () => {
    mkdirSync(join(folder, '..data'));
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real/b.yaml'), 'quotas: {}\n');
    symlinkSync('..data', join(folder, '.hidden'));
    symlinkSync('real/b.yaml', join(folder, 'c.yaml'));
    expect(await problemsOf('quotas: {}\n')).toEqual([]);
    symlinkSync('real', join(folder, 'linked'));
    await expect(loadFiles(folder)).rejects.toThrow(/linked is a link to a folder, which is not read/);
  });

  it('tell where YAML is wrong, and of a key that is there twice', async () => {
    expect(await problemsOf('quotas:\n  email: { day: 1 }\n  email: { day: 2 }\n')).toEqual([
      'a.yaml:3:3: the key "email" is repeated',
    ]);
    expect(await problemsOf('quotas: [\n')).toHaveLength(1);
  });

  it('need a project for webhooks, one domain, and a time that stays', async () => {
    expect(await problemsOf('webhooks:\n  a: { plugin: auto }\n')).toEqual([
      'a.yaml:1:1: project is missing: a webhook needs one',
    ]);
    expect(await problemsOf('domain: a\n---\ndomain: b\n')).toEqual([
      'a.yaml:3:9: expected a, the domain of the other files',
    ]);
    expect(
      await problemsOf('silences:\n  a: { filter: "rule = x", ends_at: now + 2h, reason: r }\n'),
    ).toEqual(['a.yaml:2:37: expected a time like 2026-11-28T21:00:00Z']);
  });

  it('take durations for seconds', async () => {
    expect(
      await problemsOf('project: p\nwebhooks:\n  a: { plugin: auto, settings: { stale_after: 2d } }\n'),
    ).toEqual([]);
    expect(
      await problemsOf('project: p\nwebhooks:\n  a: { plugin: auto, settings: { stale_after: [2] } }\n'),
    ).toEqual(['a.yaml:3:47: expected a whole number or a text, but found a list']);
  });

  it('read variables from the environment and from files, and remember those that have no value', async () => {
    vi.stubEnv('TOKEN_A', 'secret-a');
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(join(folder, 'secrets/b'), 'secret-b\n');
    const text = (value: string) => `    ${value}\n`;
    const { records, problems } = await load({
      'a.yaml': [
        'subscriptions:\n  a:\n    protocol: slack\n    options:\n',
        text('  token: x-${TOKEN_A}'),
        text('  other: ${file:secrets/b}'),
        text('  plain: a $${b}'),
        text('  absent: ${TOKEN_C}'),
        text('  wrong: ${a-b}'),
      ].join(''),
    });
    expect(problems).toEqual([]);
    expect(records[0]?.terms['options']).toEqual({
      token: 'x-secret-a',
      other: 'secret-b',
      plain: 'a ${b}',
      absent: '***',
      wrong: '***',
    });
    expect(records[0]?.missing).toEqual([
      { path: ['options', 'absent'], text: 'the environment variable TOKEN_C is not set' },
      { path: ['options', 'wrong'], text: expect.stringContaining('"a-b"') as string },
    ]);
  });

  it('tell of a variable without a value where no secret can stand', async () => {
    const text =
      "quotas: { email: { day: '${DAYS}' } }\nsilences: { a: { filter: 'title = ${TITLE}', ends_at: '2090-01-01T00:00:00Z', reason: x } }";
    expect(await problemsOf(text)).toEqual([
      'a.yaml:1:25: the environment variable DAYS is not set',
      'a.yaml:2:26: the environment variable TITLE is not set',
    ]);
  });

  it('can be of several documents, and use anchors', async () => {
    const { records, texts } = await load({
      'a.yaml': `project: a
subscriptions:
  one: &base { protocol: webhook, filter: rule = x }
  two: *base
---
project: b
subscriptions:
  one: { protocol: nothing, wrong: 1 }
`,
    });
    expect(records.map(({ project, name }) => `${project}/${name}`)).toEqual(['a/one', 'a/two', 'b/one']);
    expect(texts).toEqual([expect.stringMatching(/^a\.yaml:8:29: unknown key "wrong"/)]);
  });
});
