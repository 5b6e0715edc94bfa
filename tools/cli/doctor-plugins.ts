import type { Pool } from 'pg';
import { LACKS_WORKER, WORKER_VERSIONS } from '#monitoring';
import { nameSome, type Finding } from './finding.js';

const MAX_NAMED = 5;

/** Finds plugins of enabled webhooks that no live worker has. */
export async function checkPlugins(pool: Pool): Promise<Finding> {
  const check = 'plugins';
  const { rows } = await pool.query<{ plugin: string; count: number }>(
    `select w.plugin_id || ' ' || w.plugin_version as plugin, count(*)::int as count
     from webhook w cross join ${WORKER_VERSIONS} as workers
     where w.deleted_at is null and w.state = 'ENABLED' and ${LACKS_WORKER}
     group by 1 order by 2 desc, 1`,
  );
  if (rows.length === 0) return { check, state: 'ok', message: 'live workers have those of all webhooks' };
  const names = rows.map(
    ({ plugin, count }) => `${plugin} of ${count} ${count === 1 ? 'webhook' : 'webhooks'}`,
  );
  return {
    check,
    state: 'bad',
    message: `no live worker has ${nameSome(names, MAX_NAMED).join(', ')}: their deliveries wait`,
    remedy: 'Start a worker with this version: set PLUGINS as in the API, and use a release that has it.',
  };
}
