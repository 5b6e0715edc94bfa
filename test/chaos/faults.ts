import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FAKETIME_LIBRARY } from './faketime-library.js';
import { query } from './query.js';
import type { Testbed } from './testbed.js';
import type { RestartableApp } from './restartable-app.js';

export interface Dice {
  /** Returns a number from 0 to below 1, determined by the seed. */
  readonly random: () => number;
  readonly pick: <T>(of: readonly T[]) => T;
}

export type Fault = (testbed: Testbed, dice: Dice) => Promise<void>;

/** Milliseconds in each direction: the round trip exceeds the timeout for the database. */
const SLOW_DELAY_MS = 140;

async function killAndRestart(app: RestartableApp): Promise<void> {
  await app.kill();
  await app.start();
}

async function stopAndRestart(app: RestartableApp): Promise<void> {
  await app.stop();
  await app.start();
}

/** Kills the database, does `work` while it is down, and starts it again. */
async function whileDatabaseDown(testbed: Testbed, dice: Dice, work: () => Promise<void>): Promise<void> {
  await testbed.postgres.kill();
  try {
    await work();
    await sleep(500 + 1_500 * dice.random());
  } finally {
    await testbed.startPostgres();
  }
}

const signalAll = (apps: readonly RestartableApp[], name: NodeJS.Signals) =>
  apps.forEach((app) => app.signal(name));

export const FAULTS: Readonly<Record<string, Fault>> = {
  'API killed': ({ apis }, { pick }) => killAndRestart(pick(apis)),
  'worker killed': ({ workers }, { pick }) => killAndRestart(pick(workers)),
  'everything killed': async ({ apps }) => {
    await Promise.all(apps.map((app) => app.kill()));
    await Promise.all(apps.map((app) => app.start()));
  },
  'API stopped and started': ({ apis }, { pick }) => stopAndRestart(pick(apis)),
  'worker stopped and started': ({ workers }, { pick }) => stopAndRestart(pick(workers)),
  'PostgreSQL killed': (testbed, dice) => whileDatabaseDown(testbed, dice, async () => undefined),
  'API killed while PostgreSQL is unavailable': (testbed, dice) =>
    whileDatabaseDown(testbed, dice, async () => {
      await sleep(300);
      await killAndRestart(dice.pick(testbed.apis));
    }),
  'disk of the spool full while PostgreSQL is unavailable': async (testbed, dice) => {
    signalAll(testbed.apis, 'SIGHUP');
    try {
      await whileDatabaseDown(testbed, dice, () => sleep(500));
    } finally {
      signalAll(testbed.apis, 'SIGHUP');
    }
  },
  'disk of the spool full for a moment': (testbed, dice) =>
    whileDatabaseDown(testbed, dice, async () => {
      await sleep(300);
      signalAll(testbed.apis, 'SIGHUP');
      await sleep(300);
      signalAll(testbed.apis, 'SIGHUP');
    }),
  'folder of the spools removed while PostgreSQL is unavailable': (testbed, dice) =>
    whileDatabaseDown(testbed, dice, async () => {
      await sleep(500);
      await testbed.removeSpools();
      await sleep(500);
    }),
  'disk of the spools truly full while PostgreSQL is unavailable': async (testbed, dice) => {
    const { disk } = testbed;
    if (disk === undefined) return;
    try {
      await whileDatabaseDown(testbed, dice, async () => {
        await sleep(500);
        await disk.fill();
      });
      // The disk stays full for a while after the database is back.
      await sleep(1_000);
    } finally {
      await disk.empty();
    }
  },
  'disk of the spools read-only while PostgreSQL is unavailable': async (testbed, dice) => {
    const { disk, apis } = testbed;
    if (disk === undefined) return;
    try {
      await whileDatabaseDown(testbed, dice, async () => {
        await sleep(500);
        await disk.fail();
      });
      // The disk stays read-only for a while after the database is back.
      await sleep(2_000);
    } finally {
      await Promise.all(apis.map((api) => api.kill()));
      disk.repair();
      await Promise.all(apis.map((api) => api.start()));
    }
  },
  'disk of the database full': async ({ databaseDisk }, { random }) => {
    if (databaseDisk === undefined) return;
    await databaseDisk.fill();
    try {
      await sleep(2_000 + 3_000 * random());
    } finally {
      databaseDisk.empty();
    }
  },
  'network slow for half of the processes': async ({ network }, { random }) => {
    network.delay = SLOW_DELAY_MS;
    await sleep(3_000 + 2_000 * random());
    network.delay = 0;
  },
  'PostgreSQL unreachable for half of the processes': async ({ network }, { random }) => {
    network.cut();
    await sleep(2_000 + 7_000 * random());
    network.restore(true);
  },
  'connections of PostgreSQL terminated': ({ databaseUrl }) => terminateConnections(databaseUrl, 1),
  'connections of PostgreSQL terminated again and again': ({ databaseUrl }) =>
    terminateConnections(databaseUrl, 30),
  'worker paused': ({ workers }, { pick, random }) => pauseApp(pick(workers), 1_000 + 2_000 * random()),
  'API paused': ({ apis }, { pick, random }) => pauseApp(pick(apis), 500 + 1_500 * random()),
  'clock of a process set back': async ({ apps }, { pick }) => pick(apps).signal('SIGUSR2'),
};

