import { assertSchemaCompatibility, LATEST_SCHEMA_VERSION, SchemaMigrationRequiredError } from 'bullmq';
import type { Pool } from 'pg';

/** Whether the tables of the queues are there, as this release knows them or newer. @throws when it cannot be asked */
export async function isQueueSchemaCurrent(pool: Pool): Promise<boolean> {
  try {
    return (await assertSchemaCompatibility(pool)) >= LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return false;
    throw error;
  }
}
