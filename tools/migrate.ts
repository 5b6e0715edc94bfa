import { parseArgs } from 'node:util';
import '#shared/platform/lifecycle/require-node.js';

try {
  const { loadDirectUrl } = await import('#shared/platform/config/env.js');
  const { findRemovedSettings } = await import('#shared/platform/config/removed-settings.js');
  const { migrateEverything } = await import('./migrations.js');
  const { distribute } = parseArgs({ options: { distribute: { type: 'string' } } }).values;
  if (distribute !== undefined && distribute !== 'citus') throw new Error('--distribute must be citus');
  for (const { name, instead } of findRemovedSettings(process.env))
    console.error(`${name} is no longer a setting (${instead})`);
  const done = await migrateEverything(loadDirectUrl(process.env), distribute !== undefined);
  console.log(done.length === 0 ? 'The schema is up to date.' : `Migrated:\n  ${done.join('\n  ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
