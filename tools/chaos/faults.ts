import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Stage, StagedApp } from './stage.js';

export interface Dice {
  /** From 0 to below 1, from the seed. */
  readonly random: () => number;
  readonly one: <T>(of: readonly T[]) => T;
}

type Fault = (stage: Stage, dice: Dice) => Promise<void>;

async function killAndStart(app: StagedApp): Promise<void> {
  await app.kill();
  await app.start();
}

async function stopAndStart(app: StagedApp): Promise<void> {
  await app.stop();
  await app.start();
}

/** Kills the database, does something while it is away, and starts it. */
async function whileAway(stage: Stage, dice: Dice, work: () => Promise<void>): Promise<void> {
  await stage.postgres.kill();
  try {
    await work();
    await sleep(500 + 1_500 * dice.random());
  } finally {
    await stage.postgres.start();
  }
}

const signalAll = (apps: readonly StagedApp[], name: NodeJS.Signals) =>
  apps.forEach((app) => app.signal(name));

export const FAULTS: Readonly<Record<string, Fault>> = {
  'API killed': ({ apis }, { one }) => killAndStart(one(apis)),
  'worker killed': ({ workers }, { one }) => killAndStart(one(workers)),
  'everything killed': async ({ apps }) => {
    await Promise.all(apps.map((app) => app.kill()));
    await Promise.all(apps.map((app) => app.start()));
  },
  'API stopped and started': ({ apis }, { one }) => stopAndStart(one(apis)),
  'worker stopped and started': ({ workers }, { one }) => stopAndStart(one(workers)),
  'PostgreSQL killed': (stage, dice) => whileAway(stage, dice, async () => undefined),
  'API killed while PostgreSQL is away': (stage, dice) =>
    whileAway(stage, dice, async () => {
      await sleep(300);
      await killAndStart(dice.one(stage.apis));
    }),
  'disk of the spool full while PostgreSQL is away': async (stage, dice) => {
    signalAll(stage.apis, 'SIGHUP');
    try {
      await whileAway(stage, dice, () => sleep(500));
    } finally {
      signalAll(stage.apis, 'SIGHUP');
    }
  },
  'disk of the spool full for a moment of it': (stage, dice) =>
    whileAway(stage, dice, async () => {
      await sleep(300);
      signalAll(stage.apis, 'SIGHUP');
      await sleep(300);
      signalAll(stage.apis, 'SIGHUP');
    }),
  'PostgreSQL unheard of by half of the processes': async ({ network }, { random }) => {
    network.cut();
    await sleep(2_000 + 7_000 * random());
    network.mend(true);
  },
  'connections of PostgreSQL terminated': async ({ databaseUrl }) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await client.end();
  },
  'worker paused': ({ workers }, { one, random }) => pause(one(workers), 1_000 + 2_000 * random()),
  'API paused': ({ apis }, { one, random }) => pause(one(apis), 500 + 1_500 * random()),
  'clock of a process set back': async ({ apps }, { one }) => one(apps).signal('SIGUSR2'),
};

export const REDIS_FAULTS: Readonly<Record<string, Fault>> = {
  'Redis emptied': async ({ redis }) => redis?.flushAll(),
  'Redis restarted': async ({ redis }, { random }) => redis?.restart(200 + 1_500 * random()),
};

async function pause(app: StagedApp, milliseconds: number): Promise<void> {
  app.signal('SIGSTOP');
  await sleep(milliseconds);
  app.signal('SIGCONT');
}
