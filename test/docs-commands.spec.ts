import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCommands } from './docs-commands.js';

const DOCS = join(import.meta.dirname, '../docs');

/** The number of command blocks on each page, and which test runs them or why none does. */
const RUN: Readonly<Record<string, readonly [blocks: number, by: string]>> = {
  'README.md': [
    4,
    'docs-commands.e2e-spec.ts; the two commands by whoever runs the tests, deploying by process.e2e-spec.ts',
  ],
  'docs/api.md': [29, 'api-guide.e2e-spec.ts'],
  'docs/as-code.md': [5, 'docs-commands.e2e-spec.ts'],
  'docs/cli.md': [1, 'docs-commands.e2e-spec.ts'],
  'docs/escalations.md': [3, 'docs-commands.e2e-spec.ts'],
  'docs/heartbeats.md': [2, 'docs-commands.e2e-spec.ts'],
  'docs/inhibitions.md': [2, 'docs-commands.e2e-spec.ts'],
  'docs/mcp.md': [2, 'docs-commands.e2e-spec.ts'],
  'docs/moving.md': [1, 'docs-commands.e2e-spec.ts'],
  'docs/notifications.md': [3, 'docs-commands.e2e-spec.ts'],
  'docs/on-call.md': [3, 'docs-commands.e2e-spec.ts'],
  'docs/operations.md': [
    3,
    'nobody: they need Docker and a cluster; deploy.spec.ts and helm-chart.spec.ts check what they use',
  ],
  'docs/operations/alerts.md': [1, 'docs-commands.e2e-spec.ts'],
  'docs/operations/backup.md': [5, 'backup.e2e-spec.ts'],
  'docs/operations/citus.md': [1, 'citus.e2e-spec.ts, where there is a Citus'],
  'docs/operations/watching.md': [1, 'docs-commands.e2e-spec.ts'],
  'docs/plugins.md': [7, 'tools/plugin.e2e-spec.ts; the comparison by docs-commands.e2e-spec.ts'],
  'docs/silences.md': [1, 'docs-commands.e2e-spec.ts'],
  'docs/quotas.md': [1, 'docs-commands.e2e-spec.ts'],
};

it('every block of commands in the documentation is listed with the test that runs it', () => {
  const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('senders'))
    .map((name) => `docs/${name}`);
  const found = ['README.md', ...pages]
    .map((page) => [page, readCommands(page).length] as const)
    .filter(([, blocks]) => blocks > 0);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(RUN).map(([page, [blocks]]) => [page, blocks])),
  );
});
