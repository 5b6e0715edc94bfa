import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const operations = readdirSync(join(ROOT, 'docs/operations')).map((name) => `docs/operations/${name}`);

/** Returns the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('the pages about operations', () => {
  it('describe every alert rule and no other', () => {
    const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
      groups: { rules: { alert: string }[] }[];
    };
    const rules = groups.flatMap(({ rules: all }) => all.map(({ alert }) => alert));
    const documented = [...read('docs/operations/alerts.md').matchAll(/^## (\S+)\n\n(\S[^#]{80,})/gm)].map(
      ([, name]) => name,
    );
    expect(documented.toSorted()).toEqual(rules.toSorted());
  });

  it('are all linked from docs/operations.md', () => {
    const first = read('docs/operations.md');
    for (const page of operations) expect(first).toContain(`(${relative('docs', page)})`);
  });

  it.each(['docs/operations.md', ...operations])('%s has no broken links', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    for (const [link, path = '', anchor] of links) {
      const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
      expect([link, existsSync(join(ROOT, target))]).toEqual([link, true]);
      if (anchor !== undefined)
        expect([link, anchorsIn(read(target))]).toEqual([link, expect.arrayContaining([anchor])]);
    }
  });
});
