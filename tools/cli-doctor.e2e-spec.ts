import { createPostgresBackend, Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { createTestFolder } from '#test/folder.js';
import { startPgBouncer } from '#test/pgbouncer.js';
import { encryptionKey, rootApiKey } from '#test/processes.js';
import { redisQueues } from '#test/queue-servers.js';
import { requireProgram } from '#test/requirements.js';
import { sql } from '#test/sql.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function findings(settings: Readonly<Record<string, string>> = {}) {
  const { out } = await runCli(['doctor', '--json'], {
    TOCSIN_URL: 'http://127.0.0.1:4',
    DATABASE_URL: database.url,
    ROOT_API_KEY: rootApiKey,
    ENCRYPTION_KEY: encryptionKey,
    ...settings,
  });
  return JSON.parse(out) as { check: string }[];
}

const queues = async () => (await findings()).find(({ check }) => check === 'queues');

describe('tocsin doctor', () => {
  it('requires a live API and a live worker', async () => {
    const processes = async () => (await findings()).filter(({ check }) => check.startsWith('live '));
    await sql(
      database.url,
      `insert into running_process (process_id, app, name, address, version, heartbeat_at) values
         (gen_random_uuid(), 'api', 'api-1', 'http://h:1', '1', clock_timestamp()),
         (gen_random_uuid(), 'worker', 'worker-1', 'http://h:2', '1', clock_timestamp() - interval '1 minute')`,
    );
    expect(await processes()).toMatchObject([
      { check: 'live APIs', state: 'ok', message: '1' },
      {
        check: 'live workers',
        state: 'bad',
        message: expect.stringContaining('not processed until') as string,
        remedy: expect.stringContaining('node dist/bundle/worker.js') as string,
      },
    ]);
    await sql(database.url, 'update running_process set heartbeat_at = clock_timestamp()');
    expect(await processes()).toMatchObject([{ state: 'ok' }, { check: 'live workers', state: 'ok' }]);
  });

  it('names a table whose partitions are not created a week ahead', async () => {
    const partitions = async () => (await findings()).find(({ check }) => check === 'partitions');
    expect(await partitions()).toMatchObject({ state: 'ok' });
    await sql(
      database.url,
      `do $$ declare one text; begin
         for one in select inhrelid::regclass::text from pg_inherits
           where inhparent = 'alert_change'::regclass order by 1 desc limit 9
         loop execute 'drop table ' || one; end loop;
       end $$`,
    );
    expect(await partitions()).toMatchObject({
      state: 'bad',
      message: expect.stringMatching(/the newest: alert_change \d{8}$/) as string,
    });
  });

  it('warns of webhooks that refused deliveries today', async () => {
    const refused = async () => (await findings()).find(({ check }) => check === 'refused deliveries');
    expect(await refused()).toMatchObject({ state: 'ok' });
    await sql(
      database.url,
      `insert into webhook (webhook_id, domain_id, project_id, name, state, access_key, access_key_digest, plugin_id,
         plugin_version, upgrade_mode, options, settings, tags, created_at, updated_at)
       values ('0192a5a0-0000-7000-8000-000000000000', 'd1', 'p1', 'Prometheus', 'ENABLED', '', '', 'prometheus', '1.0.0',
         'AUTO', '{}', '{}', '{}', now(), now())`,
    );
    await sql(
      database.url,
      `insert into webhook_refusal values
         ('d1', '0192a5a0-0000-7000-8000-000000000000', 413, 12, now(), 'The body is larger'),
         ('d1', '0192a5a0-0000-7000-8000-000000000000', 400, 3, now() - interval '2 days', 'cannot be read'),
         ('d1', '0192a5a0-0000-7000-8000-000000000000', 503, 9, now(), 'at its limit')`,
    );
    try {
      expect(await refused()).toMatchObject({
        state: 'warning',
        message: expect.stringMatching(
          /^webhook_\w+ \(Prometheus\): 12 with 413, "The body is larger"$/,
        ) as string,
      });
    } finally {
      await sql(database.url, 'delete from webhook_refusal');
      await sql(database.url, 'delete from webhook');
    }
  });

  it('names plugins of webhooks that no live worker has', async () => {
    const plugins = async () => (await findings()).find(({ check }) => check === 'plugins');
    await sql(
      database.url,
      `insert into webhook (webhook_id, domain_id, project_id, name, state, access_key, access_key_digest, plugin_id,
         plugin_version, upgrade_mode, options, settings, tags, created_at, updated_at)
       values (gen_random_uuid(), 'd1', 'p1', 'Own', 'ENABLED', '', '', 'own', '2.0.0', 'AUTO', '{}', '{}', '{}', now(), now())`,
    );
    const announce = (versions: string, age: string) =>
      sql(
        database.url,
        `insert into worker_plugins (worker_id, versions, heartbeat_at)
         values (gen_random_uuid(), '${versions}', clock_timestamp() - interval '${age}')`,
      );
    try {
      // Another check says that no worker is alive.
      await announce('{own 2.0.0}', '2 minutes');
      expect(await plugins()).toMatchObject({ state: 'ok' });
      await announce('{own 1.0.0}', '5 seconds');
      expect(await plugins()).toMatchObject({
        state: 'bad',
        message: 'no live worker has own 2.0.0 of 1 webhook: their deliveries wait',
      });
      await announce('{own 1.0.0,own 2.0.0}', '5 seconds');
      expect(await plugins()).toMatchObject({ state: 'ok' });
    } finally {
      await sql(database.url, 'delete from worker_plugins');
      await sql(database.url, 'delete from webhook');
    }
  });

  it('names domains whose changes of alerts wait for a minute', async () => {
    const notifications = async () => (await findings()).find(({ check }) => check === 'notifications');
    await sql(
      database.url,
      `insert into notification_cursor (domain_id, xid, index, at)
       select domain_id, '5'::xid8, 0, extract(epoch from clock_timestamp()) - age
       from (values ('told', 5), ('quiet', 90), ('stuck', 90)) as cursor (domain_id, age)`,
    );
    expect(await notifications()).toMatchObject({ state: 'ok' });
    await sql(
      database.url,
      `insert into alert_change (domain_id, webhook_id, project_id, alert_id, kind, state, severity)
       select domain_id, gen_random_uuid(), 'p1', gen_random_uuid(), 'opened', 'OPEN', 'ERROR'
       from unnest(array['told', 'stuck']) as domain_id`,
    );
    try {
      expect(await notifications()).toMatchObject({
        state: 'bad',
        message: expect.stringMatching(/more than a minute, in stuck$/) as string,
      });
      // The position of another server, whose dump was restored.
      await sql(database.url, `update notification_cursor set xid = '9000000000'::xid8`);
      expect(await notifications()).toMatchObject({ state: 'bad' });
    } finally {
      await sql(database.url, 'truncate notification_cursor, alert_change');
    }
  });

  it('names the files that keep deliveries which the database refused', async () => {
    const kept = async () => (await findings()).find(({ check }) => check === 'kept deliveries');
    expect(await kept()).toMatchObject({ state: 'ok' });
    await sql(
      database.url,
      `insert into lost_deliveries (day, delivery_count, first_segment_id, last_segment_id, first_received_at,
         last_received_at, reason)
       select (clock_timestamp() at time zone 'UTC')::date, 4, gen_random_uuid(), gen_random_uuid(), now(), now(), reason
       from unnest(array['kept in h:/spool/0/0000000001.spool.refused', 'its timeline was 1 and is 2']) as reason`,
    );
    try {
      expect(await kept()).toMatchObject({
        state: 'warning',
        message: 'accepted, and refused by the database: 4 in h:/spool/0/0000000001.spool.refused',
        remedy: expect.stringContaining('tocsin spool retry') as string,
      });
    } finally {
      await sql(database.url, 'truncate lost_deliveries');
    }
  });

  it('warns of ignored settings', async () => {
    const [configuration] = await findings({ EVENT_RETENTON: '30', MAPPING_MEMORY: '128' });
    expect(configuration).toMatchObject({
      check: 'configuration',
      state: 'warning',
      message:
        'ignored variables: EVENT_RETENTON (did you mean EVENT_RETENTION?), MAPPING_MEMORY (fixed at: 64 megabytes)',
    });
  });
});

