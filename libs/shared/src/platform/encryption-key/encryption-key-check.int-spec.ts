import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import { Encryption } from '../encryption.js';
import { EncryptionKeyCheck } from './encryption-key-check.js';

let database: TestDatabase;
let spool: TestFolder;
beforeAll(async () => {
  [database, spool] = await Promise.all([createTestDatabase(), createTestFolder('key-check')]);
});
afterAll(() => Promise.all([database.drop(), spool.remove()]));

it('writes its file again if the folder is removed while the database is unavailable', async () => {
  const pool = new Pool({ connectionString: database.url });
  const folder = join(spool.path, 'spool');
  const keys = { encryptionKey: Buffer.alloc(32, 7), oldEncryptionKey: null };
  const check = new EncryptionKeyCheck(pool, new Encryption(keys), { columns: [], folder }, () => undefined);
  const file = join(folder, 'encryption-key-check');
  try {
    await check.onModuleInit();
    expect(check.isValid).toBe(true);
    expect(existsSync(file)).toBe(true);
    await pool.end();
    await rm(folder, { recursive: true });
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 5_000 });
  } finally {
    check.onModuleDestroy();
  }
});
