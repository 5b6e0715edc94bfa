import { IdentityModule } from '#identity';
import { MonitoringModule } from '#monitoring';
import { NotificationModule } from '#notification';
import { migrate } from '#shared/platform/persistence/migrate.js';

/**
 * Brings the whole schema up to date and returns the names of what it ran. `url` goes past any pooler.
 * @param distributed whether the tables are to be spread over several machines
 */
export const migrateEverything = (url: string, distributed = false): Promise<string[]> =>
  migrate(
    url,
    [IdentityModule.migrations, MonitoringModule.migrations, NotificationModule.migrations],
    distributed,
  );
