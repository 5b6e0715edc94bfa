import { createHmac } from 'node:crypto';
import { SLACK_TEAM, type Block, type BlockElement, type SlackMessage } from '../slack-double.js';

/** A Slack app as its record was created. */
export interface AppUnderPress {
  /** Where the service is reached, instead of its public address. */
  readonly request_url: string;
  readonly signing_secret: string;
}

export interface Presser {
  readonly user_id: string;
  readonly response_url: string;
}

/** The buttons of a message, in order. */
export function findButtons({ blocks }: Pick<SlackMessage, 'blocks'>): readonly BlockElement[] {
  return ((blocks ?? []) as Block[])
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements = [] }) => elements);
}

export function sign(signing_secret: string, timestamp: string, body: string | Buffer): string {
  const mac = createHmac('sha256', signing_secret).update(`v0:${timestamp}:`).update(body);
  return `v0=${mac.digest('hex')}`;
}

/** What Slack posts when somebody presses a button: https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export function createPress(
  { action_id, value }: Pick<BlockElement, 'action_id' | 'value'>,
  { user_id, response_url }: Presser,
): string {
  const payload = {
    type: 'block_actions',
    user: { id: user_id, username: 'jane', name: 'jane', team_id: SLACK_TEAM },
    api_app_id: 'A0123456789',
    token: 'deprecated',
    container: { type: 'message', message_ts: '1.1', channel_id: 'C1', is_ephemeral: false },
    trigger_id: crypto.randomUUID(),
    team: { id: SLACK_TEAM, domain: 'acme' },
    channel: { id: 'C1', name: 'alerts' },
    message: { type: 'message', team: SLACK_TEAM, ts: '1.1', text: 'x' },
    response_url,
    actions: [{ type: 'button', block_id: 'b', action_id, value, action_ts: '1.2' }],
  };
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}

/** Posts a request as Slack does, by default with the right signature of now. */
export async function postPress(
  { request_url, signing_secret }: AppUnderPress,
  body: string | Buffer,
  { timestamp = String(Math.floor(Date.now() / 1000)), ...headers }: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const response = await fetch(request_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': sign(signing_secret, timestamp, body),
      ...headers,
    },
    body,
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
