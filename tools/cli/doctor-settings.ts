import pg from 'pg';
import type { DatabaseConfig } from '#shared/platform/config/config.js';
import { readDurability, readReplicationMode } from '#shared/platform/persistence/durability-watch.js';
import { readTempFileLimit, MAX_TEMP_FILES } from '#shared/platform/persistence/session-settings.js';
import type { Finding } from './finding.js';

/** PgBouncer in statement mode answers with this code to `begin`. */
const PROTOCOL_VIOLATION = '08P01';

/** Checks settings of PostgreSQL and of its sessions without which an acknowledged delivery could be lost. */
export async function checkSettings(
  directPool: pg.Pool,
  { url, directUrl }: DatabaseConfig,
): Promise<Finding[]> {
  const durability = await checkDurability(directPool);
  const standbys = await checkStandbys(directPool);
  const tempFiles = await checkTempFiles(directPool, url === directUrl);
  const sessions = url === directUrl ? [] : [await checkSessions(url)];
  return [durability, standbys, ...sessions, tempFiles];
}

/** Without temp_file_limit, one statistic that sorts many rows can fill the disk of the database. */
async function checkTempFiles(directPool: pg.Pool, isDirect: boolean): Promise<Finding> {
  const check = 'temporary files';
  const { limit, maySet } = await readTempFileLimit(directPool);
  if (limit !== undefined) return { check, state: 'ok', message: `at most ${limit}, set in PostgreSQL` };
  if (maySet && isDirect)
    return { check, state: 'ok', message: `at most ${MAX_TEMP_FILES} per list or statistic` };
  const message = 'unlimited (temp_file_limit): a single statistic can fill the disk of the database';
  const grant = 'or run grant set on parameter temp_file_limit to the role of DATABASE_URL';
  const remedy = `Run alter system set temp_file_limit = '4GB' and select pg_reload_conf()${isDirect ? `; ${grant}` : ''}.`;
  return { check, state: 'warning', message, remedy };
}

async function checkDurability(pool: pg.Pool): Promise<Finding> {
  const check = 'durability';
  const disabled = [...(await readDurability(pool))].filter(([, isOn]) => !isOn).map(([name]) => name);
  if (disabled.length === 0)
    return { check, state: 'ok', message: 'the database confirms a commit when it is on disk' };
  const message = `${disabled.join(', ')} off: acknowledged deliveries can be lost when the host of the database crashes`;
  const remedy = `Run alter system set … = on for ${disabled.join(' and ')}, and restart PostgreSQL.`;
  return { check, state: 'bad', message, remedy };
}

async function checkStandbys(pool: pg.Pool): Promise<Finding> {
  const check = 'standbys';
  const mode = await readReplicationMode(pool);
  if (mode === 'asynchronous') {
    const message = 'asynchronous: a fail-over loses the deliveries that the standby has not received';
    const remedy = `Run alter system set synchronous_standby_names = 'ANY 1 (…)' with the names of the standbys, and select pg_reload_conf().`;
    return { check, state: 'warning', message, remedy };
  }
  const messages = {
    none: 'there are none',
    synchronous: 'a commit waits for a standby',
    unknown: 'unknown: the role needs pg_monitor to see whether there are asynchronous ones',
  };
  return { check, state: 'ok', message: messages[mode] };
}

/** Checks the settings of sessions through a pooler. Only on direct connections can a process change them itself. */
async function checkSessions(url: string): Promise<Finding> {
  const check = 'sessions through the pooler';
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5000 });
  pool.on('error', () => undefined);
  try {
    if (!(await keepsTransactions(pool))) {
      const message =
        'the pooler gives each statement its own session (statement mode): nothing can be written in a transaction';
      return { check, state: 'bad', message, remedy: 'Set pool_mode = transaction in the pooler.' };
    }
    const { rows } = await pool.query<{ read_only: string; commit: string }>(
      `select current_setting('default_transaction_read_only') as read_only,
         current_setting('synchronous_commit') as commit`,
    );
    const [{ read_only, commit } = { read_only: '', commit: '' }] = rows;
    if (read_only === 'on') {
      const message = 'default_transaction_read_only is on: nothing can be written';
      const remedy =
        'Run alter database … reset default_transaction_read_only, or alter role … if it is set for the role. Then run RECONNECT in the pooler, which keeps sessions with the old default.';
      return { check, state: 'bad', message, remedy };
    }
    if (commit === 'off' || commit === 'local') {
      const message = `synchronous_commit is ${commit}: a crash of the database can lose changes made in the management API; deliveries are safe`;
      const remedy =
        'Run alter database … reset synchronous_commit, or alter role … if it is set for the role. Then run RECONNECT in the pooler.';
      return { check, state: 'warning', message, remedy };
    }
    return { check, state: 'ok', message: 'can write, and commits wait for the disk' };
  } catch (error) {
    const message = (error as { code?: string }).code ?? 'cannot be queried';
    return { check, state: 'bad', message, remedy: 'Start the pooler, or correct DATABASE_URL.' };
  } finally {
    await pool.end();
  }
}

/** Returns whether the statements of a transaction run in one transaction. A pooler in statement mode refuses or splits them. */
async function keepsTransactions(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  const readTransaction = async () =>
    (await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid')).rows[0]?.xid;
  try {
    await client.query('begin');
    const first = await readTransaction();
    return first === (await readTransaction());
  } catch (error) {
    if ((error as { code?: string }).code === PROTOCOL_VIOLATION) return false;
    throw error;
  } finally {
    client.release(true);
  }
}
