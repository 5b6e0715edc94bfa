import type { ClientBase } from 'pg';
import type { Via } from '#shared/kernel/scope.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import {
  encodeHexStrings,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { Severity } from '#senders/plugin-api/event.js';
import { reportAgain } from '../../heartbeats/tables/heartbeat-rows.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import { DEFAULT_SETTINGS, type FlapSettings } from '../../webhooks/domain/webhook-settings.js';
import { hashKey, type AlarmState, findCalm } from '../domain/alarm.js';
import { resolveState } from '../domain/manual-resolution.js';
import { COUNTED_COLUMNS, countAlerts, type CountedAlert } from './count-alerts.js';
import { HELD_COLUMNS, packSpell, unpackState, type PackedState } from './pack-state.js';
import { IS_ACKNOWLEDGEMENT_OVER, withdrawExpired, type EndedAlert } from './update-acknowledgements.js';
import { writeAlertChanges } from './write-alert-changes.js';

/** Who resolves alerts, with what comment, and for how many seconds their repeats open no other alert. */
interface Resolution {
  readonly by: string;
  readonly comment: string | null;
  readonly quietSeconds: number;
  readonly via?: Via | undefined;
}

interface ResolvedAlert extends CountedAlert, EndedAlert {
  readonly event_key: string;
  readonly severity: Severity;
  readonly resolved_at: Date;
  readonly quiet_until: Date;
}

/** An alert is not resolved before it opened, whatever the clocks say. */
const NOW = 'greatest(statement_timestamp(), opened_at)';

/**
 * Resolves those of the alerts of a webhook that are open, with their states. The caller's transaction holds the lock of the
 * webhook.
 * @returns the ids of the alerts that it resolved
 */
export async function resolveWebhookAlerts(
  client: ClientBase,
  webhook: DeliveryTarget,
  alertIds: readonly string[],
  { by, comment, quietSeconds, via }: Resolution,
): Promise<readonly string[]> {
  const { domain_id, uuid } = webhook;
  const { rows } = await client.query<ResolvedAlert>({
    name: 'resolve alerts',
    text: `
      update alert set state = 'RESOLVED', resolved_reason = 'MANUAL', resolved_at = ${NOW}, resolved_by = $4,
        resolved_comment = $5, quiet_until = ${NOW} + $6 * interval '1 s'
      where domain_id = $1 and webhook_id = $2 and alert_id = any ($3::uuid[]) and state = 'OPEN'
      returning alert_id, event_key, resolved_at, quiet_until, ${COUNTED_COLUMNS},
        ${IS_ACKNOWLEDGEMENT_OVER}`,
    values: [domain_id, uuid, encodeUuids(alertIds), by, comment, quietSeconds],
  });
  if (rows.length === 0) return [];
  const states = await resolveStates(client, webhook, rows, quietSeconds);
  const flap = await readFlapSettings(client, webhook);
  await writeAlertChanges(
    client,
    domain_id,
    rows.map(({ alert_id, severity, resolved_at }) => {
      const calm_at = findCalm(states.get(alert_id)?.openings ?? [], resolved_at, flap);
      return {
        ...{ kind: 'resolved', state: 'RESOLVED', state_before: 'OPEN', event_id: null, actor: by },
        ...{ alert_id, severity, severity_before: severity, calm_at, flapping: calm_at !== null },
        ...(via && { via_id: via.id, via_at: via.at }),
      };
    }),
  );
  await withdrawExpired(client, domain_id, rows);
  await reportAgain(client, uuid, rows);
  if (await isDistributed(client)) {
    const before = rows.map((row) => ({ ...row, state: 'OPEN' }));
    await countAlerts(client, before, rows);
  }
  return rows.map(({ alert_id }) => alert_id);
}

/** Returns the new states by the ids of their alerts. */
async function resolveStates(
  client: ClientBase,
  { domain_id, uuid }: DeliveryTarget,
  alerts: readonly ResolvedAlert[],
  quietSeconds: number,
): Promise<ReadonlyMap<string, AlarmState>> {
  const { rows } = await client.query<PackedState & { key_hash: string }>({
    name: 'read states of resolved alerts',
    text: `
      select encode(key_hash, 'hex') as key_hash, alert_id, open, severity, last_received_at,
        encode(repeats, 'hex') as repeats, encode(event_times, 'hex') as event_times,
        encode(openings, 'hex') as openings, spell, ${HELD_COLUMNS}
      from alarm_state where domain_id = $1 and webhook_id = $2 and key_hash = any ($3::bytea[])`,
    values: [domain_id, uuid, encodeHexStrings(alerts.map(({ event_key }) => hashKey(event_key)))],
  });
  const byId = new Map(alerts.map((alert) => [alert.alert_id, alert]));
  const resolved = rows.flatMap((row) => {
    const alert = byId.get(row.alert_id);
    if (alert === undefined) return [];
    const state = resolveState(unpackState(row), alert.resolved_at, alert.severity, quietSeconds);
    return [{ key_hash: row.key_hash, state }];
  });
  await client.query({
    name: 'resolve states',
    text: `
      update alarm_state set open = false, severity = resolved.severity, last_received_at = resolved.last_received_at,
        spell = resolved.spell, held = null, held_until = null
      from (
        select unnest($3::bytea[]) as key_hash, unnest($4::text[]) as severity,
          unnest($5::timestamptz[]) as last_received_at, unnest($6::text[]) as spell
      ) as resolved
      where alarm_state.domain_id = $1 and alarm_state.webhook_id = $2
        and alarm_state.key_hash = resolved.key_hash`,
    values: [
      domain_id,
      uuid,
      encodeHexStrings(resolved.map(({ key_hash }) => key_hash)),
      encodeTexts(resolved.map(({ state }) => state.severity)),
      encodeTimes(resolved.map(({ state }) => state.last_received_at)),
      encodeTexts(resolved.map(({ state }) => packSpell(state))),
    ],
  });
  return new Map(resolved.map(({ state }) => [state.alert_id, state]));
}

async function readFlapSettings(
  client: ClientBase,
  { uuid, domain_id }: DeliveryTarget,
): Promise<FlapSettings | null> {
  const { rows } = await client.query<{ flap: FlapSettings | null }>({
    name: 'read flap settings',
    text: `select coalesce(settings -> 'flap', $3::jsonb) as flap from webhook
           where webhook_id = $1 and domain_id = $2`,
    values: [uuid, domain_id, JSON.stringify(DEFAULT_SETTINGS.flap)],
  });
  return rows[0]?.flap ?? null;
}
