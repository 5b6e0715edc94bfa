import type { ClientBase } from 'pg';
import { LEASE_SECONDS } from './lease-lanes.js';

/** Seconds by which a time may be ahead: hosts differ by milliseconds, and an attempt may begin meanwhile. */
const TOLERANCE_SECONDS = 60;
/** Seconds until the latest retry, with its jitter, and until a receiver whose breaker is open is tried again. */
const MAX_RETRY_SECONDS = 4_320;
const MAX_PAUSE_SECONDS = 600;

const AHEAD = `clock_timestamp() + interval '${TOLERANCE_SECONDS} s'`;

/**
 * Makes due what was scheduled while the clock of the database was ahead, and would wait for that time: retries, leases,
 * breakers, digests and checks of silenced alerts. An attempt in the future shows that the clock has been set back.
 */
export async function boundTimes(client: ClientBase): Promise<void> {
  await client.query(`
    update notification_lane lane set next_attempt_at = clock_timestamp()
    where lane.next_attempt_at > clock_timestamp() and lane.next_attempt_at < 'infinity' and (
      lane.next_attempt_at > clock_timestamp() + interval '${MAX_RETRY_SECONDS} s'
      or lane.attempt_id is not null and lane.next_attempt_at > clock_timestamp() + interval '${LEASE_SECONDS + TOLERANCE_SECONDS} s'
      or exists (
        select from subscription_health h where h.subscription_id = lane.subscription_id and h.last_attempt_at > ${AHEAD}
      ))`);
  await client.query(`
    update subscription_health
    set last_attempt_at = least(last_attempt_at, clock_timestamp()), last_sent_at = least(last_sent_at, clock_timestamp()),
      probe_at = least(probe_at, clock_timestamp())
    where last_attempt_at > ${AHEAD} or probe_at > clock_timestamp() + interval '${MAX_PAUSE_SECONDS + TOLERANCE_SECONDS} s'`);
  await client.query(`
    update notification_hold set digest_at = digest_at - (opened_at - clock_timestamp()),
      look_at = look_at - (opened_at - clock_timestamp()), opened_at = clock_timestamp()
    where opened_at > ${AHEAD}`);
  await client.query(`
    update silenced_alert alert set look_at = clock_timestamp()
    where look_at > ${AHEAD} and not exists (
      select from silence where silence.silence_id = alert.silence_id and silence.deleted_at is null
        and silence.ends_at > clock_timestamp())`);
}
