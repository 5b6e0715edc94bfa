import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Returns the folder of an installed package whose files are served. */
export function findPackageFolder(name: string): string {
  return dirname(resolve(`${name}/package.json`));
}
