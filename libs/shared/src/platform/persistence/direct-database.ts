import { Client } from 'pg';
import { settleSession } from './session-settings.js';
import { ASKS_WHETHER_THERE } from './vanished-server.js';

const TIMEOUT = 5_000;

/**
 * The database past any pooler, for what belongs to a session: a pooler in transaction mode gives each statement to
 * another one, so that a lock taken there is nobody's.
 */
export class DirectDatabase {
  constructor(private readonly url: string) {}

  /** On a connection of its own, which ends with the work, and with it whatever it held. */
  async session<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({
      connectionString: this.url,
      ...ASKS_WHETHER_THERE,
      connectionTimeoutMillis: TIMEOUT,
    });
    // Without a listener a connection that breaks ends the process; the statement under way fails and says so.
    client.on('error', () => undefined);
    try {
      await client.connect().catch((cause: Error & { readonly code?: string }) => {
        // One that tried several addresses has no message.
        throw new Error(
          `No connection to the database (DATABASE_DIRECT_URL, else DATABASE_URL): ${cause.message || cause.code}`,
          { cause },
        );
      });
      await settleSession(client, false, TIMEOUT);
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
