import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { formatId, LOWEST_UUID } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { LOCK_FEED, lockCursors } from '../../intake/tables/lock-cursor.js';
import { WebhookLog } from '../application/webhook-log.js';
import { workThroughWebhooks } from '../tables/webhook-transaction.js';
import { HOLD_MS } from '../domain/held-firings.js';
import { openDueHolds } from '../domain/correlate.js';
import { readStates } from './alarm-states.js';
import { writeAcknowledgements } from './write-sender-decisions.js';
import { writeCorrelation } from './write-correlation.js';

const WEBHOOKS_PER_RUN = 200;
const KEYS_PER_BATCH = 500;

/** A time further away than a firing is ever held was written while the clock was ahead. */
const IS_TOO_FAR = `held_until > statement_timestamp() + interval '${HOLD_MS} ms'`;

/** Uses statement_timestamp(): clock_timestamp() is volatile, so that the index could not be used. */
export const FIND_DUE = `
  with due as materialized (
    select domain_id, webhook_id from alarm_state where held_until <= statement_timestamp() and webhook_id > $1
    union
    select domain_id, webhook_id from alarm_state where ${IS_TOO_FAR} and webhook_id > $1
  )
  select webhook_id as uuid from due join webhook using (webhook_id, domain_id)
  where deleted_at is null order by 1 limit $2`;

/** A firing that is due before the oldest pending delivery arrived. Any other waits until that is processed. */
const FIND_KEYS = `
  with waiting as (
    select least(statement_timestamp(), (select received_at from delivery_segment
      where domain_id = $1 and webhook_id = $2 and processed_at is null order by seq limit 1)) as since
  )
  select encode(key_hash, 'hex') as key_hash, since
  from waiting join alarm_state on held_until <= since or ${IS_TOO_FAR}
  where domain_id = $1 and webhook_id = $2 and held_until is not null
  order by held_until limit $3`;

/** Opens the alerts of alarms that were held after a recovery, when no other recovery has arrived in time. */
@Injectable()
export class OpenHeldAlerts {
  private readonly log = new WebhookLog('HeldAlerts');
  private cursor = LOWEST_UUID;

  constructor(
    private readonly pool: IngestPool,
    private readonly webhooks: WebhookDirectory,
    private readonly wakeUp: WakeUp,
  ) {}

  @Every(5_000)
  async execute(): Promise<void> {
    const uuids = await this.findWebhooks(WEBHOOKS_PER_RUN);
    if (uuids.length === 0) return;
    const webhooks = await this.webhooks.loadEach(uuids, (uuid, error) =>
      this.log.warn(`the held alerts of the webhook stay held: ${getLogMessage(error)}`, {
        webhook_id: formatId('webhook', uuid),
      }),
    );
    const openHeld = async (webhook: AdmittedWebhook) => {
      while ((await this.openBatch(webhook)) === KEYS_PER_BATCH);
    };
    await workThroughWebhooks(webhooks, openHeld, this.wakeUp, this.log);
  }

  private async findWebhooks(limit: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ uuid: string }>({
      name: 'find held alerts',
      text: FIND_DUE,
      values: [this.cursor, limit],
    });
    // Continues after the last webhook, so that webhooks with pending deliveries do not block the others.
    this.cursor = rows.length < limit ? LOWEST_UUID : (rows.at(-1)?.uuid ?? LOWEST_UUID);
    return rows.map(({ uuid }) => uuid);
  }

  /** Returns the number of keys. It is 0 while another process holds the webhook. */
  openBatch(webhook: AdmittedWebhook): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      if (!(await isDistributed(client))) await client.query(LOCK_FEED);
      const locked = await lockCursors(client, [webhook]);
      const hasDecisions = locked.get(webhook.uuid);
      return hasDecisions === undefined ? 0 : openAlerts(client, webhook, hasDecisions);
    });
  }
}

async function openAlerts(
  client: PoolClient,
  webhook: AdmittedWebhook,
  hasDecisions: boolean,
): Promise<number> {
  const { rows } = await client.query<{ key_hash: string; since: Date }>({
    name: 'find held keys',
    text: FIND_KEYS,
    values: [webhook.domain_id, webhook.uuid, KEYS_PER_BATCH],
  });
  const [first] = rows;
  if (first === undefined) return 0;
  const keyHashes = rows.map(({ key_hash }) => key_hash);
  const [states = new Map()] = await readStates(client, [{ webhook, keyHashes }]);
  const correlation = openDueHolds({ states, spans: new Map() }, first.since, webhook.settings);
  // A state that the previous release has written since holds nothing any more. It is written to say so.
  const written = { ...correlation, states: new Map([...states, ...correlation.states]) };
  await writeCorrelation(client, [{ webhook, ...written }]);
  await writeAcknowledgements(client, [{ webhook, hasDecisions, decisions: [], correlation }]);
  return rows.length;
}
