import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A limit of Mattermost: characters of a post. */
const MAX_POST_LENGTH = 16_383;

interface Attachment {
  readonly fallback?: unknown;
  readonly color?: unknown;
  readonly title?: unknown;
  readonly title_link?: unknown;
  readonly text?: unknown;
  readonly fields?: unknown;
}

interface Body {
  readonly channel?: string;
  readonly username?: string;
  readonly icon_url?: string;
  readonly channel_id?: string;
  readonly root_id?: string;
  readonly message?: string;
  readonly text?: string;
  readonly attachments?: readonly Attachment[];
  readonly props?: { readonly attachments?: readonly Attachment[] };
}

interface Post {
  readonly id: string;
  readonly channel_id: string;
  readonly root_id?: string;
  readonly username?: string | undefined;
  attachments: readonly Attachment[];
  edits: number;
}

/** A message of a channel as a person sees it. */
export interface ShownPost {
  readonly text: string;
  readonly edits: number;
  readonly thread: readonly string[];
}

/** How Mattermost answers what it refuses. */
class Refusal {
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    readonly status: number,
    readonly id: string,
    readonly message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.headers = headers;
  }
}

/**
 * Starts an imitation of a server: incoming webhooks and `POST posts`, `PUT posts/{id}/patch` of the API, with the checks and answers
 * of https://docs.mattermost.com/developers/integrate/webhooks/incoming and https://api.mattermost.com. Each test creates a channel.
 */
