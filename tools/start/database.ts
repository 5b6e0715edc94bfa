import { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { makeFolder } from '../embedded-postgres/data-directory.js';
import type { Plan } from './plan.js';

export interface StartDatabase {
  /** Where the data is stored, in words. */
  readonly place: string;
  /** Further settings of API and worker about the database, without its address. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts the database and returns its address once it accepts connections. */
  start(): Promise<string>;
  stop(): Promise<void>;
}

/** Opens the embedded PostgreSQL and locks its data folder, or uses the server of DATABASE_URL. */
export async function openDatabase(
  plan: Plan,
  say: (line: string) => void,
  onDeath: (reason: string) => void,
): Promise<StartDatabase> {
  const { dataDir, embedded, config } = plan;
  if (!embedded) {
    await makeFolder(dataDir, null);
    const { host, pathname } = new URL(config.database.url);
    return {
      place: `${host}${pathname} (DATABASE_URL)`,
      env: {},
      start: () => Promise.resolve(config.database.url),
      stop: () => Promise.resolve(),
    };
  }
  const postgres = await EmbeddedPostgres.open({ dataDir, onUnexpectedExit: onDeath });
  const moved = postgres.isElsewhere
    ? ` (PostgreSQL must not run as root, and its account cannot access ${dataDir})`
    : '';
  return {
    place: `${postgres.dataDirectory}${moved}`,
    env: { DATABASE_DISK: postgres.dataDirectory },
    start: async () => {
      const { endedOrphan } = await postgres.start();
      if (endedOrphan) say('Stopped a PostgreSQL that an earlier start had left running.');
      await postgres.createDatabase('tocsin');
      return postgres.url('tocsin');
    },
    stop: () => postgres.close(),
  };
}
