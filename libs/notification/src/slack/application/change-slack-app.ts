import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { NewSlackApp, SlackAppChanges } from '../domain/slack-app.js';

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

/** Deletes a Slack app that no subscription names. Its request URL is unknown from then on. */
export class DeleteSlackApp extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly slack_app_id: string,
  ) {
    super();
  }
}
