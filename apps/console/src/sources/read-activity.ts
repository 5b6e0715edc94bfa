import { client } from '../client.js';
import { currentDomain } from '../session.js';
import { readQuarantined } from './read-sources.js';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** What happened at a source lately, beside its health. */
export interface Activity {
  /** The number of events in each of the last 24 hours, the present one last. */
  readonly hours: readonly number[];
  /** The number of deliveries that are in quarantine now. */
  readonly quarantinedCount: number;
  /** The names of heartbeats that are missing. */
  readonly missingHeartbeats: readonly string[];
}

const NO_ACTIVITY: Activity = {
  hours: Array.from({ length: HOURS }, () => 0),
  quarantinedCount: 0,
  missingHeartbeats: [],
};

export const activityOf = (found: ReadonlyMap<string, Activity> | undefined, id: string): Activity =>
  found?.get(id) ?? NO_ACTIVITY;

/** Reads the activity of all sources of the domain: three requests, however many sources there are. */
export async function readActivity(signal: AbortSignal): Promise<ReadonlyMap<string, Activity>> {
  const domain_id = currentDomain();
  const firstHour = (Math.floor(Date.now() / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const fields = [{ name: 'count', operator: 'count' as const }];
  const byWebhook = { key: 'webhook_id', name: 'id' };
  const byHour = { key: 'created_at', name: 'hour', date_format: '%Y-%m-%dT%H' };
  const filter = [{ k: 'created_at', v: new Date(firstHour).toISOString(), o: 'datetime_gte' as const }];
  const [events, quarantined, missing] = await Promise.all([
    client.call(
      'statEvents',
      {
        body: { domain_id, query: { filter, aggregate: [{ group: { keys: [byWebhook, byHour], fields } }] } },
      },
      { signal },
    ),
    readQuarantined(signal),
    client.call('listHeartbeats', { query: { domain_id, state: 'MISSING' } }, { signal }),
  ]);
  const activities = new Map<string, Activity>();
  const change = (id: string, part: (old: Activity) => Partial<Activity>) => {
    const old = activityOf(activities, id);
    activities.set(id, { ...old, ...part(old) });
  };
  for (const { id, hour, count } of events.results as unknown as {
    id: string;
    hour: string;
    count: number;
  }[]) {
    const position = (Date.parse(`${hour}:00Z`) - firstHour) / HOUR_MS;
    change(id, ({ hours }) => ({ hours: hours.map((each, at) => (at === position ? count : each)) }));
  }
  for (const [id, quarantinedCount] of quarantined) change(id, () => ({ quarantinedCount }));
  for (const { webhook_id = '', name = '' } of missing.results)
    change(webhook_id, ({ missingHeartbeats }) => ({ missingHeartbeats: [...missingHeartbeats, name] }));
  return activities;
}
