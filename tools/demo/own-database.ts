import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { DEMO_DOMAIN } from '../start/sign-in-link.js';

/** Whoever uses a domain has at least one of these. */
const TABLES = ['webhook', 'subscription', 'api_key'] as const;

/**
 * The demonstration lets messages reach this machine and shows the root key, so that it must not run on the database of others.
 * @param url must lead past any pooler
 * @throws if other domains have records
 */
export async function requireOwnDatabase(url: string): Promise<void> {
  await new DirectDatabase(url).withSession(async (client) => {
    for (const table of TABLES) {
      const { rows } = await client.query<{ domain_id: string }>(
        `select domain_id from ${table} where domain_id <> $1 limit 1`,
        [DEMO_DOMAIN],
      );
      const [other] = rows;
      if (other !== undefined)
        throw new Error(
          `The database of DATABASE_URL has records of the domain ${other.domain_id}, and --demo is only for a database of its own. ` +
            'Name another database, or none: then the demonstration has one in .tocsin-demo.',
        );
    }
  });
}
