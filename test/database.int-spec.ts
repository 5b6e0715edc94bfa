import { describe, expect, it } from 'vitest';
import { createTestDatabase, startTestServer } from './database.js';
import { sql } from './sql.js';

const tables = `select table_name from information_schema.tables where table_name like 'migration\\_%'`;

describe('createTestDatabase', () => {
  it('gives each caller a migrated database of its own', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await sql(first.url, 'create table mine ()');
    await sql(second.url, 'create table mine ()');
    expect(await sql(first.url, tables)).toContainEqual({ table_name: 'migration_monitoring' });
    await Promise.all([first.drop(), second.drop()]);
    await expect(sql(first.url, 'select 1')).rejects.toThrow(/does not exist/);
  });
});

describe('startTestServer', () => {
  it('starts a server that can be killed and restarted', async () => {
    const server = await startTestServer();
    await server.postgres.kill();
    await expect(sql(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    await server.postgres.start();
    expect(await sql(server.url, tables)).toContainEqual({ table_name: 'migration_identity' });
    await server.close();
  });
});
