import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseFilterText } from '#shared/query/text/parse-filter-text.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import type { SqlParameters } from '#shared/query/statement.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { createQueryEngine } from '#test/query-engine.js';
import { findProgram, requireProgram } from '#test/requirements.js';
import { CHANGING_ALERTS } from '../../libs/monitoring/src/alerts/infrastructure/alert-resource.js';
import { readAlertmanager } from '../../tools/cli/moving/alertmanager.js';
import { formatPiece } from '../../tools/cli/moving/filters.js';
import { shareOut, type Route } from '../../tools/cli/moving/routing.js';
import { listValues, routeAlert, type Labels } from './alertmanager-routing.js';

/** How many sets of labels Alertmanager's own tool routes for each configuration, each by a process. `ROUTE_TESTS=200` for all. */
const BY_TOOL = Number(process.env['ROUTE_TESTS'] ?? 30);
/** And how many the oracle routes, of each configuration. */
const BY_ORACLE = 10_000;
const CHUNK = 2000;
const CONFIGURATIONS = ['cluster', 'services', 'hours', 'tenants', 'matrix'];

let database: TestDatabase;
let pool: QueryPool;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new QueryPool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  folder = mkdtempSync(join(tmpdir(), 'tocsin-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await pool?.end();
  await database?.drop();
});

/** A route with its receiver. */
type Named = Route<{ readonly receiver: string }>;

const read = (name: string) => readAlertmanager(`test/moving/${name}.yml`);

function anyLabels(root: Named): fc.Arbitrary<Labels> {
  const values = [...listValues(root)].map(([label, texts]) => [
    label,
    fc.option(fc.constantFrom(...texts), { nil: undefined }),
  ]);
  return fc
    .record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string | undefined>>)
    .map(
      (labels) =>
        Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== undefined)) as Labels,
    );
}

/** Returns the receivers of each set of labels by the filters of the import, in order. A share that takes an alert twice is there twice. */
async function routeByFilters(root: Named, sets: readonly Labels[]): Promise<readonly (readonly string[])[]> {
  const engine = createQueryEngine(pool, { timeoutMs: 60_000 });
  const pieces = shareOut(root).flatMap(({ target, pieces: own, problem, path }) => {
    expect(problem, path).toBeUndefined();
    return own.map((piece) => ({ receiver: target.receiver, filter: formatPiece(piece) }));
  });
  const queries = pieces.map(({ filter }) => (filter === '' ? {} : { ...parseFilterText(filter) }));
  const routed = sets.map((): string[] => []);
  for (let start = 0; start < sets.length; start += CHUNK) {
    const relation = (values: SqlParameters) => `(
      select 'd' as domain_id, l.labels, l.place::int
      from jsonb_array_elements(${values.add(JSON.stringify(sets.slice(start, start + CHUNK)), 'jsonb')})
        with ordinality as l (labels, place))`;
    const found = await engine.matchEach(CHANGING_ALERTS, { domain_id: 'd', queries, relation });
    for (const [at, places] of found.entries())
      for (const place of places) routed[start + place - 1]?.push(pieces[at]?.receiver ?? '');
  }
  return routed.map((receivers) => receivers.toSorted());
}

const routeByOracle = (root: Named, labels: Labels): readonly string[] =>
  routeAlert(root, labels)
    .map(({ receiver }) => receiver)
    .toSorted();

const describeSets = (sets: readonly Labels[], routed: readonly (readonly string[])[]) =>
  sets.map((labels, at) => `${JSON.stringify(labels)} → ${(routed[at] ?? []).join(', ')}`);

/** A configuration that an older Alertmanager can read too: without what its receivers do. */
function writeConfiguration(root: Named): string {
  const toYaml = ({ target, matchers, isContinued, children }: Named): object => ({
    receiver: target.receiver,
    continue: isContinued,
    matchers: matchers.map(({ label, operator, value }) => `${label}${operator}${JSON.stringify(value)}`),
    routes: children.map(toYaml),
  });
  const { continue: _, matchers: __, ...top } = toYaml(root) as Record<string, unknown>;
  const names = (route: Named): readonly string[] => [
    route.target.receiver,
    ...route.children.flatMap(names),
  ];
  const path = join(folder, 'alertmanager.yml');
  const receivers = [...new Set(names(root))].map((name) => ({ name }));
  writeFileSync(path, JSON.stringify({ route: top, receivers }));
  return path;
}

