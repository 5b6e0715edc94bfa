import { Injectable, Logger } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { OutgoingHttp } from '../../protocols/outgoing-http.js';
import { createJsonRequest } from '../../protocols/post-attempt.js';
import { parseResponse } from '../../protocols/slack/protocol.js';
import { SLACK_API } from '../../protocols/slack/schema.js';
import type { PressedApp } from './pressed-app.js';

/** Milliseconds. A press must be answered within three seconds. */
const PROFILE_TIMEOUT_MS = 1_000;
const TELL_TIMEOUT_MS = 5_000;
/** Where Slack takes answers to a press: of commercial and of government workspaces. */
const RESPONSE_ORIGINS = ['https://hooks.slack.com', 'https://hooks.slack-gov.com'];

/** What is asked of a workspace of Slack, and told to somebody in it. */
@Injectable()
export class SlackWorkspace {
  private readonly logger = new Logger('Slack');

  constructor(private readonly http: OutgoingHttp) {}

  /**
   * Returns the confirmed e-mail address of a member of the workspace; `undefined` if there is none, or the app may not read it.
   * Takes a second at most and never throws.
   */
  async findEmail(
    { bot_token, api_url }: PressedApp,
    user_id: string,
    team_id: string | undefined,
  ): Promise<string | undefined> {
    if (bot_token === null) return undefined;
    const url = `${(api_url ?? SLACK_API).replace(/\/$/, '')}/users.info`;
    const headers = {
      authorization: `Bearer ${bot_token}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = Buffer.from(new URLSearchParams({ user: user_id }).toString());
    try {
      const response = await this.http.post(url, headers, body, AbortSignal.timeout(PROFILE_TIMEOUT_MS));
      return readEmail(parseResponse(response.body) as UserResponse | undefined, user_id, team_id);
    } catch (error) {
      this.logger.warn(`a profile of Slack was not read: ${getLogMessage(error)}`);
      return undefined;
    }
  }

  /** Shows a sentence only to whoever has pressed. Never throws. @param text in mrkdwn */
  async tell({ api_url }: PressedApp, response_url: string, text: string): Promise<void> {
    if (!isResponseUrl(response_url, api_url)) return;
    const { url, headers, body } = createJsonRequest(response_url, {
      response_type: 'ephemeral',
      replace_original: false,
      text,
    });
    try {
      const { status } = await this.http.post(url, headers, body, AbortSignal.timeout(TELL_TIMEOUT_MS));
      if (status >= 300) this.logger.warn(`Slack answered a sentence for a person with ${status}`);
    } catch (error) {
      this.logger.warn(`a person in Slack was not told: ${getLogMessage(error)}`);
    }
  }
}

interface UserResponse {
  readonly ok?: unknown;
  readonly user?: {
    readonly id?: unknown;
    readonly team_id?: unknown;
    readonly deleted?: unknown;
    readonly is_bot?: unknown;
    readonly is_stranger?: unknown;
    readonly is_email_confirmed?: unknown;
    readonly profile?: { readonly email?: unknown };
  };
}

/** The e-mail address of a person of another workspace says nothing: its owner decides which one it is. */
function readEmail(
  response: UserResponse | undefined,
  user_id: string,
  team_id: string | undefined,
): string | undefined {
  const { user } = response ?? {};
  if (response?.ok !== true || user?.id !== user_id || user.team_id !== team_id) return undefined;
  const isForeign = user.deleted === true || user.is_bot === true || user.is_stranger === true;
  if (isForeign || user.is_email_confirmed === false) return undefined;
  const email = user.profile?.email;
  return typeof email === 'string' && email.length <= 254 ? email : undefined;
}

/** Whoever knows a signing secret could name any address. */
function isResponseUrl(response_url: string, api_url: string | null): boolean {
  if (!URL.canParse(response_url)) return false;
  const { origin, username, password } = new URL(response_url);
  const origins = api_url === null ? RESPONSE_ORIGINS : [...RESPONSE_ORIGINS, new URL(api_url).origin];
  return username === '' && password === '' && origins.includes(origin);
}
