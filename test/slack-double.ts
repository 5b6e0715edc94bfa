import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const SLACK_TOKEN = 'xoxb-of-the-tests';
/** The workspace to which the app belongs. */
export const SLACK_TEAM = 'T0123456789';

export interface SlackMessage {
  readonly channel: string;
  readonly ts: string;
  readonly thread_ts?: string;
  text: string;
  blocks: unknown;
  edits: number;
  /** A reply that the channel shows, too, and by which it notifies. */
  readonly isBroadcast?: boolean;
}

interface Arguments {
  readonly channel?: unknown;
  readonly ts?: unknown;
  readonly thread_ts?: unknown;
  readonly text?: unknown;
  readonly blocks?: unknown;
  readonly reply_broadcast?: unknown;
}

const WEBHOOK_CHANNEL_ID = 'C0123456789';
const ALLOWED_ARGUMENTS = new Set([
  'channel',
  'ts',
  'thread_ts',
  'text',
  'blocks',
  'unfurl_links',
  'unfurl_media',
  'reply_broadcast',
]);

/** A person, as `users.info` returns them. */
export interface SlackUser {
  readonly email?: string;
  readonly team_id?: string;
}

/** What was shown only to one person. */
export interface Ephemeral {
  readonly user_id: string;
  readonly text: string;
}

