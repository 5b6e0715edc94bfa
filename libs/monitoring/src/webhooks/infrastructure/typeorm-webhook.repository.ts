import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, QueryFailedError, type EntityManager, type ObjectLiteral } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { requireVersion, formatVersion } from '#shared/kernel/record-version.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { updateWebhookHeartbeat } from '../../heartbeats/tables/heartbeat-rows.js';
import {
  lockWebhook,
  lockWebhookWithoutSecrets,
  type WebhookSecret,
} from '../../intake/tables/lock-cursor.js';
import { WebhookRepository, type GivenField } from '../application/ports/webhook-repository.js';
import { Webhook } from '../domain/webhook.js';

const UNIQUE_VIOLATION = '23505';
/** On several machines the driver reports the index only in the message, with the number of the shard. */
const NAME_INDEX = /^webhook_name$|"webhook_name(_\d+)?"/;

@Injectable()
export class TypeOrmWebhookRepository extends WebhookRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangeFeed,
    private readonly limits: RecordLimits,
  ) {
    super();
  }

  async add(scope: Scope, webhook: Webhook, given: readonly GivenField[] = []): Promise<void> {
    await this.transaction(scope, async (manager) => {
      await this.limits.requireRoom(manager, scope.domain_id, 'webhook');
      const uuid = parseId('webhook', webhook.webhook_id);
      for (const field of given) await requireFree(manager, webhook, field);
      await manager.insert<ObjectLiteral>(Webhook, webhook);
      await manager.query('insert into webhook_cursor (webhook_id, domain_id) values ($1, $2)', [
        uuid,
        webhook.domain_id,
      ]);
      await updateWebhookHeartbeat(manager, webhook);
      await recordChange(manager, scope, 'webhook', webhook.webhook_id);
      await storeCreatedIds(manager, { webhook_id: webhook.webhook_id });
      await this.changes.announce(manager, 'webhook', uuid);
    });
  }

  change(scope: Scope, webhook_id: string, change: (webhook: Webhook) => boolean): Promise<void> {
    return this.changeLocked(scope, webhook_id, lockWebhook, change);
  }

  changeState(
    scope: Scope,
    webhook_id: string,
    change: (webhook: Pick<Webhook, 'disable' | 'delete'>) => boolean,
  ): Promise<void> {
    return this.changeLocked(scope, webhook_id, lockWebhookWithoutSecrets, change);
  }

  private async changeLocked<W extends Omit<Webhook, WebhookSecret>>(
    scope: Scope,
    webhook_id: string,
    lock: (manager: EntityManager, scope: Scope, webhook_id: string) => Promise<W>,
    change: (webhook: W) => boolean,
  ): Promise<void> {
    await this.transaction(scope, async (manager) => {
      const webhook = await lock(manager, scope, webhook_id);
      requireVersion(scope, formatVersion(webhook.updated_at));
      if (!change(webhook)) return;
      await manager.update<ObjectLiteral>(Webhook, { webhook_id }, webhook);
      await updateWebhookHeartbeat(manager, webhook);
      // The change may have fixed what kept deliveries from being processed, so they are retried at once.
      await manager.query(
        `update webhook_cursor set next_attempt_at = null
         where webhook_id = $1 and domain_id = $2 and next_attempt_at is not null`,
        [parseId('webhook', webhook_id), scope.domain_id],
      );
      await recordChange(manager, scope, 'webhook', webhook_id);
      await storeCreatedIds(manager, { webhook_id });
      await this.changes.announce(manager, 'webhook', parseId('webhook', webhook_id));
    });
  }

  async find({ domain_id }: Scope, webhook_id: string): Promise<Webhook> {
    const webhook = await this.dataSource.manager.findOneBy(Webhook, {
      webhook_id,
      domain_id,
      deleted_at: IsNull(),
    });
    if (webhook === null) throw DomainError.notFound('The webhook', webhook_id);
    return webhook;
  }

  private async transaction(
    { domain_id }: Scope,
    run: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    try {
      await this.changes.transaction(this.dataSource, domain_id, run);
    } catch (error) {
      throw isNameTaken(error)
        ? createNotUniqueError('name', 'is the name of another webhook of this project', error)
        : error;
    }
  }
}

/** By whom a value is taken. Deleted webhooks keep their ids, as long as deliveries need them, and give up their keys. */
const TAKEN = {
  webhook_id: 'webhook_id = $1::uuid',
  access_key: '(access_key_digest = $1 or previous_access_key_digest = $1) and deleted_at is null',
} as const;

/**
 * Requires that no webhook of any domain has what a caller gave for a new one. Two requests for the same value come one after the
 * other.
 */
async function requireFree(
  manager: EntityManager,
  { webhook_id, access_key_digest }: Webhook,
  field: GivenField,
): Promise<void> {
  const value = field === 'webhook_id' ? parseId('webhook', webhook_id) : access_key_digest;
  await manager.query(`select pg_advisory_xact_lock(hashtext('tocsin given ${field}'), hashtext($1))`, [
    value.toString('hex'),
  ]);
  const taken: unknown[] = await manager.query(`select from webhook where ${TAKEN[field]} limit 1`, [value]);
  // Not whose: it may be in another domain.
  if (taken.length > 0) throw createNotUniqueError(field, 'is taken; give another one, or leave it out');
}

function isNameTaken(error: unknown): error is QueryFailedError {
  if (!(error instanceof QueryFailedError)) return false;
  const { code, constraint = error.message } = error.driverError as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && NAME_INDEX.test(constraint);
}

function createNotUniqueError(field: string, reason: string, cause?: Error): DomainError {
  return new DomainError('ERROR_NOT_UNIQUE', 'conflict', `${field} ${reason}`, {
    errors: [{ field, reason }],
    cause,
  });
}