export async function startMattermost() {
  const token = `bot-token-${createId()}`;
  const posts: Post[] = [];
  /** Ids of channels by the keys of their incoming webhooks. */
  const hooks = new Map<string, string>();
  const channels = new Set<string>();
  /** The number of the next requests that are refused as too many, each with `Retry-After`. */
  const limits = { throttled: 0, retryAfterSeconds: 1, refusals: 0 };

  function callWebhook(key: string, body: Body): string {
    const channel_id = hooks.get(key);
    if (channel_id === undefined)
      throw new Refusal(400, 'web.incoming_webhook.invalid.app_error', 'Invalid webhook.');
    if (body.channel !== undefined && !channels.has(body.channel))
      throw new Refusal(404, 'web.incoming_webhook.channel.app_error', "Couldn't find the channel.");
    if ((body.text ?? '') === '' && body.attachments === undefined)
      throw new Refusal(400, 'web.incoming_webhook.text.app_error', 'No text specified.');
    const attachments = checkAttachments(body.attachments);
    const { username } = body;
    posts.push({ id: createId(), channel_id: body.channel ?? channel_id, username, attachments, edits: 0 });
    return 'ok';
  }

  function createPost({ channel_id = '', root_id, props }: Body): object {
    if (!channels.has(channel_id)) throw forbid();
    if (root_id !== undefined && !posts.some(({ id }) => id === root_id))
      throw new Refusal(400, 'api.post.create_post.root_id.app_error', 'Invalid RootId parameter.');
    const attachments = checkAttachments(props?.attachments);
    const post = {
      ...{ id: createId(), channel_id, attachments, edits: 0 },
      ...(root_id !== undefined && { root_id }),
    };
    posts.push(post);
    return { id: post.id, channel_id, message: '', props };
  }

  function patchPost(id: string, { props }: Body): object {
    const post = posts.find((each) => each.id === id);
    // A post that was deleted is refused like one that the bot may not edit.
    if (post === undefined) throw forbid();
    post.attachments = checkAttachments(props?.attachments);
    post.edits += 1;
    return { id, channel_id: post.channel_id, message: '', props };
  }

  async function answer(request: IncomingMessage): Promise<object | string> {
    const text = (await buffer(request)).toString();
    if (limits.throttled > 0) {
      limits.throttled -= 1;
      limits.refusals += 1;
      const headers = { 'retry-after': String(limits.retryAfterSeconds) };
      throw new Refusal(429, '', 'limit exceeded', headers);
    }
    const { method = '', url = '', headers } = request;
    if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
      throw new Refusal(400, 'api.context.invalid_body_param.app_error', 'Invalid body.');
    const body = JSON.parse(text) as Body;
    const hook = /^\/hooks\/(\w+)$/.exec(url)?.[1];
    if (hook !== undefined && method === 'POST') return callWebhook(hook, body);
    if (headers.authorization !== `Bearer ${token}`)
      throw new Refusal(
        401,
        'api.context.session_expired.app_error',
        'Invalid or expired session, please login again.',
      );
    if (url === '/api/v4/posts' && method === 'POST') return createPost(body);
    const patched = /^\/api\/v4\/posts\/(\w{26})\/patch$/.exec(url)?.[1];
    if (patched !== undefined && method === 'PUT') return patchPost(patched, body);
    throw new Refusal(404, 'api.context.404.app_error', "Sorry, we couldn't find the page.");
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await answer(request);
      if (typeof body === 'string') response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
      else response.writeHead(request.method === 'PUT' ? 200 : 201).end(JSON.stringify(body));
    } catch (error) {
      const { status, id, message, headers } =
        error instanceof Refusal ? error : new Refusal(400, 'api.invalid', String(error));
      const body = JSON.stringify({ id, message, detailed_error: '', request_id: 'r1', status_code: status });
      response.writeHead(status, headers).end(status === 429 ? `${message}\n` : body);
    }
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const server_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const inChannel = (channel_id: string) => posts.filter((post) => post.channel_id === channel_id);
  return {
    token,
    limits,
    posts,

    /** Creates a channel, with the options of a subscription that posts to it as a bot or through an incoming webhook. */
    createChannel() {
      const channel_id = createId();
      const key = createId();
      channels.add(channel_id);
      hooks.set(key, channel_id);
      return {
        channel_id,
        key,
        asBot: { server_url, token, channel_id },
        byWebhook: { url: `${server_url}/hooks/${key}` },
      };
    },

    /** Deletes the first post of a channel, as a person does. */
    deleteFirst(channel_id: string): void {
      const [first] = inChannel(channel_id);
      if (first !== undefined) posts.splice(posts.indexOf(first), 1);
    },

    /** What a person sees in a channel. */
    shown(channel_id: string): ShownPost[] {
      const all = inChannel(channel_id);
      return all
        .filter(({ root_id }) => root_id === undefined)
        .map((post) => ({
          text: showAttachments(post),
          edits: post.edits,
          thread: all.filter(({ root_id }) => root_id === post.id).map(showAttachments),
        }));
    },

    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** 26 letters and digits, as ids of Mattermost have. */
const createId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 26);

const forbid = () =>
  new Refusal(403, 'api.context.permissions.app_error', 'You do not have the appropriate permissions.');

/** Markdown that notifies people. */
const MENTION = /(?<![A-Za-z0-9])@(?:channel|here|all|\w)/;

/** Checks attachments as the server does, and that they fit into a post and mention nobody. */
function checkAttachments(attachments: readonly Attachment[] = []): readonly Attachment[] {
  const refuse = (what: string) => new Refusal(400, 'model.post.is_valid.props.app_error', what);
  if (attachments.length === 0) throw refuse('Empty post.');
  if (JSON.stringify(attachments).length > MAX_POST_LENGTH + 2) throw refuse('Post too long.');
  for (const { fallback, color, title, title_link, text, fields = [] } of attachments) {
    if (typeof fallback !== 'string' || fallback === '') throw refuse('No fallback.');
    if (typeof color !== 'string' || !/^#[0-9a-f]{6}$/i.test(color)) throw refuse('Invalid color.');
    if (typeof text !== 'string') throw refuse('Invalid text.');
    if (title_link !== undefined && (typeof title !== 'string' || !URL.canParse(String(title_link))))
      throw refuse('Invalid title link URL.');
    if (!Array.isArray(fields)) throw refuse('Invalid fields.');
    for (const field of fields as { title: unknown; value: unknown; short: unknown }[])
      if (typeof field.value !== 'string' || typeof field.short !== 'boolean')
        throw refuse('Value must be a text.');
    if (MENTION.test(showAttachments({ attachments }))) throw refuse('Somebody is mentioned.');
  }
  return attachments;
}

/** The texts of a post as Markdown shows them, a line for each part. */
function showAttachments({ attachments }: Pick<Post, 'attachments'>): string {
  return attachments
    .flatMap(({ title, text, fields = [] }) => [
      title,
      text,
      ...(fields as { title: string; value: string }[]).map((field) => `${field.title}: ${field.value}`),
    ])
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
