import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { nextChangeTime, requireVersion, formatVersion } from '#shared/kernel/record-version.js';
import { isSameJson } from '#shared/kernel/json.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import {
  addHeartbeat,
  changeHeartbeat,
  lockHeartbeatQuota,
  heartbeatLimitError,
  lockHeartbeat,
  markHeartbeat,
  removeHeartbeat,
} from '../tables/heartbeat-rows.js';
import { lockWebhookWithoutSecrets } from '../../intake/tables/lock-cursor.js';
import {
  changeTerms,
  checkTermChanges,
  DeleteHeartbeat,
  PutHeartbeat,
} from '../application/put-heartbeat.js';
import {
  isHeartbeatName,
  NAME_REQUIREMENT,
  type HeartbeatTerms,
} from '../../webhooks/domain/heartbeat-terms.js';

@CommandHandler(PutHeartbeat)
export class PutHeartbeatHandler implements ICommandHandler<PutHeartbeat> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
  ) {}

  async execute({ scope, webhook_id, name, changes, managed_by }: PutHeartbeat): Promise<void> {
    if (!isHeartbeatName(name)) throw DomainError.invalid('name', NAME_REQUIREMENT);
    checkTermChanges(changes);
    const { domain_id } = scope;
    await this.feed.transaction(this.dataSource, domain_id, async (manager) => {
      const { project_id } = await lockWebhookWithoutSecrets(manager, scope, webhook_id);
      const owner = { webhook_id: parseId('webhook', webhook_id), domain_id, project_id };
      const found = await lockHeartbeat(manager, owner, name);
      const current = found && pickTerms(found);
      const terms = changeTerms(current, changes);
      requireVersion(scope, found === undefined ? 'none' : formatVersion(found.updated_at));
      if (found === undefined) {
        if ((await lockHeartbeatQuota(manager, domain_id)) <= 0) throw heartbeatLimitError();
        return announce(
          this.feed,
          manager,
          scope,
          await addHeartbeat(manager, owner, name, terms, managed_by),
        );
      }
      const isMarked = managed_by !== undefined && managed_by !== found.managed_by;
      if (isSameJson(current, terms) && !isMarked) return;
      const updated_at = nextChangeTime(found.updated_at, new Date());
      if (!isSameJson(current, terms)) await changeHeartbeat(manager, found, terms, updated_at);
      if (isMarked) await markHeartbeat(manager, found, managed_by, updated_at);
      return announce(this.feed, manager, scope, found.heartbeat_id);
    });
  }
}

@CommandHandler(DeleteHeartbeat)
export class DeleteHeartbeatHandler implements ICommandHandler<DeleteHeartbeat> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly wakeUp: WakeUp,
  ) {}

  async execute({ scope, webhook_id, name }: DeleteHeartbeat): Promise<void> {
    if (!isHeartbeatName(name)) throw DomainError.invalid('name', NAME_REQUIREMENT);
    const uuid = parseId('webhook', webhook_id);
    const { domain_id } = scope;
    await this.feed.transaction(this.dataSource, domain_id, async (manager) => {
      const found = await lockHeartbeat(manager, { webhook_id: uuid, domain_id }, name);
      if (found === undefined) throw DomainError.notFound('The heartbeat', name);
      requireVersion(scope, formatVersion(found.updated_at));
      await removeHeartbeat(manager, found);
      await announce(this.feed, manager, scope, found.heartbeat_id);
    });
    this.wakeUp.signalDeliveries([uuid]);
  }
}

async function announce(
  feed: ChangeFeed,
  manager: EntityManager,
  scope: Scope,
  heartbeat_id: string,
): Promise<void> {
  await recordChange(manager, scope, 'heartbeat', formatId('heartbeat', heartbeat_id));
  await feed.announce(manager, 'heartbeat', heartbeat_id);
}

function pickTerms({ expect_every, schedule, timezone, grace, severity }: HeartbeatTerms): HeartbeatTerms {
  return { expect_every, schedule, timezone, grace, severity };
}
