import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Where an installed package lies, of which files are served. */
export function packageFolder(name: string): string {
  return dirname(resolve(`${name}/package.json`));
}
