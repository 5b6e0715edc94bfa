import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Limits of https://docs.ntfy.sh/publish/#limitations, and of the JSON of a message. */
const MAX_MESSAGE_BYTES = 4_096;
const MAX_REQUEST_BYTES = 2 * MAX_MESSAGE_BYTES;
const MAX_ACTIONS = 3;

/** Topics that are addresses of the server. */
const DISALLOWED_TOPICS = new Set(['docs', 'static', 'file', 'app', 'metrics', 'account', 'settings', 'v1']);
const NAME = /^[-_A-Za-z0-9]{1,64}$/;

interface Action {
  readonly action: string;
  readonly label?: string;
  readonly url?: string;
}

interface PublishedMessage {
  readonly topic: string;
  readonly title?: string;
  readonly message?: string;
  readonly priority?: number;
  readonly tags?: readonly string[];
  readonly click?: string;
  readonly actions?: readonly Action[];
  readonly sequence_id?: string;
}

/** How ntfy answers what it refuses. */
interface Refusal {
  readonly http: number;
  readonly code: number;
  readonly error: string;
}
const refuse = (code: number, error: string): Refusal => ({ http: Math.floor(code / 100), code, error });

/**
 * Starts an imitation of a server with access control: https://docs.ntfy.sh/publish/#publish-as-json. A user may write to the topics
 * that tests create.
 */
export async function startNtfy() {
  const token = `tk_${crypto.randomUUID().replaceAll('-', '').slice(0, 29)}`;
  const user = { username: 'tocsin', password: `pass/word of ${crypto.randomUUID()}` };
  const accepted = new Set([
    `Bearer ${token}`,
    `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`,
  ]);
  const topics = new Set<string>();
  const published: PublishedMessage[] = [];
  /** The number of the next requests that are refused as too many. */
  const limits = { throttled: 0, refusals: 0 };

  function check(text: string, { method, url, headers }: IncomingMessage): Refusal | PublishedMessage {
    if (limits.throttled > 0) {
      limits.throttled -= 1;
      limits.refusals += 1;
      return refuse(42_901, 'limit reached: too many requests');
    }
    if (method !== 'POST' || url !== '/') return refuse(40_401, 'page not found');
    if (Buffer.byteLength(text) >= MAX_REQUEST_BYTES) return refuse(41_303, 'JSON body too large');
    const sent = JSON.parse(text) as PublishedMessage;
    const { topic, message = '', priority = 3, actions = [], sequence_id } = sent;
    if (!NAME.test(topic)) return refuse(40_009, 'invalid request: topic invalid');
    if (DISALLOWED_TOPICS.has(topic)) return refuse(40_010, 'invalid request: topic name is not allowed');
    const { authorization } = headers;
    if (authorization !== undefined && !accepted.has(authorization)) return refuse(40_101, 'unauthorized');
    if (authorization === undefined || !topics.has(topic)) return refuse(40_301, 'forbidden');
    if (!Number.isInteger(priority) || priority < 1 || priority > 5)
      return refuse(40_007, 'invalid priority parameter');
    if (actions.length > MAX_ACTIONS || !actions.every(isAction))
      return refuse(40_018, 'invalid request: actions invalid');
    if (sequence_id !== undefined && !NAME.test(sequence_id))
      return refuse(40_049, 'invalid request: sequence ID invalid');
    // Longer ones become attachments, which this server does not allow.
    if (Buffer.byteLength(message) >= MAX_MESSAGE_BYTES)
      return refuse(40_014, 'invalid request: attachments not allowed');
    return sent;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await buffer(request)).toString();
    const result = check(text, request);
    const status = 'http' in result ? result.http : 200;
    if (!('http' in result)) published.push(result);
    const body = 'http' in result ? result : { id: 'hwQ2YpKdmg', time: 1, event: 'message', ...result };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const server_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    token,
    user,
    limits,

    /** Creates a topic, with the options of a subscription that publishes to it. */
    createTopic() {
      const topic = `topic-${crypto.randomUUID()}`;
      topics.add(topic);
      return {
        topic,
        withToken: { server_url, topic, token },
        withPassword: { server_url, topic, ...user },
      };
    },

    /** Everything that was published to a topic, the first first. */
    published: (topic: string) => published.filter((each) => each.topic === topic),

    /** The notifications of a phone: the newest of each sequence, and all others. */
    shown: (topic: string) => {
      const all = published.filter((each) => each.topic === topic);
      return all.filter(
        ({ sequence_id }, at) =>
          sequence_id === undefined || all.findLastIndex((each) => each.sequence_id === sequence_id) === at,
      );
    },

    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isAction({ action, label = '', url = '' }: Action): boolean {
  return action === 'view' && label !== '' && URL.canParse(url);
}
