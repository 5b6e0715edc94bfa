import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { freePort } from './ports.js';

/** One request to a receiver of notifications. */
export interface Received {
  readonly id: string;
  readonly signature: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: { readonly alert: { readonly alert_id: string; readonly event_key: string } } & Record<
      string,
      unknown
    >;
  };
}

type Answer = (request: Received, response: ServerResponse) => void | Promise<void>;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** One of these secrets must have signed; without secrets nothing is checked. */
  secrets: readonly string[];
  /** Sends the response; by default 204. */
  answer: Answer;
  close(): Promise<void>;
  /** Listens on the same port again. */
  reopen(): Promise<void>;
}

/** Starts a receiver of Standard Webhooks that checks signatures with the published library. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => void receive(request, response));
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const port = await freePort();
  await listen(port);
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    secrets: [],
    answer: (_, response) => void response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reopen: () => listen(port),
  };
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await buffer(request)).toString();
    const { headers } = request;
    if (receiver.secrets.length > 0 && !receiver.secrets.some((secret) => isSigned(secret, text, headers))) {
      response.writeHead(401).end('bad signature');
      return;
    }
    const received = {
      id: String(headers['webhook-id']),
      signature: String(headers['webhook-signature']),
      headers,
      body: JSON.parse(text) as Received['body'],
    };
    receiver.received.push(received);
    await receiver.answer(received, response);
  }
  return receiver;
}

function isSigned(secret: string, body: string, headers: IncomingMessage['headers']): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
