import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of this release. It is the same whether sources or the build are run. */
export const RELEASE: string = readVersion(findPackageJSON('..', import.meta.url));

function readVersion(path: string | undefined): string {
  if (path === undefined) throw new Error('The installation is incomplete: package.json is missing');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
