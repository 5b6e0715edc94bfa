import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { readOutageSeconds } from './guide.js';
import { startIcinga } from './icinga.js';
import type { MonitoringCore } from './monitoring-core.js';
import { startNagios } from './nagios.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { hasProgram } from './requirements.js';

interface Event {
  readonly event_type: string;
  readonly alert_id: string;
  readonly event_key: string;
  readonly title: string;
  readonly description: string;
  readonly rule: string;
  readonly severity: string;
  readonly occurred_at: string;
  readonly additional_info: Readonly<Record<string, unknown>>;
}

interface Alert {
  readonly state: string;
  readonly duplicate_count: number;
}

const OUTAGE_SECONDS = 20;
const CORES = [
  { plugin_id: 'icinga', program: 'icinga2', remedy: 'apt-get install icinga2-bin', start: startIcinga },
  { plugin_id: 'nagios', program: 'nagios4', remedy: 'apt-get install nagios4-core', start: startNagios },
] as const;
const installed = hasProgram('curl', 'apt-get install curl')
  ? CORES.filter(({ program, remedy }) => hasProgram(program, remedy))
  : [];

/** A monitoring core, and the events and alerts of what it sent. */
interface Sender {
  readonly plugin_id: string;
  readonly core: MonitoringCore;
  found(service: string, state: number, output: string): Promise<void>;
  events(service: string): Promise<Event[]>;
  alerts(service: string): Promise<Alert[]>;
}

describe.skipIf(installed.length === 0)('real Icinga 2 and Nagios 4, set up by their guides', () => {
  let server: TestServer;
  /** Keeps running, and responds with 503 while the database is down. */
  let unavailableApi: AppUnderTest;
  /** Is stopped, so that its port is closed. */
  let stoppedApi: AppUnderTest;
  let worker: AppUnderTest;
  let sendersToUnavailable: Sender[] = [];
  let sendersToStopped: Sender[] = [];

  async function startSenders(api: AppUnderTest): Promise<Sender[]> {
    return Promise.all(
      installed.map(async ({ plugin_id, start }) => {
        const { webhook_id, path } = await createWebhook(api.url, plugin_id);
        const core = await start(`${api.url}${path}`);
        const list = async <T>(what: string, service: string) => {
          const url = `${unavailableApi.url}/monitoring/v1/${what}?domain_id=demo&webhook_id=${webhook_id}&event_key=db-1!${service}`;
          return (await call<{ results: T[] }>('GET', url)).body.results;
        };
        return {
          plugin_id,
          core,
          found: (service, state, output) =>
            core.command(`PROCESS_SERVICE_CHECK_RESULT;db-1;${service};${state};${output}`),
          events: (service) => list<Event>('events', service),
          alerts: (service) => list<Alert>('alerts', service),
        } satisfies Sender;
      }),
    );
  }

  beforeAll(async () => {
    server = await startTestServer();
    [unavailableApi, stoppedApi, worker] = await Promise.all([
      startApi({ databaseUrl: server.url }),
      startApi({ databaseUrl: server.url }),
      startWorker({ databaseUrl: server.url }),
    ]);
    [sendersToUnavailable, sendersToStopped] = await Promise.all([
      startSenders(unavailableApi),
      startSenders(stoppedApi),
    ]);
    await Promise.all(all().flatMap(({ found }) => ['disk', 'load'].map((name) => found(name, 0, 'fine'))));
  });

  afterAll(async () => {
    await Promise.all(all().map(({ core }) => core.stop()));
    await Promise.all([unavailableApi?.kill(), stoppedApi?.kill(), worker?.kill()]);
    await server?.close();
  });

  const all = () => [...sendersToUnavailable, ...sendersToStopped];
  const eachSender = (work: (sender: Sender) => Promise<void>) => Promise.all(all().map(work));

  it('send the output of a check with all its characters', async () => {
    await eachSender(async ({ plugin_id, found, events }) => {
      await sleep(1000);
      await found('load', 2, String.raw`100% & C:\temp\|load=9\nline 2: a+b=c\nline 3`);
      const [alert] = await until(
        () => events('load'),
        ({ length }) => length > 0,
      );
      expect([plugin_id, alert]).toMatchObject([
        plugin_id,
        {
          event_type: 'ALERT',
          severity: 'CRITICAL',
          title: 'load on db-1 is CRITICAL',
          // Nagios itself removes the ampersand.
          description: expect.stringMatching(/^100% &? C:\\temp\\\nline 2: a\+b=c\nline 3$/),
          rule: 'load',
        },
      ]);
    });
  });

  it('send reminders and custom notifications as the same alarm', async () => {
    await eachSender(async ({ plugin_id, core, found, events, alerts }) => {
      await core.command('SEND_CUSTOM_SVC_NOTIFICATION;db-1;load;2;ann;I am looking');
      // Only Nagios is configured here to send reminders within seconds.
      await sleep(1100);
      await found('load', 2, 'still');
      const expected = plugin_id === 'nagios' ? 2 : 1;
      const [alert] = await until(
        () => alerts('load'),
        ([open]) => open !== undefined && open.duplicate_count >= expected,
      );
      expect(alert?.state).toBe('OPEN');
      expect(await events('load')).toHaveLength(1);
    });
  });

  it('lose nothing while the service answers 503, or its port is closed', { timeout: 90_000 }, async () => {
    for (const { plugin_id } of installed)
      expect(readOutageSeconds(plugin_id)).toBeGreaterThan(OUTAGE_SECONDS);
    await Promise.all([server.postgres.kill(), stoppedApi.stop()]);
    await eachSender(async ({ found }) => {
      await found('disk', 2, 'full');
      await found('load', 0, 'fine again');
    });
    await sleep(OUTAGE_SECONDS * 1000);
    const { port } = new URL(stoppedApi.url);
    const metrics = new URL(stoppedApi.metricsUrl).port;
    await server.postgres.start();
    stoppedApi = await startApi({ databaseUrl: server.url, env: { PORT: port, METRICS_PORT: metrics } });
    await eachSender(async ({ plugin_id, events, alerts }) => {
      const disk = await until(
        () => events('disk'),
        ({ length }) => length > 0,
      );
      expect([plugin_id, disk]).toMatchObject([plugin_id, [{ event_type: 'ALERT', description: 'full' }]]);
      const load = await until(
        () => events('load'),
        ({ length }) => length > 1,
      );
      expect(load.map(({ event_type }) => event_type).toSorted()).toEqual(['ALERT', 'RECOVERY']);
      expect(await alerts('load')).toMatchObject([{ state: 'RESOLVED' }]);
    });
  });

  it('send the final state when flapping ends', async () => {
    await eachSender(async ({ plugin_id, found, alerts }) => {
      for (const state of [0, 2, 0, 2, 0, 2, 0, 2, 0, 2]) {
        await found('disk', state, 'flapping');
        await sleep(200);
      }
      await sleep(1500);
      for (let times = 0; times < 25; times++) await found('disk', 0, 'steady');
      const last = await until(
        () => alerts('disk'),
        (told) => told.every(({ state }) => state === 'RESOLVED'),
      );
      expect([plugin_id, last.length > 0]).toEqual([plugin_id, true]);
    });
  });
});
