import { ANY_DELIVERY } from '../../heartbeats/domain/heartbeat-terms.js';
import type { Outcome } from '../../intake/domain/delivery.js';

/** The outcomes of what a plugin read, and those that were added behind them because any delivery pings a heartbeat. */
export function outcomesOfPlugin(outcomes: readonly Outcome[]): {
  readonly own: readonly Outcome[];
  readonly added: readonly Outcome[];
} {
  const end = outcomes.findIndex((one) => one.outcome === 'HEARTBEAT' && one.reason === ANY_DELIVERY);
  return end < 0 ? { own: outcomes, added: [] } : { own: outcomes.slice(0, end), added: outcomes.slice(end) };
}