/** A response instead of that of a method. */
export interface Interruption {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/**
 * Starts a double of `chat.postMessage`, `chat.update` and incoming webhooks of Slack, with the documented validation.
 * @param refuse may refuse a call by its path and the id of its channel
 */
export async function startSlack(
  refuse: (path: string, channelId: string) => Interruption | undefined = () => undefined,
) {
  const messages: SlackMessage[] = [];
  /** Ids of channels by their names. The webhook belongs to the first channel. */
  const channels = new Map([['#alerts', WEBHOOK_CHANNEL_ID]]);
  const isChannel = (channel: unknown): channel is string =>
    typeof channel === 'string' && [...channels.values()].includes(channel);
  /** Responses to send instead, the next first. */
  const interruptions: Interruption[] = [];
  /** People by their ids. */
  const users = new Map<string, SlackUser>();
  const ephemerals: Ephemeral[] = [];
  let clock = 1_700_000_000;

  function post(args: Arguments): object {
    const channel = channels.get(String(args.channel)) ?? args.channel;
    if (!isChannel(channel)) return refusal('channel_not_found');
    const problem = contentProblem(args);
    if (problem !== undefined) return refusal(problem);
    const { thread_ts, text, blocks, reply_broadcast = false } = args;
    if (typeof reply_broadcast !== 'boolean' || (reply_broadcast && thread_ts === undefined))
      return refusal('invalid_arguments');
    if (thread_ts !== undefined && !messages.some(({ ts }) => ts === thread_ts))
      return refusal('thread_not_found');
    const ts = `${(clock += 1)}.000100`;
    const thread = thread_ts === undefined ? {} : { thread_ts: String(thread_ts) };
    const isBroadcast = reply_broadcast;
    messages.push({ channel, ts, ...thread, text: String(text), blocks, edits: 0, isBroadcast });
    return { ok: true, channel, ts, message: { text, blocks } };
  }

  function update(args: Arguments): object {
    // This method accepts only ids of channels, not names.
    if (!isChannel(args.channel)) return refusal('channel_not_found');
    const message = messages.find(({ channel, ts }) => channel === args.channel && ts === args.ts);
    if (message === undefined) return refusal('message_not_found');
    const problem = contentProblem(args);
    if (problem !== undefined) return refusal(problem);
    Object.assign(message, { text: String(args.text), blocks: args.blocks, edits: message.edits + 1 });
    return { ok: true, channel: args.channel, ts: args.ts, text: args.text };
  }

  function findUser(body: string): object {
    const id = new URLSearchParams(body).get('user') ?? '';
    const user = users.get(id);
    if (user === undefined) return refusal('user_not_found');
    const { email, team_id = SLACK_TEAM } = user;
    return {
      ok: true,
      user: { id, team_id, deleted: false, is_bot: false, profile: { ...(email && { email }) } },
    };
  }

  /** An address that Slack gives with a press takes a message for whoever has pressed. */
  function answerPress(user_id: string, body: string): number {
    const { response_type, replace_original, text } = JSON.parse(body) as Record<string, unknown>;
    if (response_type !== 'ephemeral' || replace_original !== false || typeof text !== 'string') return 400;
    ephemerals.push({ user_id, text });
    return 200;
  }

  function findChannelId(path: string, body: string): string {
    const { channel = WEBHOOK_CHANNEL_ID } = (
      /^\/(?:api\/chat|services)/.test(path) ? JSON.parse(body) : {}
    ) as Arguments;
    return channels.get(String(channel)) ?? String(channel);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await buffer(request)).toString();
    const { method, url = '', headers } = request;
    const interruption = interruptions.shift() ?? refuse(url, findChannelId(url, text));
    if (interruption !== undefined)
      return void response.writeHead(interruption.status, interruption.headers).end();
    const isJson = /^application\/json; ?charset=utf-8$/i.test(headers['content-type'] ?? '');
    if (url === '/services/T0/B0/secret') {
      const problem = isJson ? contentProblem(JSON.parse(text) as Arguments) : 'invalid_payload';
      if (problem !== undefined) return void response.writeHead(400).end('invalid_payload');
      post({ ...(JSON.parse(text) as Arguments), channel: WEBHOOK_CHANNEL_ID });
      return void response.writeHead(200).end('ok');
    }
    const [, presser] = /^\/actions\/([A-Z0-9]+)\//.exec(url) ?? [];
    if (presser !== undefined)
      return void response.writeHead(isJson ? answerPress(presser, text) : 400).end('ok');
    if (url.startsWith('/services/')) return void response.writeHead(404).end('no_service');
    const methods: Record<string, (args: Arguments) => object> = {
      '/api/chat.postMessage': post,
      '/api/chat.update': update,
      '/api/users.info': () => ({}),
    };
    const called = methods[url];
    const body =
      method !== 'POST' || called === undefined
        ? refusal('unknown_method')
        : headers.authorization === undefined
          ? refusal('not_authed')
          : headers.authorization !== `Bearer ${SLACK_TOKEN}`
            ? refusal('invalid_auth')
            : url === '/api/users.info'
              ? findUser(text)
              : isJson
                ? called(JSON.parse(text) as Arguments)
                : refusal('invalid_post_type');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    api_url: `${url}/api`,
    webhook_url: `${url}/services/T0/B0/secret`,
    messages,
    channels,
    interruptions,
    users,
    ephemerals,
    /** The address that Slack gives with a press. */
    createResponseUrl: (user_id: string) => `${url}/actions/${user_id}/${crypto.randomUUID()}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refusal(error: string): object {
  return { ok: false, error };
}

export interface Block {
  readonly type: string;
  readonly text?: { readonly type: string; readonly text: string };
  readonly fields?: readonly { readonly text: string }[];
  readonly elements?: readonly BlockElement[];
}

/** A text of a context, or a button. */
export interface BlockElement {
  readonly type: string;
  readonly text: string | { readonly text: string };
  readonly action_id?: string;
  readonly value?: string;
}

function contentProblem(args: Arguments): string | undefined {
  if (Object.keys(args).some((name) => !ALLOWED_ARGUMENTS.has(name))) return 'invalid_arguments';
  const { text, blocks } = args;
  if (text !== undefined && typeof text !== 'string') return 'invalid_arguments';
  if (text === undefined && blocks === undefined) return 'no_text';
  if ((text?.length ?? 0) > 40_000) return 'msg_too_long';
  if (blocks === undefined) return undefined;
  if (!Array.isArray(blocks) || blocks.length > 50) return 'invalid_blocks_format';
  return (blocks as Block[]).every(isBlock) ? undefined : 'invalid_blocks';
}

function isBlock({ type, text, fields, elements = [] }: Block): boolean {
  const isText = (each: { readonly text: string }, maxLength: number) =>
    each.text.length > 0 && each.text.length <= maxLength;
  if (type === 'context') return true;
  if (type === 'actions') return areButtons(elements);
  if (type !== 'section' || (text === undefined && fields === undefined)) return false;
  if (text !== undefined && !isText(text, 3_000)) return false;
  return fields === undefined || (fields.length <= 10 && fields.every((field) => isText(field, 2_000)));
}

/**
 * https://docs.slack.dev/reference/block-kit/blocks/actions-block and …/block-elements/button-element: at most 25 elements, whose
 * names differ, with a text of 75, a name of 255 and a value of 2,000 characters.
 */
function areButtons(elements: readonly BlockElement[]): boolean {
  const names = elements.map(({ action_id }) => action_id);
  return (
    elements.length > 0 &&
    elements.length <= 25 &&
    new Set(names).size === elements.length &&
    elements.every(({ type, text, action_id = '', value = '' }) => {
      const shown = typeof text === 'string' ? '' : text.text;
      const isText = shown.length > 0 && shown.length <= 75;
      return (
        type === 'button' && isText && action_id !== '' && action_id.length <= 255 && value.length <= 2_000
      );
    })
  );
}
