import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { DomainError } from '#shared/kernel/domain-error.js';

/** The pages of docs/ that are served. */
export const GUIDES: readonly string[] = [
  ...['api', 'query', 'heartbeats', 'notifications', 'silences', 'quotas', 'cli'],
  ...['webhook', 'slack', 'teams', 'email', 'pagerduty', 'relay'].map((name) => `notifications/${name}`),
];

/** Returns a guide as Markdown, with links that work where it is served. @throws ERROR_NOT_FOUND */
export async function readGuide(name: string): Promise<string> {
  const manifest = findPackageJSON('..', import.meta.url);
  if (!GUIDES.includes(name) || manifest === undefined) throw DomainError.notFound('This guide');
  const text = await readFile(join(dirname(manifest), 'docs', `${name}.md`), 'utf8');
  const folder = posix.dirname(name);
  return text
    .replaceAll(/\]\(([\w./-]+)\.md(#[\w-]+)?\)/g, (link, to: string, fragment = '') =>
      GUIDES.includes(posix.join(folder, to)) ? `](${to}${fragment})` : link,
    )
    .replaceAll(/\]\((?:\.\.\/)*openapi\.yaml\)/g, `](${getRelativeRoot(name)}openapi.yaml)`);
}

/** Returns the relative path from the page of a guide to the folder of the documentation. */
export const getRelativeRoot = (name: string): string => '../'.repeat(name.split('/').length);
