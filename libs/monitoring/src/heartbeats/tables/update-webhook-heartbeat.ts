import type { EntityManager } from 'typeorm';
import { parseId } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { createHeartbeatDelivery } from '../domain/heartbeat-delivery.js';
import type { HeartbeatState } from '../domain/heartbeat-record.js';
import {
  ANY_DELIVERY,
  type HeartbeatTerms,
  type IntervalTerms,
} from '../../webhooks/domain/heartbeat-terms.js';
import type { Webhook } from '../../webhooks/domain/webhook.js';
import {
  addHeartbeat,
  changeHeartbeat,
  lockHeartbeatQuota,
  heartbeatLimitError,
  setDueTimes,
  type HeartbeatOwner,
} from './heartbeat-rows.js';
import { appendInternalDeliveries } from '../../intake/tables/append-internal-deliveries.js';

type HeartbeatWebhook = Pick<
  Webhook,
  'webhook_id' | 'domain_id' | 'project_id' | 'state' | 'settings' | 'deleted_at'
>;

interface HeartbeatRow extends HeartbeatTerms {
  readonly heartbeat_id: string;
  readonly state: HeartbeatState;
  /** The time of the database. */
  readonly now: Date;
}

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
  if (deleted_at !== null) {
    await manager.query('delete from heartbeat where webhook_id = $1', [webhook_id]);
    return;
  }
  // Missing in webhooks that were stored before this setting existed.
  const terms: IntervalTerms | null | undefined = settings.heartbeat;
  if (state === 'ENABLED')
    await setDueTimes(
      manager,
      `update heartbeat set silent_for = 0, due_at = clock_timestamp() + patience * interval '1 s'
       where webhook_id = $1 and state = 'ALIVE' and due_at is null`,
      [webhook_id],
    );
  else
    await manager.query(`update heartbeat set due_at = null where webhook_id = $1 and due_at is not null`, [
      webhook_id,
    ]);
  await updateSettingsHeartbeat(manager, { webhook_id, domain_id, project_id }, terms ?? null);
}

async function updateSettingsHeartbeat(
  manager: EntityManager,
  owner: HeartbeatOwner,
  terms: IntervalTerms | null,
): Promise<void> {
  const { webhook_id, domain_id } = owner;
  const [current] = await manager.query<HeartbeatRow[]>(
    `select heartbeat_id, state, expect_every, grace, severity, statement_timestamp() as now from heartbeat
     where webhook_id = $1 and name = $2 for update`,
    [webhook_id, ANY_DELIVERY],
  );
  if (terms === null) {
    if (current !== undefined) await removeSettingsHeartbeat(manager, owner, current);
  } else if (current === undefined) {
    if ((await lockHeartbeatQuota(manager, domain_id)) <= 0) throw heartbeatLimitError();
    await addHeartbeat(manager, owner, ANY_DELIVERY, terms);
  } else if (
    current.expect_every !== terms.expect_every ||
    current.grace !== terms.grace ||
    current.severity !== terms.severity
  ) {
    await changeHeartbeat(manager, current, terms);
  }
}

async function removeSettingsHeartbeat(
  manager: EntityManager,
  { webhook_id: uuid, domain_id }: HeartbeatOwner,
  { heartbeat_id, state, now }: HeartbeatRow,
): Promise<void> {
  await manager.query('delete from heartbeat where heartbeat_id = $1', [heartbeat_id]);
  if (state !== 'MISSING') return;
  const distributed = await isDistributed({
    query: async ({ text }) => ({ rows: await manager.query<Record<string, unknown>[]>(text) }),
  });
  const deleted = createHeartbeatDelivery({ kind: 'deleted', name: ANY_DELIVERY });
  await appendInternalDeliveries(manager, distributed, { uuid, domain_id }, [deleted], now);
}
