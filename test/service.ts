import { createTestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';

export interface Service {
  readonly databaseUrl: string;
  readonly api: AppUnderTest;
  readonly worker: AppUnderTest;
  stop(): Promise<void>;
}

/** Starts the built API and worker on a new database, with additional settings. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const database = await createTestDatabase();
  const databaseUrl = database.url;
  const [api, worker] = await Promise.all([
    startApi({ databaseUrl, env }),
    startWorker({ databaseUrl, env }),
  ]);
  return {
    databaseUrl,
    api,
    worker,
    stop: async () => {
      await Promise.all([api.kill(), worker.kill()]);
      await database.drop();
    },
  };
}
