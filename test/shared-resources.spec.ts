import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

/** What bounds a resource of a process: a pool, shares, a queue, a cache, or a constant that is named like one. */
const CONSTRUCTED =
  /new (?:\w*(?:Shares|(?<!Evaluator)Pool|Batcher|Cache|(?<!Delivery)Budgets?|Limiter\w*)|DataSource|Agent|Semaphore\w*|LRU\w*|OnePerDomain)(?:<[^(]*>)?\(/;
const NAMED =
  /\b(?:MAX|DEFAULT|CACHE)?_?(?:\w+_)?(?:WAITERS|WAITING|FOLLOWERS|STREAMS\w*|DELAYED|ENTRIES|PENDING\w*|LOOKUPS|DIGESTS|NETWORKS|HOLDERS|BREAKERS|OUTAGES|CERTIFICATES|CACHED\w*|CAPACITY|OPEN_FILES|IN_FLIGHT|CONCURRENCY|CONNECTIONS|REFERENCES|LOGGED|DOMAINS|\w*KEYS|WEBHOOKS\w*) = [\d{]/;

const sources = globSync('{apps,libs}/**/src/**/*.ts').filter(
  (path) => !/spec\.ts$|\/migrations\/|^libs\/senders\/|^apps\/console\//.test(path),
);
const page = readFileSync('docs/operations/shared-resources.md', 'utf8');
/** The sources in the last column of the tables, each with a rule in the third. */
const listed = new Set(
  page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, resource, bound, rule]) => resource && bound && rule)
    .flatMap((cells) => [...(cells[4] ?? '').matchAll(/`([\w.-]+\.ts)`/g)].map(([, name]) => name)),
);

it('every bounded resource of a process is documented with the rule by which it is shared', () => {
  const bounded = sources.filter((path) => {
    const text = readFileSync(path, 'utf8');
    return CONSTRUCTED.test(text) || NAMED.test(text);
  });
  expect(bounded.length).toBeGreaterThan(40);
  expect(bounded.filter((path) => !listed.has(basename(path)))).toEqual([]);
});

it('every source in the list exists', () => {
  const names = new Set(sources.map((path) => basename(path)));
  expect([...listed].filter((name) => name !== undefined && !names.has(name))).toEqual([]);
});
