import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type EntityManager, type ObjectLiteral } from 'typeorm';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import {
  inDomainTransaction,
  lockRecord,
  toNotUniqueError,
} from '#shared/platform/persistence/record-writes.js';
import { OutgoingHttp } from '../../protocols/outgoing-http.js';
import { listSubscriptionsOfSlackApp } from '../../subscriptions/tables/slack-subscriptions.js';
import { lockSubscriptions } from '../../subscriptions/tables/subscription-table.js';
import {
  CreateSlackApp,
  DeleteSlackApp,
  UpdateSlackApp,
  type CreatedSlackApp,
} from '../application/change-slack-app.js';
import { generateAppKey, SlackApp } from '../domain/slack-app.js';

@CommandHandler(CreateSlackApp)
export class CreateSlackAppHandler implements ICommandHandler<CreateSlackApp> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly http: OutgoingHttp,
    private readonly clock: Clock,
    private readonly publicUrl: PublicUrl,
  ) {}

  async execute({ scope, app: given }: CreateSlackApp): Promise<CreatedSlackApp> {
    const app_key = generateAppKey();
    const app = SlackApp.create({ ...given, domain_id: scope.domain_id }, app_key, this.clock.now());
    await requireApiUrl(this.http, given.api_url);
    const { slack_app_id } = app;
    const request_url = `${this.publicUrl.url}/notification/v1/slack/${app_key}/actions`;
    const response = { slack_app_id, request_url };
    await write(this.dataSource, scope, async (manager) => {
      await manager.insert<ObjectLiteral>(SlackApp, app);
      await recordChange(manager, scope, 'slack_app', slack_app_id);
      await storeCreatedIds(manager, response);
    });
    return response;
  }
}

@CommandHandler(UpdateSlackApp)
export class UpdateSlackAppHandler implements ICommandHandler<UpdateSlackApp> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly http: OutgoingHttp,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, slack_app_id, changes }: UpdateSlackApp): Promise<void> {
    await requireApiUrl(this.http, changes.api_url);
    await write(this.dataSource, scope, async (manager) => {
      const app = await lockRecord(manager, scope, SlackApp, { slack_app_id }, 'The Slack app');
      if (!app.update(changes, this.clock.now())) return;
      await manager.update<ObjectLiteral>(SlackApp, { slack_app_id }, app);
      await recordChange(manager, scope, 'slack_app', slack_app_id);
    });
  }
}

const SECRETS = ['signing_secret', 'bot_token'] as const;

@CommandHandler(DeleteSlackApp)
export class DeleteSlackAppHandler implements ICommandHandler<DeleteSlackApp> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ scope, slack_app_id }: DeleteSlackApp): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await lockSubscriptions(manager, scope.domain_id);
      // Without its secrets, so that an app whose secrets cannot be decrypted can be deleted.
      await lockRecord(manager, scope, SlackApp, { slack_app_id }, 'The Slack app', SECRETS);
      const users = await listSubscriptionsOfSlackApp(manager, scope.domain_id, slack_app_id);
      if (users.length > 0) {
        const text = `Subscriptions name this Slack app: ${users.join(', ')}. Change or delete them first`;
        throw new DomainError('ERROR_CONFLICT', 'conflict', text);
      }
      await manager.delete(SlackApp, { slack_app_id, domain_id: scope.domain_id });
      await recordChange(manager, scope, 'slack_app', slack_app_id);
    });
  }
}

/** @throws ERROR_INVALID_PARAMETER */
async function requireApiUrl(http: OutgoingHttp, api_url: string | null | undefined): Promise<void> {
  if (api_url === undefined || api_url === null) return;
  const refusal = await http.refusal(api_url);
  if (refusal !== undefined) throw DomainError.invalid('api_url', refusal);
}

/** @throws ERROR_NOT_UNIQUE */
async function write(
  dataSource: DataSource,
  { domain_id }: Scope,
  work: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  try {
    await inDomainTransaction(dataSource, domain_id, work);
  } catch (error) {
    throw toNotUniqueError(
      error,
      'slack_app_name',
      'name',
      'is the name of another Slack app of this domain',
    );
  }
}
