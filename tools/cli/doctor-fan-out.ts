import type { Pool } from 'pg';
import { nameSome, type Finding } from './finding.js';

const MAX_NAMED = 5;
/** Seconds. */
const STUCK_AFTER_SECONDS = 60;

/**
 * Finds domains with subscriptions whose changes of alerts wait although none was read for a minute. A position beyond all
 * transactions was written by another server, from which the database was restored.
 */
export async function checkFanOut(pool: Pool): Promise<Finding> {
  const check = 'notifications';
  const { rows } = await pool.query<{ domain_id: string }>(
    `select domain_id from notification_cursor as cursor
     where abs(extract(epoch from clock_timestamp()) - at) > $1 and exists (
       select from alert_change as change where change.domain_id = cursor.domain_id
         and ((change.xid, change.index) > (cursor.xid, cursor.index)
           or cursor.xid > pg_snapshot_xmax(pg_current_snapshot())))
     order by at limit 1000`,
    [STUCK_AFTER_SECONDS],
  );
  if (rows.length === 0)
    return { check, state: 'ok', message: 'changes of alerts are read in every domain with subscriptions' };
  const names = rows.map(({ domain_id }) => domain_id);
  return {
    check,
    state: 'bad',
    message: `nobody is told of alerts, whose changes wait for more than a minute, in ${nameSome(names, MAX_NAMED).join(', ')}`,
    remedy:
      'Start a worker with the role notification, read the logs of the workers, and end transactions that are open for long.',
  };
}
