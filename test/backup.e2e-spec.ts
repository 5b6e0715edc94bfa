import { execFile } from 'node:child_process';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverAccount } from '../tools/embedded-postgres/account.js';
import { EmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.js';
import { migrateEverything } from '../tools/migrations.js';
import { builtFile } from '../tools/start/checkout.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { findCommand } from './docs-commands.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startApi, startWorker } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { requireProgram } from './requirements.js';
import { sql } from './sql.js';

const bin = '/usr/lib/postgresql/15/bin';
const run = promisify(execFile);

const PAGE = 'docs/operations/backup.md';

requireProgram(`${bin}/pg_basebackup`, 'apt-get install postgresql-15')('backups of PostgreSQL 15', () => {
  let folder: TestFolder;
  let postgres: EmbeddedPostgres;
  let webhook: CreatedWebhook;
  let receiver: Receiver;
  const pathOf = (...names: string[]) => join(folder.path, ...names);

  beforeAll(async () => {
    folder = await createTestFolder('backup');
    receiver = await startReceiver();
    postgres = await EmbeddedPostgres.open({
      dataDir: pathOf('first'),
      binaries: { bin },
      settings: {
        wal_level: 'replica',
        archive_mode: 'on',
        archive_command: `test ! -f ${pathOf('archive')}/%f && cp %p ${pathOf('archive')}/%f`,
      },
    });
    await makeFolder('archive');
    await makeFolder('backup');
    await postgres.start();
    await postgres.createDatabase('tocsin');
    await migrateEverything(postgres.url('tocsin'));
  });
  afterAll(async () => {
    await receiver?.close();
    await postgres?.close();
    await folder?.remove();
  });

  const account = serverAccount();
  /** Runs shell commands as the account of PostgreSQL. @returns their output */
  async function runAsServer(commands: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const PATH = `${bin}:${process.env.PATH ?? ''}`;
    const PGPASSWORD = new URL(postgres.url()).password;
    const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', commands], {
      ...account,
      cwd: '/',
      env: { PATH, PGPASSWORD, ...env },
    });
    return stdout;
  }
  const serverOptions = (server = postgres) => {
    const { hostname, port, username } = new URL(server.url());
    return `-h ${hostname} -p ${port} -U ${username}`;
  };

  /** Creates a folder that belongs to the account of PostgreSQL. */
  async function makeFolder(name: string): Promise<void> {
    await mkdir(pathOf(name), { mode: 0o700 });
    if (account) await chown(pathOf(name), account.uid, account.gid);
  }

  async function withApps(
    work: (api: string) => Promise<void>,
    databaseUrl = postgres.url('tocsin'),
  ): Promise<void> {
    const env = { NOTIFICATION_ALLOW: '127.0.0.1' };
    const apps = await Promise.all([startApi({ databaseUrl, env }), startWorker({ databaseUrl, env })]);
    try {
      await work(apps[0].url);
    } finally {
      await Promise.all(apps.map((app) => app.stop()));
    }
  }

  const readKeys = async (url: string) =>
    new Set(
      (await sql<{ event_key: string }>(url, 'select event_key from event')).map(
        ({ event_key }) => event_key,
      ),
    );

  it('point-in-time recovery restores the deliveries acknowledged before the target time', async () => {
    const acknowledged: { key: string; sent: number; answered: number }[] = [];
    let moment = '';
    let [before, after] = [0, 0];
    await withApps(async (api) => {
      webhook = await createWebhook(api, 'direct');
      const subscription = await call<{ signing_secret: string }>(
        'POST',
        `${api}/notification/v1/subscriptions`,
        { domain_id: 'demo', name: 'on-call', protocol_id: 'webhook', options: { url: receiver.url } },
      );
      expect(subscription.status).toBe(201);
      receiver.secrets = [subscription.body.signing_secret];
      const stop = new AbortController();
      const sender = async (name: string) => {
        for (let n = 0; !stop.signal.aborted; n += 1) {
          const sent = performance.now();
          const key = `${name}-${n}`;
          const { status } = await call('POST', api + webhook.path, { event_key: key, title: 'T' }, {});
          if (status === 202) acknowledged.push({ key, sent, answered: performance.now() });
        }
      };
      const load = ['a', 'b', 'c'].map(sender);
      const acknowledge = async (count: number) => {
        for (const most = acknowledged.length + count; acknowledged.length < most;) await sleep(50);
      };
      await acknowledge(10);
      await runAsServer(
        findCommand('pg_basebackup', PAGE, {
          '-o postgres -g postgres ': '',
          '-h HOST -U postgres': serverOptions(),
          '/backup': pathOf('backup'),
        }),
      );
      await acknowledge(30);
      before = performance.now();
      [{ moment }] = (await sql<{ moment: string }>(
        postgres.url(),
        'select clock_timestamp()::text as moment',
      )) as [{ moment: string }];
      after = performance.now();
      await acknowledge(30);
      stop.abort();
      await Promise.all(load);
    });
    // The accident that the restore must undo.
    await sql(postgres.url('tocsin'), 'delete from event');
    await sql(postgres.url('tocsin'), 'delete from webhook');
    await sql(postgres.url(), 'select pg_switch_wal()');
    await until(
      () =>
        sql<{ last: string | null }>(
          postgres.url(),
          'select last_archived_wal as last from pg_stat_archiver where last_archived_time > $1::timestamptz',
          [moment],
        ),
      (rows) => rows.length === 1,
    );
    await postgres.close();
    await restore(moment);

    const kept = acknowledged.filter(({ answered }) => answered < before).map(({ key }) => key);
    const late = acknowledged.filter(({ sent }) => sent > after).map(({ key }) => key);
    expect([kept.length, late.length].every((count) => count > 20)).toBe(true);
    await withApps(async (api) => {
      const found = await until(
        () => readKeys(postgres.url('tocsin')),
        (keys) => kept.every((key) => keys.has(key)),
      );
      expect(late.filter((key) => found.has(key))).toEqual([]);
      const next = await call<{ status: string }>(
        'POST',
        api + webhook.path,
        { event_key: 'next', title: 'T' },
        { prefer: 'wait=10' },
      );
      expect([next.status, next.body.status]).toEqual([200, 'PROCESSED']);
      const ledger = await call<{ balanced: boolean }>('GET', `${api}/monitoring/v1/ledger`);
      expect(ledger.body.balanced).toBe(true);
      // The subscription works again: it sends the outstanding notifications, then the new ones.
      await until(
        async () => new Set(receiver.received.map(({ body }) => body.data.alert.event_key)),
        (told) => told.has('next') && kept.every((key) => told.has(key)),
      );
      const notified = await call<{ balanced: boolean }>(
        'GET',
        `${api}/notification/v1/ledger?domain_id=demo`,
      );
      expect(notified.body.balanced).toBe(true);
    });
  });

  /** Starts a server with the same address and password and the data of the backup. */
  async function restore(moment: string): Promise<void> {
    await run('cp', ['-a', pathOf('first'), pathOf('second')]);
    await rm(pathOf('second', 'postgres'), { recursive: true });
    const [prepared] = findCommand('recovery_target_time', PAGE, {
      '/backup': pathOf('backup'),
      '/archive': pathOf('archive'),
      '/var/lib/postgresql/15/restored': pathOf('backup', 'restored'),
      '2026-11-22 00:18:44.564596+00': moment,
    }).split('pg_ctl');
    await runAsServer(prepared ?? '');
    await run('mv', [pathOf('backup', 'restored'), pathOf('second', 'postgres')]);
    postgres = await EmbeddedPostgres.open({ dataDir: pathOf('second'), binaries: { bin } });
    await postgres.start();
    await until(
      () => sql<{ yes: boolean }>(postgres.url(), 'select pg_is_in_recovery() as yes'),
      ([row]) => row?.yes === false,
    );
  }

  it('a dump restored into another cluster has the rows of every table, and notifications go on', async () => {
    const other = await EmbeddedPostgres.open({ dataDir: pathOf('other'), binaries: { bin } });
    await other.start();
    try {
      await restoreDump(other);
    } finally {
      await other.close();
    }
  });

  async function restoreDump(other: EmbeddedPostgres): Promise<void> {
    const [from, to] = [postgres.url('tocsin'), other.url('restored')];
    const own = { '/backup': pathOf('backup') };
    // The numbers of transactions of the other cluster are far behind. A change that nobody has read is restored, too.
    await sql(
      from,
      `do $$ begin for n in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$`,
    );
    await sql(from, `update notification_cursor set xid = pg_current_xact_id()`);
    const [unread] = await sql<{ alert_id: string }>(
      from,
      `insert into alert_change (domain_id, webhook_id, project_id, alert_id, kind, state, severity, event_id)
       select domain_id, webhook_id, project_id, alert_id, 'opened', 'OPEN', severity, event_id from alert_change limit 1
       returning alert_id`,
    );
    expect(unread).toBeDefined();
    await runAsServer(findCommand('pg_dump', PAGE, own), { DATABASE_URL: from });
    const printed = await runAsServer(
      findCommand('pg_restore', PAGE, {
        ...own,
        '-h HOST -U postgres -O tocsin': serverOptions(other),
        'postgresql://tocsin:…@HOST/restored': to,
        'node dist/tools/migrate.js': `'${process.execPath}' '${builtFile('tools/migrate.js')}'`,
      }),
      { PGPASSWORD: new URL(other.url()).password },
    );
    expect(printed).toContain('The schema is up to date.');
    const tables = await sql<{ name: string }>(
      from,
      `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where relname <> 'event_feed' order by 1`,
    );
    expect(tables.length).toBeGreaterThan(60);
    const count = async (url: string) =>
      Promise.all(
        tables.map(async ({ name }) => [
          name,
          (await sql<{ n: string }>(url, `select count(*) as n from ${name}`))[0]?.n,
        ]),
      );
    expect(await count(to)).toEqual(await count(from));
    await withApps(async (api) => {
      const { status } = await call(
        'POST',
        api + webhook.path,
        { event_key: 'in the copy', title: 'T' },
        { prefer: 'wait=10' },
      );
      expect([status, (await readKeys(to)).has('in the copy')]).toEqual([200, true]);
      await until(
        async () => receiver.received.map(({ body }) => body.data.alert.event_key),
        (told) => told.includes('in the copy'),
      );
      const countTold = async (url: string) => {
        const count = 'select count(*)::int as told from notification where alert_id = $1';
        return (await sql<{ told: number }>(url, count, [unread?.alert_id]))[0]?.told ?? 0;
      };
      expect(await countTold(to)).toBe((await countTold(from)) + 1);
    }, to);
  }
});
