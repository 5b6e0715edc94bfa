import { Client } from 'pg';
import { applySessionSettings, KEEP_ALIVE_OPTIONS } from './session-settings.js';

const TIMEOUT_MS = 5_000;

/**
 * The database without a pooler, for everything that belongs to a session: a pooler in transaction mode runs each statement
 * in another session, where a lock would belong to nobody.
 */
export class DirectDatabase {
  constructor(private readonly url: string) {}

  /** Runs work on a connection of its own. The connection ends with the work, and so do its locks. */
  async withSession<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({
      connectionString: this.url,
      ...KEEP_ALIVE_OPTIONS,
      connectionTimeoutMillis: TIMEOUT_MS,
    });
    // Without a listener, a broken connection ends the process. The statement in progress fails with the error.
    client.on('error', () => undefined);
    try {
      await client.connect().catch((cause: Error & { readonly code?: string }) => {
        // An error after several addresses were tried has no message.
        throw new Error(
          `No connection to the database (DATABASE_DIRECT_URL, else DATABASE_URL): ${cause.message || cause.code}`,
          { cause },
        );
      });
      await applySessionSettings(client, false, TIMEOUT_MS);
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
