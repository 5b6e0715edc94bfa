import { loadDatabaseConfig } from '#shared/platform/config/env.js';
import { migrateEverything } from './migrations.js';

try {
  const { directUrl, distributed } = loadDatabaseConfig(process.env);
  const done = await migrateEverything(directUrl, distributed);
  console.log(done.length === 0 ? 'The schema is up to date.' : `Migrated:\n  ${done.join('\n  ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
