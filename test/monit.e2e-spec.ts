import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { blockOfTheGuide } from './guide.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { findProgram, requireProgram } from './requirements.js';

interface Event {
  readonly event_type: string;
  readonly alert_id: string;
  readonly rule: string;
  readonly title: string;
  readonly description: string;
}

const program = findProgram('curl') === undefined ? 'curl' : 'monit';

requireProgram(program, `apt-get install ${program}`)('a real Monit', () => {
  let database: TestDatabase;
  let folder: TestFolder;
  let api: AppUnderTest;
  let worker: AppUnderTest;
  let monit: ChildProcess;
  let watched: string;
  let events: () => Promise<Event[]>;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await createTestFolder('monit');
    [api, worker] = await Promise.all([
      startApi({ databaseUrl: database.url }),
      startWorker({ databaseUrl: database.url }),
    ]);
    const webhook = await createWebhook(api.url, 'monit');
    events = async () => {
      const url = `${api.url}/monitoring/v1/events?domain_id=demo&webhook_id=${webhook.webhook_id}`;
      return (await call<{ results: Event[] }>('GET', url)).body.results;
    };
    const at = (name: string) => join(folder.path, name);
    watched = at('watched');
    await writeFile(watched, 'here');
    await writeFile(at('tocsin.sh'), blockOfTheGuide('monit', `${api.url}${webhook.path}`));
    await chmod(at('tocsin.sh'), 0o700);
    await writeFile(
      at('monitrc'),
      `set daemon 1
set idfile ${at('id')}
set statefile ${at('state')}
set pidfile ${at('pid')}
check file backup with path ${watched}
  if does not exist
    then exec "${at('tocsin.sh')}"
    else if succeeded then exec "${at('tocsin.sh')}"
`,
    );
    await chmod(at('monitrc'), 0o600);
    monit = spawn(findProgram('monit') ?? 'monit', ['-I', '-c', at('monitrc')], { stdio: 'ignore' });
  });

  afterAll(async () => {
    monit?.kill();
    if (monit?.exitCode === null && monit.signalCode === null) await once(monit, 'exit');
    await Promise.all([api?.stop(), worker?.stop()]);
    await database?.drop();
    await folder?.remove();
  });

  it('tells of what is gone, and that it is there again', { timeout: 60_000 }, async () => {
    await rm(watched);
    const [alert] = await until(events, ({ length }) => length === 1);
    expect(alert).toMatchObject({ event_type: 'ALERT', rule: 'backup' });
    expect(alert?.title).toMatch(/^backup .*Does not exist/i);
    expect(alert?.description).toMatch(/file doesn't exist/i);
    await writeFile(watched, 'here again');
    const [recovery] = await until(events, ({ length }) => length === 2);
    expect(recovery).toMatchObject({ event_type: 'RECOVERY', alert_id: alert?.alert_id });
  });
});
