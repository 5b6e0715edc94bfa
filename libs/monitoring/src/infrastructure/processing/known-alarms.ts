import type { PoolClient } from 'pg';
import type { ProcessedWebhook } from '../../application/ports/processing-log.js';
import { keyHash, type Alarm, type AlarmState } from '../../domain/alarm.js';
import type { Known } from '../../domain/fold.js';
import type { Incident } from '../../domain/incident.js';
import { readStates } from './alarm-states.js';

interface WebhookAlarms {
  readonly webhook: ProcessedWebhook;
  readonly alarms: readonly Alarm[];
}

/** What correlation must know of the keys of these alarms, in the order of `all`. The caller holds the webhooks' locks. */
export async function readKnown(
  client: PoolClient,
  all: readonly WebhookAlarms[],
): Promise<readonly Known[]> {
  const found = await readStates(
    client,
    all.map(({ webhook, alarms }) => ({
      webhook,
      keyHashes: [...new Set(alarms.map(({ event_key }) => keyHash(event_key)))],
    })),
  );
  const known: Known[] = [];
  for (const [at, { webhook, alarms }] of all.entries()) {
    const states = found[at] ?? new Map<string, AlarmState>();
    const late = alarms.filter((alarm) => alarm.late);
    const incidents = late.length > 0 ? await readIncidents(client, webhook, states, late) : new Map();
    known.push({ states, incidents });
  }
  return known;
}

interface IncidentRow {
  readonly event_key: string;
  readonly alert_id: string;
  readonly open: boolean;
  readonly opened_at: Date;
  readonly resolved_at: Date | null;
  readonly last_received_at: Date;
}

/** Of each late alarm the incidents that began next before and after it, and the newest of its key. */
async function readIncidents(
  client: PoolClient,
  webhook: ProcessedWebhook,
  states: ReadonlyMap<string, AlarmState>,
  late: readonly Alarm[],
): Promise<Map<string, Incident[]>> {
  const hashes = new Set(late.map(({ event_key }) => keyHash(event_key)));
  const newest = [...hashes].flatMap((key) => states.get(key)?.alert_id ?? []);
  const { rows } = await client.query<IncidentRow>({
    name: 'read incidents',
    text: `
      with late as (select distinct event_key, at from unnest($3::text[], $4::timestamptz[]) as late (event_key, at)),
      ids as (
        select alert_id from unnest($5::uuid[]) as newest (alert_id)
        union
        select near.alert_id from late cross join lateral (
          (select alert_id from alert
           where domain_id = $1 and webhook_id = $2 and event_key = late.event_key and opened_at <= late.at
           order by opened_at desc limit 1)
          union all
          (select alert_id from alert
           where domain_id = $1 and webhook_id = $2 and event_key = late.event_key and opened_at > late.at
           order by opened_at limit 1)
        ) as near
      )
      select event_key, alert_id, state = 'OPEN' as open, opened_at, resolved_at, last_received_at
      from alert where domain_id = $1 and alert_id = any (array(select alert_id from ids))
      order by opened_at`,
    values: [
      webhook.domain_id,
      webhook.uuid,
      late.map(({ event_key }) => event_key),
      late.map(({ created_at }) => created_at),
      newest,
    ],
  });
  const byKey = Map.groupBy(rows, ({ event_key }) => keyHash(event_key));
  return new Map([...hashes].map((key) => [key, (byKey.get(key) ?? []).map(incidentOf)]));
}

function incidentOf({ alert_id, open, opened_at, resolved_at, last_received_at }: IncidentRow): Incident {
  const ended = resolved_at !== null && resolved_at > last_received_at ? resolved_at : last_received_at;
  return {
    alert_id,
    open,
    opened_at,
    ended_at: open ? null : ended,
    orphan: !open && resolved_at !== null && resolved_at <= opened_at,
  };
}
