import type { Scope } from '#shared/kernel/scope.js';
import type { SlackApp } from '../../domain/slack-app.js';

/** The Slack apps of each domain. An app of another domain is not found. */
export abstract class SlackAppRepository {
  /** @param response the response to a repeated request @throws ERROR_NOT_UNIQUE naming `name` */
  abstract add(scope: Scope, app: SlackApp, response: object): Promise<void>;

  /**
   * Loads an app, locks it until `change` has returned, and stores it if `change` returns true.
   * @throws ERROR_NOT_FOUND, ERROR_NOT_UNIQUE, and the errors of `change`
   */
  abstract change(scope: Scope, slack_app_id: string, change: (app: SlackApp) => boolean): Promise<void>;

  /** @throws ERROR_NOT_FOUND; ERROR_CONFLICT if subscriptions name it */
  abstract remove(scope: Scope, slack_app_id: string): Promise<void>;
}
