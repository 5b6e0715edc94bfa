import pg from 'pg';
import { decodeSegment } from '../../libs/monitoring/src/intake/tables/segment-codec.js';
import { findLeaks } from '../secrets/find-leaks.js';
import { sql } from '../sql.js';

/** Tables whose column `payload` contains deliveries, which may be compressed. */
const COMPRESSED_TABLES = ['delivery_segment', 'quarantine'];

/** Returns all places in the database that contain a secret, in any encoding. */
export async function findStoredSecrets(
  databaseUrl: string,
  secrets: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const tables = await sql<{ name: string }>(
    databaseUrl,
    `select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ row: string }>(databaseUrl, `select t::text as row from ${name} as t`);
    found.push(...rows.flatMap(({ row }) => findLeaks(row, secrets).map((leak) => `${name}: ${leak}`)));
  }
  for (const table of COMPRESSED_TABLES) {
    const rows = await sql<{ payload: Buffer }>(
      databaseUrl,
      `select payload from ${pg.escapeIdentifier(table)}`,
    );
    for (const { payload } of rows) {
      const text = decodeSegment(payload)
        .map(({ body, ...rest }) => `${JSON.stringify(rest)} ${body.toString('latin1')}`)
        .join('\n');
      found.push(...findLeaks(text, secrets).map((leak) => `${table}: ${leak}`));
    }
  }
  return found;
}