function routeByTool(path: string, labels: Labels): readonly string[] {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  const out = execFileSync(
    findProgram('amtool') ?? '',
    ['config', 'routes', 'test', `--config.file=${path}`, ...pairs],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return out.trim().split(',').toSorted();
}

const label = fc.constantFrom('a', 'b', 'c');
const word = fc.constantFrom('', 'x', 'y', 'z', 'X');
const anyMatcher = fc.oneof(
  fc.record({ label, operator: fc.constantFrom('=' as const, '!=' as const), value: word }),
  fc.record({
    label,
    operator: fc.constantFrom('=~' as const, '!~' as const),
    value: fc.constantFrom(
      'x|y',
      '',
      'x|',
      '.*',
      '.+',
      'x.*',
      '(?i)x',
      '[xy]+',
      'x+|y.z',
      '^y$',
      '(x|y)?z*',
      '.*x.*',
    ),
  }),
);
const anyTree = fc.memo((depth): fc.Arbitrary<Named> =>
  fc.record({
    target: fc.record({ receiver: fc.constantFrom('r1', 'r2', 'r3', 'r4') }),
    matchers: fc.array(anyMatcher, { maxLength: 2 }),
    isContinued: fc.boolean(),
    children: depth > 1 ? fc.array(anyTree(depth - 1), { maxLength: 3 }) : fc.constant([]),
  }),
);
const anyRoot = anyTree(3).map((tree) => ({ ...tree, matchers: [] }));
const anySet = fc.dictionary(label, fc.constantFrom('', 'x', 'y', 'z', 'X', 'xx', 'yaz', 'zz', 'other'));

describe('imported routes', () => {
  it.each(CONFIGURATIONS)('of %s take what the oracle says', async (name) => {
    const { root } = await read(name);
    const sets = fc.sample(anyLabels(root), BY_ORACLE);
    const expected = sets.map((labels) => routeByOracle(root, labels));
    expect(describeSets(sets, await routeByFilters(root, sets))).toEqual(describeSets(sets, expected));
    // The test says something only if every route is taken.
    const taken = new Set(expected.flat());
    expect(
      new Set(shareOut(root).flatMap(({ target, pieces }) => (pieces.length > 0 ? [target.receiver] : []))),
    ).toEqual(taken);
  });

  it('of any tree take what the oracle says', async () => {
    const property = fc.asyncProperty(
      anyRoot,
      fc.array(anySet, { minLength: 20, maxLength: 20 }),
      async (root, sets) => {
        // A tree may need more filters than there can be.
        fc.pre(shareOut(root).every(({ problem }) => problem === undefined));
        const expected = sets.map((labels) => routeByOracle(root, labels));
        expect(describeSets(sets, await routeByFilters(root, sets))).toEqual(describeSets(sets, expected));
      },
    );
    await fc.assert(property, { numRuns: 200 });
  }, 60_000);
});

requireProgram('amtool', 'apt-get install prometheus-alertmanager')("Alertmanager's own tool", () => {
  it.each(CONFIGURATIONS)(
    'routes by %s as the imported filters and the oracle do',
    async (name) => {
      const { root } = await read(name);
      const path = writeConfiguration(root);
      const sets = fc.sample(anyLabels(root), BY_TOOL);
      const expected = describeSets(
        sets,
        sets.map((labels) => routeByTool(path, labels)),
      );
      expect(describeSets(sets, await routeByFilters(root, sets))).toEqual(expected);
      expect(
        describeSets(
          sets,
          sets.map((labels) => routeByOracle(root, labels)),
        ),
      ).toEqual(expected);
    },
    60_000,
  );

  it('routes by any tree as the oracle does', () => {
    const property = fc.property(anyRoot, anySet, (root, labels) => {
      expect(routeByOracle(root, labels)).toEqual(routeByTool(writeConfiguration(root), labels));
    });
    fc.assert(property, { numRuns: BY_TOOL });
  }, 60_000);
});