describe('check of temporary files by tocsin doctor', () => {
  const temporary = async (DATABASE_URL = database.url) =>
    (await findings({ DATABASE_URL })).find(({ check }) => check === 'temporary files');

  it('reports their limit and warns if there is none', async () => {
    expect(await temporary()).toMatchObject({ state: 'ok', message: 'at most 1GB per list or statistic' });
    const name = new URL(database.url).pathname.slice(1);
    const role = `plain_${name}`;
    const plain = new URL(database.url);
    Object.assign(plain, { username: role, password: 'secret-of-a-role' });
    await sql(
      database.url,
      `create role "${role}" login password 'secret-of-a-role' in role pg_read_all_data`,
    );
    try {
      expect(await temporary(plain.href)).toMatchObject({
        state: 'warning',
        remedy: expect.stringContaining('grant set on parameter temp_file_limit') as string,
      });
      await sql(database.url, `grant set on parameter temp_file_limit to "${role}"`);
      expect(await temporary(plain.href)).toMatchObject({ state: 'ok' });
      await sql(database.url, `revoke set on parameter temp_file_limit from "${role}"`);
      await sql(database.url, `alter role "${role}" set temp_file_limit = '2GB'`);
      expect(await temporary(plain.href)).toMatchObject({
        state: 'ok',
        message: 'at most 2GB, set in PostgreSQL',
      });
    } finally {
      await sql(database.url, `drop role "${role}"`);
    }
  });
});

