import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Superlinear patterns that are only used on short texts: the file, and a part that identifies the pattern. */
const ALLOWED_SUPERLINEAR: readonly (readonly [file: string, part: string])[] = [
  ['libs/senders/src/auto/identity.ts', '[a-z]{4,}[^a-z]+'],
  ['libs/senders/src/vocabulary/instant.ts', String.raw`(?:[T\s]+`],
  ['libs/senders/src/systems/uptime-kuma/plugin.ts', 'certificate'],
  ['libs/shared/src/query/instant.ts', String.raw`\s*now\s*`],
  // Paragraphs of guides, which come with plugins.
  ['apps/console/src/sources/markdown.ts', '(?<code>'],
];

interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

function findPatterns(file: string): readonly Pattern[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push({ file, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** Returns whether there are texts for which the pattern takes superlinear time. */
function isSuperlinear({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean {
  const types = { reportTypes: { Move: true, Self: true, Trade: true } };
  return analyse({ source, flags }, types).reports.length > 0;
}

it.each([String.raw`\/+$`, String.raw`^(a+)+$`, String.raw`^Host: *(\S.*?) *$`])(
  'a backtracking pattern is detected: %s',
  (source) => {
    expect(isSuperlinear({ source, flags: 'm' })).toBe(true);
    expect(isSuperlinear({ source: String.raw`(?<!\/)\/+$`, flags: '' })).toBe(false);
  },
);

it('only the allowed regular expressions take superlinear time', () => {
  const files = globSync('{apps,libs,clients}/*/src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/spec\.ts$|[\\/]generated[\\/]/.test(file),
  );
  const patterns = files.flatMap(findPatterns);
  expect(patterns.length).toBeGreaterThan(500);
  const superlinear = patterns.filter(isSuperlinear);
  const isAllowed = ({ file, source }: Pattern) =>
    ALLOWED_SUPERLINEAR.some(([at, part]) => file === at && source.includes(part));
  expect(superlinear.filter((one) => !isAllowed(one))).toEqual([]);
  // Patterns that are no longer superlinear must be removed from BOUNDED.
  expect(superlinear.filter(isAllowed).length).toBe(ALLOWED_SUPERLINEAR.length);
});
