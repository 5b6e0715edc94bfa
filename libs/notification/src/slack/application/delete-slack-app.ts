import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { SlackAppRepository } from './ports/slack-app-repository.js';

/** Deletes a Slack app that no subscription names. Its request URL is unknown from then on. */
export class DeleteSlackApp extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly slack_app_id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteSlackApp)
export class DeleteSlackAppHandler implements ICommandHandler<DeleteSlackApp> {
  constructor(private readonly apps: SlackAppRepository) {}

  async execute({ scope, slack_app_id }: DeleteSlackApp): Promise<void> {
    await this.apps.remove(scope, slack_app_id);
  }
}
