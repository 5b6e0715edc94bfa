import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInhibitedStore, ruleIs, type InhibitedStore } from './inhibited-domain.js';
import { scaled } from './scale.js';

let store: InhibitedStore;
beforeAll(async () => {
  store = await createInhibitedStore();
});
afterAll(() => store.close());

const RULES = ['r0', 'r1', 'r2', 'r3'] as const;

interface TestAlert {
  readonly rule: string;
  readonly cluster: string | undefined;
  /** By which the alerts are put into an order. */
  readonly rank: number;
  /** Whether a page of changes ends after it. */
  readonly endsPage: boolean;
}

interface TestInhibition {
  readonly source: string;
  readonly target: string;
  readonly isByCluster: boolean;
}

const alerts = fc.array(
  fc.record({
    rule: fc.constantFrom(...RULES),
    cluster: fc.option(fc.constantFrom('eu', 'us'), { nil: undefined }),
    rank: fc.nat(1_000),
    endsPage: fc.boolean(),
  }),
  { minLength: 3, maxLength: 8 },
);
const inhibitions = fc.uniqueArray(
  fc.record({
    source: fc.constantFrom(...RULES),
    target: fc.constantFrom(...RULES),
    isByCluster: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4, selector: ({ source, target }) => `${source} ${target}` },
);

/** Opens the alerts, a page after the other. @returns the names of those that are held back at the end */
async function findHeld(
  pages: readonly (readonly (readonly [name: string, alert: TestAlert])[])[],
  rules: readonly TestInhibition[],
): Promise<readonly string[]> {
  const domain = await store.createDomain();
  for (const { source, target, isByCluster } of rules)
    await domain.inhibit({
      ...{ source: ruleIs(source), target: ruleIs(target), wait: 120 },
      equal: isByCluster ? ['labels.cluster'] : [],
    });
  for (const page of pages)
    await domain.change(
      ...page.map(([name, { rule, cluster }]) => {
        const labels: Readonly<Record<string, string>> = cluster === undefined ? {} : { cluster };
        return [name, 'opened', { rule, labels }] as const;
      }),
    );
  const names = pages.flat().map(([name]) => name);
  const told = await Promise.all(names.map((name) => domain.told(name)));
  return names.filter((_, at) => told[at]?.at(-1) === 'opened INHIBITED').toSorted();
}

function splitPages<T>(entries: readonly (readonly [string, T & { readonly endsPage: boolean }])[]) {
  const pages: (readonly [string, T & { readonly endsPage: boolean }])[][] = [[]];
  for (const entry of entries) {
    pages.at(-1)?.push(entry);
    if (entry[1].endsPage) pages.push([]);
  }
  return pages.filter(({ length }) => length > 0);
}

it('holds back the same alerts, in whatever order and pages sources and targets arrive', async () => {
  let heldCount = 0;
  await fc.assert(
    fc.asyncProperty(alerts, inhibitions, async (given, rules) => {
      const named = given.map((alert, at) => [`a${at}`, alert] as const);
      const shuffled = named.toSorted(([, a], [, b]) => a.rank - b.rank);
      const together = await findHeld([named], rules);
      expect(await findHeld(splitPages(shuffled), rules)).toEqual(together);
      heldCount += together.length;
    }),
    { numRuns: scaled(20) },
  );
  expect(heldCount).toBeGreaterThan(0);
}, 240_000);
