import type { PressedApp } from './pressed-records.js';

/** What is asked of a workspace of Slack, and told to somebody in it. */
export abstract class SlackWorkspace {
  /** Returns why an address cannot be that of the Web API, as the end of a sentence; `undefined` if it can. */
  abstract findRefusal(api_url: string): Promise<string | undefined>;

  /**
   * Returns the confirmed e-mail address of a member of the workspace; `undefined` if there is none, or the app may not read it.
   * Takes a second at most and never throws.
   */
  abstract findEmail(
    app: PressedApp,
    user_id: string,
    team_id: string | undefined,
  ): Promise<string | undefined>;

  /** Shows a sentence only to whoever has pressed. Never throws. @param text in mrkdwn */
  abstract tell(app: PressedApp, response_url: string, text: string): Promise<void>;
}
