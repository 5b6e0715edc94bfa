import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROLES =
  'controller|dto|module|guard|interceptor|filter|decorator|processor|repository|errors|schema|queries|handler|plugin|client|config|spec|int-spec|e2e-spec';
const SOURCE = /^(?:apps|libs|tools|test)\/.*\.tsx?$/;
const CASES = /^tools\/import-rules\/cases\//;
const MAX_LINES = 300;
/** The statements about a table stand together, in the order in which they are read. */
const TABLES = /^libs\/[a-z]+\/src\/(?:[a-z-]+\/)*tables\/[a-z-]+\.ts$/;
const MAX_TABLE_LINES = 400;

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && !CASES.test(path) && existsSync(path));
const sources = files.filter((path) => SOURCE.test(path));
const textOf = (path: string) => readFileSync(path, 'utf8');

/** Rules for paths. Readers find a behaviour by the name of its file, so names follow one pattern. */
const names = [
  {
    rule: 'has a kebab-case name with a known role',
    broken: (path: string) =>
      !new RegExp(
        `^(?:[a-z0-9]+(?:-[a-z0-9]+)*/)*[a-z0-9]+(?:-[a-z0-9]+)*(?:\\.(?:${ROLES})){0,2}\\.tsx?$`,
      ).test(path),
    example: 'libs/monitoring/src/webhooks/application/webhook.service.ts',
  },
  {
    rule: 'is in no catch-all folder such as utils or common',
    broken: (path: string) => /\/(?:utils?|helpers?|common|core|misc)[/.]/.test(path),
    example: 'libs/shared/src/utils/dates.ts',
  },
  {
    rule: 'is an index.ts only as the entry point of a context',
    broken: (path: string) =>
      path.endsWith('/index.ts') && !/^libs\/[a-z]+\/src\/(?:contracts\/)?index\.ts$/.test(path),
    example: 'libs/monitoring/src/intake/domain/index.ts',
  },
];

/** Patterns that no file may contain, each with the files it applies to and a line that breaks it. */
const texts = [
  {
    rule: 'names no type with Base, I or Impl',
    where: SOURCE,
    forbidden: /^\s*(?:export )?(?:abstract )?(?:class|interface|type) (?:Base[A-Z]|I[A-Z][a-z]|\w+Impl\b)/,
    example: 'export class WebhookRepositoryImpl {',
  },
  {
    rule: 'disables no checker',
    where: SOURCE,
    forbidden: /@ts-(?:ignore|expect-error|nocheck)|(?:eslint|oxlint)-disable|prettier-ignore/,
    example: '// @ts-ignore',
  },
  {
    rule: 'in tools/cli prints only through print.ts, which escapes control characters',
    where: /^tools\/cli\/(?!print\.ts$)/,
    forbidden: /\bconsole\.|\bprocess\.std(?:out|err)\.write\b/,
    example: 'console.log(title)',
  },
  {
    rule: 'contains no tests with .only or .todo',
    where: /spec\.ts$/,
    forbidden: /\b(?:describe|it|test)\.(?:only|todo)\(/,
    example: ['it', 'only('].join('.'),
  },
  {
    rule: 'names no package registry, so that the project installs from whichever one is set',
    where: /./,
    forbidden:
      /\b(?:registry|npm|artifactory|nexus)\.[a-z0-9-]+\.(?:org|com|io|net|dev)\b|"resolved": "http/i,
    example: 'https://registry.example.com/x',
  },
  {
    rule: 'mentions no ticket numbers, co-authors or paths of a development machine',
    // The samples of a sender may mention issues of that sender.
    where: /^(?!libs\/monitoring\/src\/plugins\/|package-lock\.json$)/,
    forbidden: /\b(?:issue|task|ticket) #?\d+\b|\bco-authored-by\b|\bAI[- ]generated\b|(?<![\w.-])\/work\//i,
    example: ['as issue', '12 asks'].join(' '),
  },
];

describe('every source file', () => {
  it.each(names)('$rule', ({ broken, example }) => {
    expect(broken(example)).toBe(true);
    expect(sources.filter((path) => broken(path))).toEqual([]);
  });

  it(`has at most ${MAX_LINES} lines, or ${MAX_TABLE_LINES} of SQL`, () => {
    const long = sources
      .filter((path) => !/\/migrations\/|\/samples?[/.]|\.samples?\./.test(path))
      .map((path) => ({ path, lines: textOf(path).split('\n').length - 1 }));
    const limitOf = (path: string) => (TABLES.test(path) ? MAX_TABLE_LINES : MAX_LINES);
    expect(long.filter(({ path, lines }) => lines > limitOf(path))).toEqual([]);
  });
});

describe('every file', () => {
  it.each(texts)('$rule', ({ where, forbidden, example }) => {
    expect(example).toMatch(forbidden);
    const here = 'tools/import-rules/house-rules.spec.ts';
    const found = files
      .filter((path) => where.test(path) && path !== here)
      .flatMap((path) =>
        textOf(path)
          .split('\n')
          .flatMap((line, index) => (forbidden.test(line) ? [`${path}:${index + 1}`] : [])),
      );
    expect(found).toEqual([]);
  });
});

it('no statement locks in a selection that its plan may run again', () => {
  // As the inner side of a loop, `in (select … limit … for update)` locks more rows with each run. An array is selected once.
  const buildBalanced = (depth: number): string =>
    depth === 0 ? '[^()`]*' : `(?:[^()\`]|\\(${buildBalanced(depth - 1)}\\))*`;
  const repeated = new RegExp(
    String.raw`\bin \(\s*select\b${buildBalanced(3)}\blimit\b[^()\x60]*\bfor (?:no key )?update\b`,
  );
  expect(
    'where job_id in (\n select job_id from job order by due_at limit $1 for update skip locked)',
  ).toMatch(repeated);
  const here = 'tools/import-rules/house-rules.spec.ts';
  expect(sources.filter((path) => path !== here && repeated.test(textOf(path)))).toEqual([]);
});

it('docs/tour.md names only files that exist', () => {
  const named = [...textOf('docs/tour.md').matchAll(/`((?:apps|libs)\/[^`]+\.ts)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
