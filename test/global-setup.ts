import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { EmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.js';
import { FolderInUseError, lockFolder } from '../tools/embedded-postgres/folder-lock.js';
import { endOrphan } from '../tools/embedded-postgres/postmaster.js';
import { migrateEverything } from '../tools/migrations.js';
import { createTestFolder } from './folder.js';
import { sql } from './sql.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Without a template it is the coordinator of a Citus cluster. */
    readonly testServer: { readonly url: string; readonly template: string | null };
  }
}

/** One server for the run, or the one of TEST_DATABASE_URL, and in it a migrated database to copy from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await server(process.env.TEST_DATABASE_URL);
  const template = `tocsin_template_${randomBytes(4).toString('hex')}`;
  await sql(url, `create database ${template}`);
  await migrateEverything(databaseUrl(url, template));
  project.provide('testServer', { url, template });
  return async () => {
    await sql(url, `drop database if exists ${template} with (force)`);
    await close();
  };
}

async function server(given: string | undefined): Promise<{ url: string; close(): Promise<void> }> {
  if (given) return { url: given, close: () => Promise.resolve() };
  await removeAbandoned();
  const folder = await createTestFolder('test');
  const postgres = await EmbeddedPostgres.open({ dataDir: join(folder.path, 'data'), durable: false });
  await postgres.start();
  return {
    url: postgres.url(),
    close: async () => {
      await postgres.close();
      await folder.remove();
    },
  };
}

/** A run that was killed could neither stop its server nor remove its folder. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith('tocsin-test-'));
  for (const path of names.map((name) => join(tmpdir(), name))) {
    try {
      const unlock = await lockFolder(join(path, 'data'));
      await endOrphan(join(path, 'data', 'postgres'));
      await rm(path, { recursive: true, force: true });
      unlock();
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
    }
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
