import pg from 'pg';
import { IdentityModule } from '#identity';
import { MonitoringModule } from '#monitoring';
import { QUEUES } from '#monitoring/contracts/queues.js';
import { NotificationModule } from '#notification';
import type { Config } from '#shared/platform/config/config.js';
import { ConfigError, loadConfig } from '#shared/platform/config/env.js';
import { findMisspeltSettings } from '#shared/platform/config/misspelt-settings.js';
import { findRemovedSettings } from '#shared/platform/config/removed-settings.js';
import { parseRedisUrl } from '#shared/platform/config/redis-address.js';
import { Encryption } from '#shared/platform/encryption.js';
import { findPendingMigrations } from '#shared/platform/persistence/migrate.js';
import { applySessionSettings } from '#shared/platform/persistence/session-settings.js';
import { checkPostgresQueues } from '#shared/platform/queue/check-postgres-queues.js';
import { checkRedis } from '#shared/platform/queue/check-redis.js';
import { checkRefusals } from './doctor-refusals.js';
import { checkKept } from './doctor-kept.js';
import { checkEscalations } from './doctor-escalations.js';
import { checkFanOut } from './doctor-fan-out.js';
import { checkSettings } from './doctor-settings.js';
import { checkPlugins } from './doctor-plugins.js';
import { checkProcesses } from './doctor-processes.js';
import type { Finding } from './finding.js';

const MIN_POSTGRES_VERSION = 150_000;
const MIGRATIONS = [IdentityModule.migrations, MonitoringModule.migrations, NotificationModule.migrations];
/** Milliseconds after which a waiting job is reported. The sweep runs more often than this. */
const MAX_WAIT_MS = 60_000;
/** Days that a partition of each table covers. Its name ends with the first of them. */
const PARTITION_DAYS = { delivery_segment: 1, alert_change: 1, quarantine: 7, event: 7, notification: 1 };

/** Checks that need the settings of API and worker. Without DATABASE_URL they are skipped. */
export async function checkServer(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  if (!env['DATABASE_URL']?.trim()) {
    const message =
      'DATABASE_URL is not set: run doctor with the settings of API and worker to include these checks';
    return [
      {
        check: 'configuration, database, migrations, partitions, queues, secrets',
        state: 'skipped',
        message,
      },
    ];
  }
  let config: Config;
  try {
    loadConfig(env, 'worker');
    config = loadConfig(env, 'api');
  } catch (error) {
    const remedy = 'Set or correct this setting; docs/settings.md lists all settings.';
    const problems = error instanceof ConfigError ? error.problems : [String(error)];
    return problems.map((message) => ({ check: 'configuration', state: 'bad', message, remedy }));
  }
  const ignored = [
    ...findMisspeltSettings(env).map(({ name, meant }) => `${name} (did you mean ${meant}?)`),
    ...findRemovedSettings(env).map(({ name, instead }) => `${name} (${instead})`),
  ];
  const settingsFinding: Finding =
    ignored.length === 0
      ? { check: 'configuration', state: 'ok', message: 'all settings are valid' }
      : {
          check: 'configuration',
          state: 'warning',
          message: `ignored variables: ${ignored.join(', ')}`,
          remedy: 'Correct or remove them; docs/settings.md lists all settings.',
        };
  const pool = new pg.Pool({
    connectionString: config.database.directUrl,
    max: 1,
    connectionTimeoutMillis: 5000,
    onConnect: (client) => applySessionSettings(client, false, 5000),
  });
  pool.on('error', () => undefined);
  try {
    return [settingsFinding, ...(await checkDatabase(pool, config)), await checkQueues(config)];
  } finally {
    await pool.end();
  }
}

async function checkDatabase(pool: pg.Pool, config: Config): Promise<readonly Finding[]> {
  let version: number;
  try {
    const { rows } = await pool.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    version = Number(rows[0]?.version);
  } catch (error) {
    const { host } = new URL(config.database.directUrl);
    const remedy = 'Start PostgreSQL, or correct DATABASE_URL and DATABASE_DIRECT_URL.';
    return [{ check: 'database', state: 'bad', message: `cannot query ${host}: ${reasonOf(error)}`, remedy }];
  }
  const message = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  const database: Finding =
    version >= MIN_POSTGRES_VERSION
      ? { check: 'database', state: 'ok', message }
      : { check: 'database', state: 'bad', message, remedy: 'Use PostgreSQL 15 or newer.' };
  const pending = await findPendingMigrations(pool, MIGRATIONS);
  if (pending.length > 0) {
    const missing = `${pending.length} pending: ${pending.slice(0, 3).join(', ')}`;
    const remedy = 'Run npm run migrate.';
    return [database, { check: 'migrations', state: 'bad', message: missing, remedy }];
  }
  return [
    database,
    { check: 'migrations', state: 'ok', message: 'the schema is up to date' },
    await checkPartitions(pool),
    ...(await checkSettings(pool, config.database)),
    await checkSecrets(pool, config),
    await checkClock(pool),
    ...(await checkProcesses(pool)),
    await checkPlugins(pool),
    await checkFanOut(pool),
    await checkRefusals(pool),
    await checkKept(pool),
    await checkEscalations(pool),
  ];
}

