import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { toPlainLine, truncateCharacters } from '#shared/kernel/clean-text.js';

const MAX_LINE = 110;

/** Where the demonstration sends its messages: `/{kind}/{name}` of this process. */
export interface DemoReceiver {
  readonly url: string;
  close(): Promise<void>;
}

/** Shows each message in one line, as the chat, the phone or the tool would. `/refusing` answers like a tool whose token has expired. */
export async function startReceiver(print: (line: string) => void): Promise<DemoReceiver> {
  const server = createServer(
    (request, response) =>
      void answer(request, response, print).catch(() => void response.writeHead(400).end()),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, print: (line: string) => void) {
  const [, kind, name = ''] = (request.url ?? '').split('/').map(decodeURIComponent);
  const message = (await json(request)) as Message;
  if (kind === 'refusing') {
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"the token has expired"}');
    return;
  }
  print(`  ${new Date().toISOString().slice(11, 19)}  ${name.padEnd(16)}  ${describe(message)}`);
  if (kind === 'ntfy') response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"demo"}');
  else response.writeHead(200).end('ok');
}

/** What Mattermost, ntfy and a webhook get. */
interface Message {
  readonly title?: string;
  readonly attachments?: readonly { readonly fallback?: string }[];
  readonly type?: string;
  readonly data?: { readonly alert?: { readonly title?: string } };
}

function describe({ title, attachments, type, data }: Message): string {
  const text = title ?? attachments?.[0]?.fallback ?? `${type}: ${data?.alert?.title ?? ''}`;
  return truncateCharacters(toPlainLine(text), MAX_LINE);
}
