import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { EmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.js';
import { FolderInUseError, lockFolder } from '../tools/embedded-postgres/folder-lock.js';
import { stopOrphan } from '../tools/embedded-postgres/postmaster.js';
import { migrateEverything } from '../tools/migrations.js';
import { copyCluster } from './cluster.js';
import { createTestFolder } from './folder.js';
import { sql } from './sql.js';

/** Enough for the test files that run concurrently: up to nine processes with about 30 connections each under load. */
const CONNECTIONS = 500;

declare module 'vitest' {
  interface ProvidedContext {
    readonly testServer: {
      readonly url: string;
      /** A migrated database to copy. `null` if the server is the coordinator of a Citus cluster. */
      readonly template: string | null;
      /** The folder of a stopped server with a migrated database `tocsin`. */
      readonly cluster: string | null;
    };
  }
}

/** Starts a server for the run, or uses TEST_DATABASE_URL, and creates a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  return given ? useServer(project, given) : startOwnServer(project);
}

async function useServer(project: TestProject, url: string): Promise<() => Promise<void>> {
  const template = `tocsin_template_${randomBytes(4).toString('hex')}`;
  await sql(url, `create database ${template}`);
  await migrateEverything(databaseUrl(url, template));
  project.provide('testServer', { url, template, cluster: null });
  return async () => void (await sql(url, `drop database if exists ${template} with (force)`));
}

async function startOwnServer(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const folder = await createTestFolder('test');
  const postgres = await EmbeddedPostgres.open({
    dataDir: join(folder.path, 'data'),
    durable: false,
    settings: { max_connections: CONNECTIONS },
  });
  await postgres.start();
  await postgres.createDatabase('tocsin');
  await migrateEverything(postgres.url('tocsin'));
  await postgres.stop();
  const cluster = join(folder.path, 'cluster');
  await copyCluster(postgres.dataDirectory, cluster);
  await postgres.start();
  project.provide('testServer', { url: postgres.url(), template: 'tocsin', cluster });
  return async () => {
    await postgres.close();
    await folder.remove();
  };
}

/** Removes the servers and folders of earlier runs that were killed. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith('tocsin-test-'));
  for (const path of names.map((name) => join(tmpdir(), name))) {
    try {
      const unlock = await lockFolder(join(path, 'data'));
      await stopOrphan(join(path, 'data', 'postgres'));
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
