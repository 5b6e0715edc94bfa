import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const SLACK_TOKEN = 'xoxb-of-the-tests';

export interface SlackMessage {
  readonly channel: string;
  readonly ts: string;
  readonly thread_ts?: string;
  text: string;
  blocks: unknown;
  edits: number;
}

interface Arguments {
  readonly channel?: unknown;
  readonly ts?: unknown;
  readonly thread_ts?: unknown;
  readonly text?: unknown;
  readonly blocks?: unknown;
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
]);

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
  let clock = 1_700_000_000;

  function post(args: Arguments): object {
    const channel = channels.get(String(args.channel)) ?? args.channel;
    if (!isChannel(channel)) return refusal('channel_not_found');
    const problem = contentProblem(args);
    if (problem !== undefined) return refusal(problem);
    const { thread_ts, text, blocks } = args;
    if (thread_ts !== undefined && !messages.some(({ ts }) => ts === thread_ts))
      return refusal('thread_not_found');
    const ts = `${(clock += 1)}.000100`;
    const thread = thread_ts === undefined ? {} : { thread_ts: String(thread_ts) };
    messages.push({ channel, ts, ...thread, text: String(text), blocks, edits: 0 });
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

  function findChannelId(body: string): string {
    const { channel = WEBHOOK_CHANNEL_ID } = JSON.parse(body) as Arguments;
    return channels.get(String(channel)) ?? String(channel);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await buffer(request)).toString();
    const { method, url = '', headers } = request;
    const interruption = interruptions.shift() ?? refuse(url, findChannelId(text));
    if (interruption !== undefined)
      return void response.writeHead(interruption.status, interruption.headers).end();
    const isJson = /^application\/json; ?charset=utf-8$/i.test(headers['content-type'] ?? '');
    if (url === '/services/T0/B0/secret') {
      const problem = isJson ? contentProblem(JSON.parse(text) as Arguments) : 'invalid_payload';
      if (problem !== undefined) return void response.writeHead(400).end('invalid_payload');
      post({ ...(JSON.parse(text) as Arguments), channel: WEBHOOK_CHANNEL_ID });
      return void response.writeHead(200).end('ok');
    }
    if (url.startsWith('/services/')) return void response.writeHead(404).end('no_service');
    const methods: Record<string, (args: Arguments) => object> = {
      '/api/chat.postMessage': post,
      '/api/chat.update': update,
    };
    const called = methods[url];
    const body =
      method !== 'POST' || called === undefined
        ? refusal('unknown_method')
        : headers.authorization === undefined
          ? refusal('not_authed')
          : headers.authorization !== `Bearer ${SLACK_TOKEN}`
            ? refusal('invalid_auth')
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
  readonly elements?: readonly { readonly text: string }[];
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

function isBlock({ type, text, fields }: Block): boolean {
  const isText = (each: { readonly text: string }, maxLength: number) =>
    each.text.length > 0 && each.text.length <= maxLength;
  if (type === 'context') return true;
  if (type !== 'section' || (text === undefined && fields === undefined)) return false;
  if (text !== undefined && !isText(text, 3_000)) return false;
  return fields === undefined || (fields.length <= 10 && fields.every((field) => isText(field, 2_000)));
}
