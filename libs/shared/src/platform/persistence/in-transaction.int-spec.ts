import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { inTransaction } from './in-transaction.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  await pool.query('create table note (text text)');
});
beforeEach(() => pool.query('delete from note'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const notes = async () => (await pool.query<{ text: string }>('select text from note')).rows;
const backend = async () =>
  (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

it('commits, and returns what the work did', async () => {
  const pid = await backend();
  const done = await inTransaction(pool, async (client) => {
    await client.query(`insert into note values ('kept')`);
    return 'done';
  });
  expect(done).toBe('done');
  expect(await notes()).toEqual([{ text: 'kept' }]);
  expect(await backend()).toBe(pid);
});

it('rolls back if the work fails, and reuses the connection', async () => {
  const pid = await backend();
  const failing = inTransaction(pool, async (client) => {
    await client.query(`insert into note values ('lost')`);
    throw new Error('in its middle');
  });
  await expect(failing).rejects.toThrow('in its middle');
  expect(await notes()).toEqual([]);
  expect(await backend()).toBe(pid);
});

it('closes the connection if the rollback fails, and rejects with the error of the work', async () => {
  const pid = await backend();
  const failing = inTransaction(pool, async (client) => {
    vi.spyOn(client, 'query').mockImplementationOnce(() => Promise.reject(new Error('no answer')));
    throw new Error('the cause');
  });
  await expect(failing).rejects.toThrow('the cause');
  expect(await backend()).not.toBe(pid);
});

it('limits the idle time of the session to 30 seconds during the transaction only', async () => {
  const limit = async (sql: Pick<Pool, 'query'>) =>
    (
      await sql.query<{ limit: string }>(
        `select current_setting('idle_in_transaction_session_timeout') as limit`,
      )
    ).rows[0]?.limit;
  expect(await inTransaction(pool, limit)).toBe('30s');
  expect(await limit(pool)).toBe('0');
});