/** Faults of servers and clocks. They need a stage with replication. */
export const SERVER_FAULTS: Readonly<Record<string, Fault>> = {
  'fail-over to a synchronous standby': (testbed, { random }) => testbed.failOver(500 + 1_000 * random()),
  'clock of a worker weeks ahead': ({ workers }, { pick }) => restartWithClock(pick(workers), '+45d'),
  'clock of a worker weeks behind': ({ workers }, { pick }) => restartWithClock(pick(workers), '-45d'),
  'clock of PostgreSQL weeks ahead for some seconds': (testbed) => jumpDatabaseClock(testbed, '+45d'),
  'clock of PostgreSQL weeks behind for some seconds': (testbed) => jumpDatabaseClock(testbed, '-45d'),
};

export const REDIS_FAULTS: Readonly<Record<string, Fault>> = {
  'Redis emptied': async ({ redis }) => redis?.flushAll(),
  'Redis restarted': async ({ redis }, { random }) => redis?.restart(200 + 1_500 * random()),
};

async function terminateConnections(databaseUrl: string, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  for (let n = 0; n < times; n += 1) {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    if (times > 1) await sleep(100);
  }
  await client.end();
}

const missingLibraryError = () => new Error('libfaketime is not installed: apt-get install libfaketime');

async function jumpDatabaseClock({ databaseClock, postgres }: Testbed, offset: string): Promise<void> {
  if (databaseClock === undefined) throw missingLibraryError();
  await databaseClock.set(offset);
  await waitUntilClockIsOff(postgres.url(), true);
  await sleep(4_000);
  await databaseClock.set('+0d');
  await waitUntilClockIsOff(postgres.url(), false);
}

/** Waits until the clock of the database is off by more than a day, or no longer. @throws after 10 s */
async function waitUntilClockIsOff(url: string, isOff: boolean): Promise<void> {
  const text = 'select extract(epoch from clock_timestamp())::float8 as now';
  for (const deadline = Date.now() + 10_000; ; await sleep(50)) {
    const [row] = await query<{ now: number }>(url, text);
    if (Math.abs((row?.now ?? 0) - Date.now() / 1_000) > 86_400 === isOff) return;
    if (Date.now() > deadline) throw new Error('the clock of PostgreSQL does not jump');
  }
}

async function restartWithClock(worker: RestartableApp, FAKETIME: string): Promise<void> {
  if (FAKETIME_LIBRARY === undefined) throw missingLibraryError();
  await worker.kill();
  await worker.start({ LD_PRELOAD: FAKETIME_LIBRARY, FAKETIME, DONT_FAKE_MONOTONIC: '1' });
  await sleep(3_000);
  await killAndRestart(worker);
}

async function pauseApp(app: RestartableApp, milliseconds: number): Promise<void> {
  app.signal('SIGSTOP');
  await sleep(milliseconds);
  app.signal('SIGCONT');
}
