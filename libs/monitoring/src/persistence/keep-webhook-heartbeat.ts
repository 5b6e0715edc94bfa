import type { EntityManager } from 'typeorm';
import { uuidOf } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { heartbeatDelivery } from '../heartbeats/domain/heartbeat-delivery.js';
import type { HeartbeatState } from '../heartbeats/domain/heartbeat-record.js';
import { ANY_DELIVERY, type HeartbeatTerms } from '../heartbeats/domain/heartbeat-terms.js';
import type { Webhook } from '../webhooks/domain/webhook.js';
import {
  addHeartbeat,
  changeHeartbeat,
  roomForHeartbeats,
  tooManyHeartbeats,
  type HeartbeatOwner,
} from './heartbeat-rows.js';
import { appendOwnDeliveries } from './own-deliveries.js';

type KeptOf = Pick<Webhook, 'webhook_id' | 'domain_id' | 'project_id' | 'state' | 'settings' | 'deleted_at'>;

interface Found extends HeartbeatTerms {
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
export async function keepWebhookHeartbeat(manager: EntityManager, webhook: KeptOf): Promise<void> {
  const { domain_id, project_id, state, settings, deleted_at } = webhook;
  const webhook_id = uuidOf('webhook', webhook.webhook_id);
  if (deleted_at !== null) {
    await manager.query('delete from heartbeat where webhook_id = $1', [webhook_id]);
    return;
  }
  // Missing in webhooks that were stored before this setting existed.
  const wanted: HeartbeatTerms | null | undefined = settings.heartbeat;
  await manager.query(
    state === 'ENABLED'
      ? `update heartbeat set silent_for = 0, due_at = clock_timestamp() + patience * interval '1 s'
         where webhook_id = $1 and state = 'ALIVE' and due_at is null`
      : `update heartbeat set due_at = null where webhook_id = $1 and due_at is not null`,
    [webhook_id],
  );
  await keepOwn(manager, { webhook_id, domain_id, project_id }, wanted ?? null);
}

async function keepOwn(
  manager: EntityManager,
  owner: HeartbeatOwner,
  wanted: HeartbeatTerms | null,
): Promise<void> {
  const { webhook_id, domain_id } = owner;
  const [found] = await manager.query<Found[]>(
    `select heartbeat_id, state, expect_every, grace, severity, statement_timestamp() as now from heartbeat
     where webhook_id = $1 and name = $2 for update`,
    [webhook_id, ANY_DELIVERY],
  );
  if (wanted === null) {
    if (found !== undefined) await removeOwn(manager, owner, found);
  } else if (found === undefined) {
    if ((await roomForHeartbeats(manager, domain_id)) <= 0) throw tooManyHeartbeats();
    await addHeartbeat(manager, owner, ANY_DELIVERY, wanted);
  } else if (
    found.expect_every !== wanted.expect_every ||
    found.grace !== wanted.grace ||
    found.severity !== wanted.severity
  ) {
    await changeHeartbeat(manager, found.heartbeat_id, wanted);
  }
}

async function removeOwn(
  manager: EntityManager,
  { webhook_id: uuid, domain_id }: HeartbeatOwner,
  { heartbeat_id, state, now }: Found,
): Promise<void> {
  await manager.query('delete from heartbeat where heartbeat_id = $1', [heartbeat_id]);
  if (state !== 'MISSING') return;
  const distributed = await isDistributed({
    query: async ({ text }) => ({ rows: await manager.query<Record<string, unknown>[]>(text) }),
  });
  const deleted = heartbeatDelivery({ kind: 'deleted', name: ANY_DELIVERY });
  await appendOwnDeliveries(manager, distributed, { uuid, domain_id }, [deleted], now);
}