/** Every process creates partitions two weeks ahead. If too few are left, no process has run, or none could create them. */
async function checkPartitions(pool: pg.Pool): Promise<Finding> {
  const { rows: lagging } = await pool.query<{ table: string; last: string | null }>(
    `select given.name as table, max(right(child.relname, 8)) as last
     from unnest($1::text[], $2::int[]) given (name, days)
     left join pg_inherits on inhparent = to_regclass(given.name)
     left join pg_class child on child.oid = inhrelid
     group by given.name, given.days
     having coalesce(max(to_date(right(child.relname, 8), 'YYYYMMDD')) + given.days < current_date + 7, true)`,
    [Object.keys(PARTITION_DAYS), Object.values(PARTITION_DAYS)],
  );
  const check = 'partitions';
  if (lagging.length === 0) return { check, state: 'ok', message: 'created at least a week ahead' };
  const newest = lagging.map(({ table, last }) => `${table} ${last ?? 'none'}`).join(', ');
  const message = `too few are created ahead; the newest: ${newest}`;
  return {
    check,
    state: 'bad',
    message,
    remedy: 'Start an API or a worker: both create partitions at their start and every hour.',
  };
}

async function checkSecrets(pool: pg.Pool, { security }: Config): Promise<Finding> {
  const { rows } = await pool.query<{ stored: Buffer }>(
    'select distinct on (substring(access_key for 4)) access_key as stored from webhook',
  );
  const encryption = new Encryption(security);
  const undecryptable = rows.filter(({ stored }) => !canDecrypt(encryption, stored)).length;
  const check = 'secrets';
  if (undecryptable > 0) {
    const remedy =
      'Set the key that they were encrypted with as ENCRYPTION_KEY_OLD, or restore it as ENCRYPTION_KEY.';
    const message = 'stored access keys cannot be decrypted with ENCRYPTION_KEY or ENCRYPTION_KEY_OLD';
    return { check, state: 'bad', message, remedy };
  }
  return {
    check,
    state: 'ok',
    message: rows.length === 0 ? 'no access keys are stored yet' : 'the stored access keys can be decrypted',
  };
}

function canDecrypt(encryption: Encryption, stored: Buffer): boolean {
  try {
    encryption.decrypt(stored);
    return true;
  } catch {
    return false;
  }
}

async function checkClock(pool: pg.Pool): Promise<Finding> {
  const before = Date.now();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const differenceMs = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2);
  const message = `differs by ${Math.round(differenceMs)} ms from the clock of the database`;
  if (differenceMs < 1000) return { check: 'clock', state: 'ok', message };
  const remedy = 'Synchronize the clocks of all hosts with NTP.';
  return { check: 'clock', state: 'warning', message, remedy };
}

async function checkQueues({ queue }: Config): Promise<Finding> {
  const check = 'queues';
  const address = queue.redisUrl === null ? undefined : parseRedisUrl(queue.redisUrl);
  if (address === undefined) return checkQueuesInPostgres(queue.directUrl);
  const remedy = 'Correct REDIS_URL, or remove it to keep the queues in PostgreSQL.';
  try {
    const { refused, unwritable, warnings } = await checkRedis(address);
    if (refused !== undefined) return { check, state: 'bad', message: `REDIS_URL ${refused}`, remedy };
    if (unwritable !== undefined)
      return {
        check,
        state: 'bad',
        message: `Redis takes no writes: ${unwritable}`,
        remedy:
          'Let REDIS_URL lead to the primary, and give Redis more memory or disk. Until then, work waits for the sweep.',
      };
    if (warnings.length > 0)
      return {
        check,
        state: 'warning',
        message: warnings.join('; '),
        remedy: 'Set appendonly to yes in Redis.',
      };
    return { check, state: 'ok', message: 'in Redis, which evicts no keys and stores its data on disk' };
  } catch (error) {
    return { check, state: 'bad', message: `Redis: ${reasonOf(error)}`, remedy };
  }
}

async function checkQueuesInPostgres(directUrl: string): Promise<Finding> {
  const check = 'queues';
  try {
    const waiting = await checkPostgresQueues(directUrl, Object.values(QUEUES));
    const overdue = waiting.filter(({ since }) => Date.now() - since.getTime() > MAX_WAIT_MS);
    if (overdue.length === 0)
      return { check, state: 'ok', message: 'in PostgreSQL: a job could be added and taken' };
    const since = overdue.map(({ queue, since }) => `${queue} since ${since.toISOString()}`).join(', ');
    const remedy = 'Start a worker, or read the logs of the running workers. Nothing is lost.';
    return { check, state: 'warning', message: `jobs are waiting too long: ${since}`, remedy };
  } catch (error) {
    const remedy =
      'Run npm run migrate, which creates their tables. DATABASE_DIRECT_URL must bypass any pooler.';
    return { check, state: 'bad', message: `PostgreSQL: ${reasonOf(error)}`, remedy };
  }
}

/** Returns the error code or message, never the URL, which contains the password. */
const reasonOf = (error: unknown): string =>
  (error as { code?: string }).code ?? (error instanceof Error ? error.message : String(error));
