import { parseArgs } from 'node:util';
import { loadDirectUrl } from '#shared/platform/config/env.js';
import { removedSettings } from '#shared/platform/config/removed-settings.js';
import { migrateEverything } from './migrations.js';

try {
  const { distribute } = parseArgs({ options: { distribute: { type: 'string' } } }).values;
  if (distribute !== undefined && distribute !== 'citus') throw new Error('--distribute must be citus');
  for (const { name, instead } of removedSettings(process.env))
    console.error(`${name} is no longer a setting (${instead})`);
  const done = await migrateEverything(loadDirectUrl(process.env), distribute !== undefined);
  console.log(done.length === 0 ? 'The schema is up to date.' : `Migrated:\n  ${done.join('\n  ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
