import { Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError, type EntityManager, type ObjectLiteral } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatVersion, requireVersion } from '#shared/kernel/record-version.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { inDomainTransaction } from '#shared/platform/persistence/connection-shares.js';
import { selectWithout } from '#shared/platform/persistence/select-without.js';
import { lockSubscriptions } from '../../subscriptions/tables/subscription-table.js';
import { listSubscriptionsOfSlackApp } from '../../subscriptions/tables/slack-subscriptions.js';
import { SlackAppRepository } from '../application/ports/slack-app-repository.js';
import { SlackApp } from '../domain/slack-app.js';

const UNIQUE_VIOLATION = '23505';
const SECRETS = ['signing_secret', 'bot_token'] as const;

@Injectable()
export class TypeOrmSlackAppRepository extends SlackAppRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  add(scope: Scope, app: SlackApp, response: object): Promise<void> {
    return this.write(scope, async (manager) => {
      await manager.insert<ObjectLiteral>(SlackApp, app);
      await recordChange(manager, scope, 'slack_app', app.slack_app_id);
      await storeCreatedIds(manager, response);
    });
  }

  change(scope: Scope, slack_app_id: string, change: (app: SlackApp) => boolean): Promise<void> {
    return this.write(scope, async (manager) => {
      const app = await lockApp(manager, scope, slack_app_id);
      if (!change(app)) return;
      await manager.update<ObjectLiteral>(SlackApp, { slack_app_id }, app);
      await recordChange(manager, scope, 'slack_app', slack_app_id);
    });
  }

  remove(scope: Scope, slack_app_id: string): Promise<void> {
    return this.write(scope, async (manager) => {
      await lockSubscriptions(manager, scope.domain_id);
      // Without its secrets, so that an app whose secrets cannot be decrypted can be deleted.
      await lockApp(manager, scope, slack_app_id, SECRETS);
      const users = await listSubscriptionsOfSlackApp(manager, scope.domain_id, slack_app_id);
      if (users.length > 0) {
        const text = `Subscriptions name this Slack app: ${users.join(', ')}. Change or delete them first`;
        throw new DomainError('ERROR_CONFLICT', 'conflict', text);
      }
      await manager.delete(SlackApp, { slack_app_id, domain_id: scope.domain_id });
      await recordChange(manager, scope, 'slack_app', slack_app_id);
    });
  }

  private async write(scope: Scope, work: (manager: EntityManager) => Promise<void>): Promise<void> {
    try {
      await inDomainTransaction(this.dataSource, scope.domain_id, work);
    } catch (error) {
      throw isDuplicateName(error) ? createNotUniqueError(error) : error;
    }
  }
}

async function lockApp(
  manager: EntityManager,
  scope: Scope,
  slack_app_id: string,
  leftOut: typeof SECRETS | readonly [] = [],
): Promise<SlackApp> {
  const app = await manager.findOne(SlackApp, {
    ...selectWithout(manager, SlackApp, leftOut),
    where: { slack_app_id, domain_id: scope.domain_id },
    lock: { mode: 'pessimistic_write' },
  });
  if (app === null) throw DomainError.notFound('The Slack app', slack_app_id);
  requireVersion(scope, formatVersion(app.updated_at));
  return app;
}

function isDuplicateName(error: unknown): error is QueryFailedError {
  if (!(error instanceof QueryFailedError)) return false;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'slack_app_name';
}

function createNotUniqueError(cause: Error): DomainError {
  const reason = 'is the name of another Slack app of this domain';
  return new DomainError('ERROR_NOT_UNIQUE', 'conflict', `name ${reason}`, {
    errors: [{ field: 'name', reason }],
    cause,
  });
}
