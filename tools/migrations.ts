import { IdentityModule } from '#identity';
import { MonitoringModule } from '#monitoring';
import { NotificationModule } from '#notification';
import { migrate } from '#shared/platform/persistence/migrate.js';

/** Brings the whole schema up to date and returns the names of what it ran. `url` goes past any pooler. */
export const migrateEverything = (url: string): Promise<string[]> =>
  migrate(url, [IdentityModule.migrations, MonitoringModule.migrations, NotificationModule.migrations]);
