import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { SlackAppChanges } from '../domain/slack-app.js';
import { requireApiUrl } from './create-slack-app.js';
import { SlackAppRepository } from './ports/slack-app-repository.js';
import { SlackWorkspace } from './ports/slack-workspace.js';

/** Changes the given fields of a Slack app, such as a signing secret that was regenerated. */
export class UpdateSlackApp extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly slack_app_id: string,
    readonly changes: SlackAppChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateSlackApp)
export class UpdateSlackAppHandler implements ICommandHandler<UpdateSlackApp> {
  constructor(
    private readonly apps: SlackAppRepository,
    private readonly workspace: SlackWorkspace,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, slack_app_id, changes }: UpdateSlackApp): Promise<void> {
    await requireApiUrl(this.workspace, changes.api_url);
    await this.apps.change(scope, slack_app_id, (app) => app.update(changes, this.clock.now()));
  }
}