describe('check of queues in PostgreSQL by tocsin doctor', () => {
  it('adds and takes a job and leaves no rows behind', async () => {
    expect(await queues()).toMatchObject({
      state: 'ok',
      message: 'in PostgreSQL: a job could be added and taken',
    });
    for (const table of ['job', 'event', 'meta'])
      expect(
        await sql(database.url, `select * from bullmq.${table} t where t::text like '%check-%'`),
      ).toEqual([]);
  });

  it('warns of jobs that no worker takes', async () => {
    const connection = { connectionString: database.url };
    const queue = new Queue('deliveries', { connection }, createPostgresBackend);
    await queue.add('deliveries', {}, { timestamp: Date.parse('2026-11-20T10:00:00Z') });
    await queue.close();
    expect(await queues()).toMatchObject({
      state: 'warning',
      message: 'jobs are waiting too long: deliveries since 2026-11-20T10:00:00.000Z',
      remedy: expect.stringContaining('Start a worker') as string,
    });
  });

  it('reports a missing table or schema', async () => {
    await sql(database.url, 'drop table bullmq.job cascade');
    expect(await queues()).toMatchObject({ state: 'bad', message: expect.any(String) as string });
    await sql(database.url, 'drop schema bullmq cascade');
    expect(await queues()).toMatchObject({
      state: 'bad',
      remedy: expect.stringContaining('npm run migrate') as string,
    });
  });
});

requireProgram('redis-server', 'apt-get install redis-server')('the queues of tocsin doctor in Redis', () => {
  it.each([
    ['full', ['--maxmemory', '500kb'], 'Redis takes no writes: its memory is full (maxmemory 500.00K)'],
    ['a replica', ['--replicaof', '127.0.0.1 4'], 'Redis takes no writes: READONLY'],
  ])('must not be %s', async (_state, settings, message) => {
    const redis = await redisQueues('single', ['--maxmemory-policy', 'noeviction', ...settings]);
    try {
      const found = (await findings(redis.env)).find(({ check }) => check === 'queues');
      expect(found).toMatchObject({ state: 'bad', message: expect.stringContaining(message) as string });
    } finally {
      await redis.close();
    }
  });
});

requireProgram('pgbouncer', 'apt-get install pgbouncer')('the pooler of tocsin doctor', () => {
  it.each(['transaction', 'statement'] as const)('is checked in %s mode', async (mode) => {
    const folder = await createTestFolder('doctor-pooler');
    const pooler = await startPgBouncer(folder.path, database.url, 5, mode);
    try {
      const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
      const found = (await findings(settings)).find(({ check }) => check === 'sessions through the pooler');
      expect(found).toMatchObject(
        mode === 'transaction'
          ? { state: 'ok' }
          : { state: 'bad', remedy: 'Set pool_mode = transaction in the pooler.' },
      );
    } finally {
      pooler.stop();
      await folder.remove();
    }
  });
});
