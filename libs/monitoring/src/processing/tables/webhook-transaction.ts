import pg, { type ClientBase, type Pool, type PoolClient } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { readAnswer } from '#shared/platform/persistence/answer-from-transaction.js';
import { shareIngest } from '#shared/platform/persistence/connection-shares.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IDLE_TIMEOUT_SETTING, inTransaction } from '#shared/platform/persistence/in-transaction.js';
import type { DeliveryTarget, WakeUp } from '../../intake/application/ports/delivery-log.js';
import { advisoryLockKey, LOCK_FEED } from '../../intake/tables/lock-cursor.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { formatId } from '#shared/kernel/ids.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import type { WebhookLog } from '../application/webhook-log.js';

/**
 * Begins with short timeouts, because a caller waits for the result. A worker holds the lock for one batch, well under
 * a second.
 */
const BEGIN = `
  begin;
  set local lock_timeout = '5s';
  set local ${IDLE_TIMEOUT_SETTING};
  set local statement_timeout = '30s'`;
/** On a cluster, the timeouts must also apply on the machine that stores the row of the webhook. */
const BEGIN_ON_CLUSTER = BEGIN.replace('begin;', `begin; set local citus.propagate_set_commands = 'local';`);
const LOCK_NOT_AVAILABLE = '55P03';
/** Seconds. */
const RETRY_AFTER_SECONDS = 60;

/**
 * Begins a transaction and locks the row of the webhook. Every writer of a webhook locks this row before any other row,
 * which prevents deadlocks.
 */
export async function beginWebhookTransaction(
  client: ClientBase,
  { uuid, domain_id }: DeliveryTarget,
): Promise<void> {
  await client.query((await isDistributed(client)) ? BEGIN_ON_CLUSTER : `${BEGIN}; ${LOCK_FEED}`);
  await client.query(`select pg_advisory_xact_lock(${advisoryLockKey('$1')})`, [uuid]);
  const { rowCount } = await client.query(
    `select from webhook_cursor where webhook_id = $1 and domain_id = $2 for no key update`,
    [uuid, domain_id],
  );
  // The row was lost in a restore of some tables only. The hourly retention creates it again.
  if (rowCount === 0) throw DomainError.unavailable('The webhook is being restored', RETRY_AFTER_SECONDS);
}

/**
 * Runs work in a transaction that holds the lock of the webhook, and waits for that lock.
 * @throws ERROR_UNAVAILABLE when another process holds the lock for too long
 */
export async function inWebhookTransaction<T>(
  pool: Pool,
  webhook: DeliveryTarget,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await shareIngest(pool, webhook.domain_id, () =>
      inTransaction(
        pool,
        async (client) => {
          const result = await work(client);
          await readAnswer(client);
          return result;
        },
        { begin: (client) => beginWebhookTransaction(client, webhook) },
      ),
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)
      throw DomainError.unavailable('The webhook is being processed', 1, error);
    throw error;
  }
}

/** After so many such failures in a row the database has failed, not a webhook. */
const MAX_UNAVAILABLE = 3;

/**
 * Works on webhooks of any domain in turn. A webhook whose work fails is warned about, and does not keep the others from their turn.
 * @param work under the lock of the webhook
 */
export async function workThroughWebhooks<Webhook extends DeliveryTarget>(
  webhooks: Iterable<Webhook>,
  work: (webhook: Webhook) => Promise<void>,
  wakeUp: WakeUp,
  log: WebhookLog,
): Promise<void> {
  let unavailable = 0;
  for (const webhook of webhooks) {
    try {
      await work(webhook);
      unavailable = 0;
    } catch (error) {
      unavailable = isDatabaseUnavailable(error) ? unavailable + 1 : 0;
      if (unavailable === MAX_UNAVAILABLE) throw error;
      log.warn(`the webhook is tried again later: ${getLogMessage(error)}`, {
        webhook_id: formatId('webhook', webhook.uuid),
        domain: webhook.domain_id,
      });
    } finally {
      // A worker that found the webhook locked relies on the holder of the lock to look again.
      wakeUp.signalDeliveries([webhook.uuid]);
    }
  }
}
