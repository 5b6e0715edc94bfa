import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import type { Scope } from '#shared/kernel/scope.js';
import { generateAppKey, SlackApp, type NewSlackApp } from '../domain/slack-app.js';
import { SlackAppRepository } from './ports/slack-app-repository.js';
import { SlackWorkspace } from './ports/slack-workspace.js';

export type SlackAppToCreate = Omit<NewSlackApp, 'domain_id'>;

export interface CreatedSlackApp {
  readonly slack_app_id: string;
  /** Where Slack posts what people press. Returned only this once. */
  readonly request_url: string;
}

/** Creates a Slack app. Presses are accepted from then on. */
export class CreateSlackApp extends Command<CreatedSlackApp> {
  constructor(
    readonly scope: Scope,
    readonly app: SlackAppToCreate,
  ) {
    super();
  }
}

@CommandHandler(CreateSlackApp)
export class CreateSlackAppHandler implements ICommandHandler<CreateSlackApp> {
  constructor(
    private readonly apps: SlackAppRepository,
    private readonly workspace: SlackWorkspace,
    private readonly clock: Clock,
    private readonly publicUrl: PublicUrl,
  ) {}

  async execute({ scope, app: given }: CreateSlackApp): Promise<CreatedSlackApp> {
    const app_key = generateAppKey();
    const app = SlackApp.create({ ...given, domain_id: scope.domain_id }, app_key, this.clock.now());
    await requireApiUrl(this.workspace, given.api_url);
    const request_url = `${this.publicUrl.url}/notification/v1/slack/${app_key}/actions`;
    const response = { slack_app_id: app.slack_app_id, request_url };
    await this.apps.add(scope, app, response);
    return response;
  }
}

/** @throws ERROR_INVALID_PARAMETER */
export async function requireApiUrl(
  workspace: SlackWorkspace,
  api_url: string | null | undefined,
): Promise<void> {
  if (api_url === undefined || api_url === null) return;
  const refusal = await workspace.findRefusal(api_url);
  if (refusal !== undefined) throw DomainError.invalid('api_url', refusal);
}
