import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns the folder of package.json. Works from the sources and from dist. */
export function checkout(): string {
  const manifest = findPackageJSON('.', import.meta.url);
  if (manifest === undefined) throw new Error('package.json of Tocsin was not found');
  return dirname(manifest);
}

export function builtFile(path: string): string {
  const file = join(checkout(), 'dist', path);
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build`);
  return file;
}
