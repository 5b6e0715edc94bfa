import { IdentityModule } from '#identity';
import { MonitoringModule } from '#monitoring';
import { NotificationModule } from '#notification';
import { migrate } from '#shared/platform/persistence/migrate.js';

/**
 * Runs the pending migrations of all contexts and returns their names.
 * @param url must lead past any pooler
 * @param distributed whether the tables are distributed over several machines (Citus)
 */
export const migrateEverything = (url: string, distributed = false): Promise<string[]> =>
  migrate(
    url,
    [IdentityModule.migrations, MonitoringModule.migrations, NotificationModule.migrations],
    distributed,
  );
