import { explainError } from '../connection.js';
import { formatCount } from '../format.js';
import type { Condition } from '../screens/search-query.js';
import type { Alert } from './open-alerts.js';

/** The maximum number of values of a condition in the API. */
const MAX_VALUES = 1_000;

/** Calls an operation for alerts, as many at a time as a query can name. @returns the number of alerts that it found */
export async function callForAlerts(
  alerts: readonly Alert[],
  call: (query: { filter: Condition[] }) => Promise<number>,
): Promise<number> {
  const ids = alerts.map(({ alert_id }) => alert_id);
  let count = 0;
  for (let from = 0; from < ids.length; from += MAX_VALUES)
    try {
      count += await call({
        filter: [{ k: 'alert_id', v: ids.slice(from, from + MAX_VALUES), o: 'in' }],
      });
    } catch (error) {
      const why = count === 0 ? undefined : explainError(error);
      if (why === undefined) throw error;
      const done = `Done for ${formatCount(count)} of ${formatCount(ids.length)} alerts only`;
      throw new Error(`${done}: ${why}`, { cause: error });
    }
  return count;
}
