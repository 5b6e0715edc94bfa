import type { EntityManager } from 'typeorm';
import { parseId } from '#shared/kernel/ids.js';
import { ANY_DELIVERY, type IntervalTerms } from '../../webhooks/domain/heartbeat-terms.js';
import type { Webhook } from '../../webhooks/domain/webhook.js';
import {
  addHeartbeat,
  changeHeartbeat,
  heartbeatLimitError,
  type HeartbeatOwner,
  lockHeartbeat,
  lockHeartbeatQuota,
  removeHeartbeat,
  reportAgain,
  setDueTimes,
} from './heartbeat-rows.js';

type HeartbeatWebhook = Pick<
  Webhook,
  'webhook_id' | 'domain_id' | 'project_id' | 'state' | 'settings' | 'deleted_at'
>;

/**
 * Updates the heartbeats of a webhook after a change of the webhook, in the same transaction. The heartbeat in its
 * settings is stored as a row like all others. Heartbeats of a disabled webhook are not judged, because they cannot be
 * pinged. A deleted webhook has none.
 */
export async function updateWebhookHeartbeat(
  manager: EntityManager,
  webhook: HeartbeatWebhook,
): Promise<void> {
  const { domain_id, project_id, state, settings, deleted_at } = webhook;
  const webhook_id = parseId('webhook', webhook.webhook_id);
  // Workers lock them in the same order.
  await manager.query('select from heartbeat where webhook_id = $1 order by name for update', [webhook_id]);
  if (deleted_at !== null) {
    await manager.query('delete from heartbeat where webhook_id = $1', [webhook_id]);
    return;
  }
  // Missing in webhooks that were stored before this setting existed.
  const terms: IntervalTerms | null | undefined = settings.heartbeat;
  if (state === 'ENABLED') {
    await setDueTimes(
      manager,
      `update heartbeat set silent_for = 0, due_at = clock_timestamp() + patience * interval '1 s'
       where webhook_id = $1 and state = 'ALIVE' and due_at is null`,
      [webhook_id],
    );
    await scheduleReportsAgain(manager, webhook_id, domain_id);
  } else
    await manager.query(`update heartbeat set due_at = null where webhook_id = $1 and due_at is not null`, [
      webhook_id,
    ]);
  await updateSettingsHeartbeat(manager, { webhook_id, domain_id, project_id }, terms ?? null);
}

/** A missing heartbeat whose alert a user has resolved lost the time of its next report while the webhook was disabled. */
async function scheduleReportsAgain(
  manager: EntityManager,
  webhook_id: string,
  domain_id: string,
): Promise<void> {
  const missing = await manager.query<{ alert_id: string }[]>(
    `select alert_id from heartbeat
     where webhook_id = $1 and state = 'MISSING' and due_at is null and alert_id is not null`,
    [webhook_id],
  );
  if (missing.length === 0) return;
  // A separate query, because on a cluster heartbeats and alerts are on different machines.
  const resolved = await manager.query<{ alert_id: string; quiet_until: Date }[]>(
    `select alert_id, greatest(quiet_until, statement_timestamp()) as quiet_until from alert
     where domain_id = $1 and webhook_id = $2 and alert_id = any ($3::uuid[]) and state = 'RESOLVED'`,
    [domain_id, webhook_id, missing.map(({ alert_id }) => alert_id)],
  );
  if (resolved.length > 0) await reportAgain(manager, webhook_id, resolved);
}

async function updateSettingsHeartbeat(
  manager: EntityManager,
  owner: HeartbeatOwner,
  terms: IntervalTerms | null,
): Promise<void> {
  const current = await lockHeartbeat(manager, owner, ANY_DELIVERY);
  if (terms === null) {
    if (current !== undefined) await removeHeartbeat(manager, current);
  } else if (current === undefined) {
    if ((await lockHeartbeatQuota(manager, owner.domain_id)) <= 0) throw heartbeatLimitError();
    await addHeartbeat(manager, owner, ANY_DELIVERY, terms);
  } else if (
    current.expect_every !== terms.expect_every ||
    current.grace !== terms.grace ||
    current.severity !== terms.severity
  ) {
    await changeHeartbeat(manager, current, terms);
  }
}
