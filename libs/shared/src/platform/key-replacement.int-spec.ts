import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { Encryption } from './encryption.js';
import { KeyReplacement } from './key-replacement.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  // The database is dropped while connections are still closing, which ends them with an error.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('reports a damaged secret and re-encrypts those after it', async () => {
  const [older, old, now] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const before = new Encryption({ encryptionKey: old, oldEncryptionKey: null });
  const forgotten = new Encryption({ encryptionKey: older, oldEncryptionKey: null });
  const damaged = before.encrypt('damaged');
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  await pool.query('create table vault (id int primary key, secret bytea not null)');
  for (const [id, secret] of [
    before.encrypt('first'),
    damaged,
    forgotten.encrypt('x'),
    before.encrypt('last'),
  ].entries())
    await pool.query('insert into vault values ($1, $2)', [id, secret]);
  const logged = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const encryption = new Encryption({ encryptionKey: now, oldEncryptionKey: old });
  const replacement = new KeyReplacement(pool, encryption, [{ table: 'vault', key: 'id', column: 'secret' }]);

  expect(await replacement.replace()).toEqual({ renewed: 2, lost: 2 });
  expect(await replacement.replace()).toEqual({ renewed: 0, lost: 2 });
  const { rows } = await pool.query<{ secret: Buffer }>(
    'select secret from vault where id in (0, 3) order by id',
  );
  const alone = new Encryption({ encryptionKey: now, oldEncryptionKey: null });
  expect(rows.map(({ secret }) => alone.decrypt(secret))).toEqual(['first', 'last']);
  const lines = logged.mock.calls.map(([line]) => String(line));
  expect(lines).toContainEqual(expect.stringContaining('secret of vault with id 1 is damaged'));
  expect(lines).toContainEqual(expect.stringMatching(/^1 secrets were encrypted with a key that is not set/));
});
