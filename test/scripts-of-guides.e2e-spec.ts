import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BUILT_IN_PLUGINS } from '#monitoring';
import { call, createWebhook, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { readGuideBlock, readGuideBlocks } from './guide.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { hasProgram, requireProgram } from './requirements.js';

interface Event {
  readonly event_type: string;
  readonly event_key: string;
  readonly title: string;
  readonly occurred_at: string | null;
}

const ALARM_NOTIFY = '/usr/lib/netdata/plugins.d/alarm-notify.sh';

it('every guide that posts by curl is tried', () => {
  const posting = BUILT_IN_PLUGINS.map(({ plugin_id }) => plugin_id).filter((plugin_id) =>
    readGuideBlocks(plugin_id, '').some((block) => /\bcurl\b/.test(block)),
  );
  // These are run by the real programs in other tests.
  const elsewhere = ['icinga', 'monit', 'nagios'];
  const here = ['checkmk', 'direct', 'goalert', 'netdata', 'ntfy', 'redis-sentinel', 'sensu'];
  expect([...new Set(posting)].toSorted()).toEqual([...elsewhere, ...here].toSorted());
});

async function shell(
  script: string,
  env: Readonly<Record<string, string>>,
  input = '',
  args: readonly string[] = [],
): Promise<void> {
  const running = promisify(execFile)('sh', ['-e', '-c', script, 'sh', ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  // A script that does not read its input may end before it is written.
  running.child.stdin?.on('error', () => undefined).end(input);
  await running;
}

requireProgram('curl', 'apt-get install curl')('commands and scripts of the guides', () => {
  let database: TestDatabase;
  let folder: TestFolder;
  let api: AppUnderTest;
  let worker: AppUnderTest;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await createTestFolder('guides');
    [api, worker] = await Promise.all([
      startApi({ databaseUrl: database.url }),
      startWorker({ databaseUrl: database.url }),
    ]);
  });

  afterAll(async () => {
    await Promise.all([api?.kill(), worker?.kill()]);
    await database?.drop();
    await folder?.remove();
  });

  async function webhookOf(plugin_id: string) {
    const { webhook_id, path } = await createWebhook(api.url, plugin_id);
    const url = `${api.url}/monitoring/v1/events?domain_id=demo&webhook_id=${webhook_id}`;
    return {
      webhookUrl: `${api.url}${path}`,
      /** Newest first. */
      events: async () => (await call<{ results: Event[] }>('GET', url)).body.results,
    };
  }

  it('create events of direct', async () => {
    const { webhookUrl, events } = await webhookOf('direct');
    await shell(readGuideBlock('direct', webhookUrl), {});
    await shell(readGuideBlock('direct', webhookUrl, 1), {});
    const receivedEvents = await until(events, ({ length }) => length === 2);
    expect(receivedEvents).toMatchObject([
      { event_key: 'backup/orders-db', event_type: 'RECOVERY' },
      { event_key: 'backup/orders-db', event_type: 'ALERT', title: 'Backup of orders-db failed' },
    ]);
    for (const { occurred_at } of receivedEvents)
      expect(Math.abs(Date.now() - Date.parse(occurred_at ?? ''))).toBeLessThan(60_000);
  });

  it('create events of goalert', async () => {
    const { webhookUrl, events } = await webhookOf('goalert');
    await shell(readGuideBlock('goalert', webhookUrl), { WEBHOOK_URL: webhookUrl });
    const receivedEvents = await until(events, ({ length }) => length === 2);
    expect(receivedEvents).toMatchObject([
      { event_key: 'disk-db-1', event_type: 'RECOVERY' },
      { event_key: 'disk-db-1', event_type: 'ALERT', title: 'Disk of db-1 is full' },
    ]);
  });

  it('create events of ntfy', async () => {
    const { webhookUrl, events } = await webhookOf('ntfy');
    await shell(readGuideBlock('ntfy', webhookUrl), {});
    const [recovery, alert] = await until(events, ({ length }) => length === 2);
    expect(alert).toMatchObject({ event_type: 'ALERT', title: 'Disk of db-1' });
    expect(recovery).toMatchObject({ event_type: 'RECOVERY', event_key: alert?.event_key });
  });

  it('create events of redis-sentinel', async () => {
    const { webhookUrl, events } = await webhookOf('redis-sentinel');
    const script = readGuideBlock('redis-sentinel', webhookUrl).replace('the webhook_url', webhookUrl);
    for (const event of ['+sdown', '-sdown'])
      await shell(script, {}, '', [event, 'master mymaster 192.0.2.1 6379']);
    const [recovery, alert] = await until(events, ({ length }) => length === 2);
    expect(alert).toMatchObject({ event_type: 'ALERT' });
    expect(recovery).toMatchObject({ event_type: 'RECOVERY', event_key: alert?.event_key });
  });

  it('create an event of sensu', async () => {
    const { webhookUrl, events } = await webhookOf('sensu');
    const handler = parse(readGuideBlock('sensu', webhookUrl)) as {
      spec: { command: string; env_vars: string[] };
    };
    const sample = BUILT_IN_PLUGINS.find(({ plugin_id }) => plugin_id === 'sensu')?.samples[0];
    const env = Object.fromEntries(handler.spec.env_vars.map((line) => line.split(/=(.*)/)));
    await shell(handler.spec.command, env, sample?.body);
    expect(await until(events, ({ length }) => length === 1)).toMatchObject([{ event_type: 'ALERT' }]);
  });

  it('create an event of checkmk, although its script does not wait for the response', async () => {
    const { webhookUrl, events } = await webhookOf('checkmk');
    await mkdir(join(folder.path, 'var/log'), { recursive: true });
    await shell(readGuideBlock('checkmk', webhookUrl), {
      OMD_SITE: 'prod',
      OMD_ROOT: folder.path,
      NOTIFY_NOTIFICATIONTYPE: 'PROBLEM',
      NOTIFY_HOSTNAME: 'db-1',
      NOTIFY_HOSTSTATE: 'UP',
      NOTIFY_SERVICEDESC: 'disk "/var"',
      NOTIFY_SERVICESTATE: 'CRIT',
      NOTIFY_SERVICEOUTPUT: '100% & C:\\',
      NOTIFY_LASTSERVICESTATECHANGE: '1741082400',
      NOTIFY_MICROTIME: '1741082460000000',
      NOTIFY_PARAMETER_1: webhookUrl,
    });
    expect(await until(events, ({ length }) => length === 1)).toMatchObject([
      {
        event_type: 'ALERT',
        title: 'disk "/var" on db-1 is CRIT',
        description: '100% & C:\\',
        account: 'prod',
        occurred_at: '2025-03-04T10:00:00.000Z',
      },
    ]);
  });

  it.runIf(hasProgram('zabbix_js', 'apt-get install zabbix-server-pgsql'))(
    'create events of zabbix with zabbix_js',
    async () => {
      const { webhookUrl, events } = await webhookOf('zabbix');
      const script = join(folder.path, 'tocsin.js');
      await writeFile(script, readGuideBlock('zabbix', webhookUrl));
      // The parameters of the guide as a server of version 6.0 in Seoul fills them in.
      const problem = {
        URL: webhookUrl,
        title: 'Problem: Load is too high on db-1',
        event_id: '22',
        trigger_id: '23133',
        trigger_name: 'Load is too high on db-1',
        event_value: '1',
        event_timestamp: '{EVENT.TIMESTAMP}',
        event_recovery_timestamp: '{EVENT.RECOVERY.TIMESTAMP}',
        event_date: '2026.11.23',
        event_time: '07:25:53',
        event_recovery_date: '{EVENT.RECOVERY.DATE}',
        event_recovery_time: '{EVENT.RECOVERY.TIME}',
        host_name: 'db-1',
      };
      const over = { event_value: '0', event_recovery_date: '2026.11.23', event_recovery_time: '07:26:01' };
      for (const body of [problem, { ...problem, ...over }])
        await shell('zabbix_js -s "$SCRIPT" -p "$BODY"', {
          SCRIPT: script,
          BODY: JSON.stringify(body),
          TZ: 'Asia/Seoul',
        });
      const receivedEvents = await until(events, ({ length }) => length === 2);
      expect(receivedEvents).toMatchObject([
        { event_key: '22', event_type: 'RECOVERY', occurred_at: '2026-11-22T22:26:01.000Z' },
        { event_key: '22', event_type: 'ALERT', occurred_at: '2026-11-22T22:25:53.000Z' },
      ]);
    },
  );

  it.runIf(hasProgram(ALARM_NOTIFY, 'apt-get install netdata-plugins-bash'))(
    'create events of netdata with alarm-notify.sh',
    async () => {
      const { webhookUrl, events } = await webhookOf('netdata');
      await writeFile(join(folder.path, 'health_alarm_notify.conf'), readGuideBlock('netdata', webhookUrl));
      await chmod(folder.path, 0o755);
      await shell(`${ALARM_NOTIFY} test`, {
        NETDATA_USER_CONFIG_DIR: folder.path,
        NETDATA_CACHE_DIR: folder.path,
      });
      const receivedEvents = await until(events, ({ length }) => length === 3);
      expect(receivedEvents.map(({ event_type }) => event_type).toSorted()).toEqual([
        'ALERT',
        'ALERT',
        'RECOVERY',
      ]);
    },
  );
});
