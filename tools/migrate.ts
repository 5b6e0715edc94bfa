import { loadDatabaseConfig } from '#shared/platform/config/env.js';
import { migrateEverything } from './migrations.js';

try {
  const done = await migrateEverything(loadDatabaseConfig(process.env).directUrl);
  console.log(done.length === 0 ? 'The schema is up to date.' : `Migrated:\n  ${done.join('\n  ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
