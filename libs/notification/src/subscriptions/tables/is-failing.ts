import { buildRecentCondition } from '#shared/platform/persistence/due-condition.js';
import { BREAKER_FAILURES } from '../domain/retry-delay.js';

/** Seconds without a success after which something that was refused for good shows that the subscription fails. */
const REFUSAL_SECONDS = 60;

/**
 * The SQL condition on a subscription `s` and its health `h` that nobody is told by it: its attempts failed several times in a
 * row; or something was refused for good, and nothing was delivered since; or the service has disabled it.
 */
export const IS_FAILING_SQL = `(case
  when s.state = 'ENABLED' then coalesce(h.failures, 0) >= ${BREAKER_FAILURES} or coalesce(h.failures, 0) > 0
    and h.untold_from_id is not null and not (${buildRecentCondition('h.last_attempt_at', REFUSAL_SECONDS)})
  else s.state_reason is not null end)`;
