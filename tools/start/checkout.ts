import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of package.json, from the sources as well as from the build. */
export function checkout(): string {
  const manifest = findPackageJSON('.', import.meta.url);
  if (manifest === undefined) throw new Error('package.json of Tocsin was not found');
  return dirname(manifest);
}

export function built(path: string): string {
  const file = join(checkout(), 'dist', path);
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build`);
  return file;
}
