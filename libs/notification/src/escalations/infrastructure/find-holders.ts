import type { ClientBase } from 'pg';
import type { AlertInfo, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { findInhibited } from '../../inhibitions/tables/find-inhibited.js';
import type { StoredInhibition } from '../../inhibitions/tables/inhibition-tables.js';
import { decideSilenced, type StoredSilence } from '../../silences/tables/decide-silenced.js';
import type { HeldBy } from '../domain/run.js';
import type { StoredRun } from '../tables/runs.js';

/** What holds an alert back now. Times are in milliseconds since the epoch. */
export interface Holder {
  readonly held: HeldBy | null;
  readonly since?: number | undefined;
  /** Until when it surely does. */
  readonly until?: number | undefined;
  /** uuid */
  readonly inhibition_id?: string | undefined;
  readonly reason?: string | undefined;
}

interface Rules {
  readonly silences: readonly StoredSilence[];
  readonly inhibitions: readonly StoredInhibition[];
}

const FREE: Holder = { held: null };

/** Returns what holds the alerts of one domain back, by uuid, as they were loaded. @throws errors after which it can be repeated */
export async function findHolders(
  client: ClientBase,
  queries: AlertQueries,
  { silences, inhibitions }: Rules,
  alerts: ReadonlyMap<string, AlertInfo>,
  now: Date,
): Promise<ReadonlyMap<string, Holder>> {
  const domain_id = silences[0]?.domain_id ?? '';
  const items = [...alerts].map(([id, { alert_id }]) => ({ id, alert_id, at: now }));
  const silenced = await decideSilenced(
    async (_, asked, some) => {
      const found = await queries.matchEach(
        domain_id,
        asked,
        some.map(({ alert_id }) => alert_id),
      );
      return found.map((ids) => new Set(some.filter(({ alert_id }) => ids.has(alert_id))));
    },
    silences,
    items,
  );
  const holders = new Map<string, Holder>();
  for (const [{ id }, { silence, until }] of silenced) {
    const since = silences.find(({ silence_id }) => silence_id === silence.silence_id)?.starts_at.getTime();
    holders.set(id, { held: 'SILENCED', since, until: until.getTime(), reason: silence.reason });
  }
  const rest = [...alerts.keys()].filter((id) => !holders.has(id));
  const loaded = new Map([...alerts.values()].map((alert) => [alert.alert_id, alert]));
  const inhibited = await findInhibited(client, queries, inhibitions, rest, now, { loaded });
  for (const [id, { inhibition_id, reason, until }] of inhibited)
    holders.set(id, { held: 'INHIBITED', until: until.getTime(), inhibition_id, reason });
  return holders;
}

/** An acknowledgement counts before all others: only it can be withdrawn. */
export function selectHolder(
  { policy }: StoredRun,
  { acknowledged, acknowledged_at, acknowledged_by }: AlertInfo,
  other: Holder | undefined,
): Holder {
  if (!acknowledged || policy.until !== 'ACKNOWLEDGED') return other ?? FREE;
  return {
    held: 'ACKNOWLEDGED',
    since: acknowledged_at === null ? undefined : Date.parse(acknowledged_at),
    reason: `the alert was acknowledged${acknowledged_by === null ? '' : ` by ${acknowledged_by}`}`,
  };
}
