import { assertSchemaCompatibility, LATEST_SCHEMA_VERSION, SchemaMigrationRequiredError } from 'bullmq';
import type { Pool } from 'pg';

/**
 * Whether the tables of the queues exist in the version of this release or a newer one. @throws if the database cannot be
 * asked
 */
export async function isQueueSchemaCurrent(pool: Pool): Promise<boolean> {
  try {
    return (await assertSchemaCompatibility(pool)) >= LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return false;
    throw error;
  }
}
