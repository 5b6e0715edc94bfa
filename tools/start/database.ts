import { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { createFolder } from '../embedded-postgres/data-directory.js';
import type { Plan } from './plan.js';

export interface StartDatabase {
  /** Where the data is stored, in words. */
  readonly location: string;
  /** Further settings of API and worker about the database, without its address. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts the database and returns its address once it accepts connections. */
  start(): Promise<string>;
  stop(): Promise<void>;
}

/** Opens the embedded PostgreSQL and locks its data folder, or uses the server of DATABASE_URL. */
export async function openDatabase(
  plan: Plan,
  print: (line: string) => void,
  onUnexpectedExit: (reason: string) => void,
): Promise<StartDatabase> {
  const { dataDir, embedded, config } = plan;
  if (!embedded) {
    await createFolder(dataDir, null);
    const { host, pathname } = new URL(config.database.url);
    return {
      location: `${host}${pathname} (DATABASE_URL)`,
      env: {},
      start: () => Promise.resolve(config.database.url),
      stop: () => Promise.resolve(),
    };
  }
  const postgres = await EmbeddedPostgres.open({ dataDir, onUnexpectedExit });
  const movedNote = postgres.isRelocated
    ? ` (PostgreSQL must not run as root, and its account cannot access ${dataDir})`
    : '';
  return {
    location: `${postgres.dataDirectory}${movedNote}`,
    env: { DATABASE_DISK: postgres.dataDirectory },
    start: async () => {
      const { endedOrphan } = await postgres.start();
      if (endedOrphan) print('Stopped a PostgreSQL that an earlier start had left running.');
      await postgres.createDatabase('tocsin');
      return postgres.url('tocsin');
    },
    stop: () => postgres.close(),
  };
}
