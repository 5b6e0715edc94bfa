import type { Pool } from 'pg';
import { IdentityModule } from '#identity';
import { buildRecentCondition } from '#shared/platform/persistence/due-condition.js';
import type { Finding } from './finding.js';

/** Checks by the heartbeats in the database whether at least one API and one worker are alive. */
export async function checkProcesses(pool: Pool): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ app: string; live: number }>(
    `select app, count(*)::int as live from running_process
     where ${buildRecentCondition('heartbeat_at', '$1')} group by app`,
    [IdentityModule.deadAfterSeconds],
  );
  return (['api', 'worker'] as const).map((app): Finding => {
    const liveCount = rows.find((row) => row.app === app)?.live ?? 0;
    const check = app === 'api' ? 'live APIs' : 'live workers';
    if (liveCount > 0) return { check, state: 'ok', message: String(liveCount) };
    const message =
      app === 'api'
        ? 'none: no deliveries are accepted'
        : 'none: deliveries are stored, but not processed until a worker runs';
    return { check, state: 'bad', message, remedy: `Start one with node dist/bundle/${app}.js` };
  });
}
