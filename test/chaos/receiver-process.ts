// A receiver of notifications as a child process, which can be killed and paused: receiver-process.js PORT FOLDER.
// Requests are written to FOLDER/arrivals before the response is sent. FOLDER/secrets.json has the secret of each path.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Arrival, NotificationBody } from './arrivals.js';

const [port = '0', folder = '.'] = process.argv.slice(2);
const file = openSync(join(folder, 'arrivals'), 'a');
/** Milliseconds; longer than the timeout of an attempt. */
const LONGER_THAN_TIMEOUT_MS = 10_500;

/** Faulty responses and their shares. All other requests are answered at once. */
const FAULTY_RESPONSES: readonly (readonly [share: number, answer: (response: ServerResponse) => unknown])[] =
  [
    [0.02, (response) => response.writeHead(500).end('try again')],
    [0.02, putOff],
    [0.01, (response) => response.writeHead(503, { 'retry-after': '1' }).end()],
    // The request was read, but gets no response.
    [0.02, (response) => response.destroy()],
    [0.02, (response) => sleep(500 + 2_000 * Math.random()).then(() => sendNoContent(response))],
    [0.001, (response) => sleep(LONGER_THAN_TIMEOUT_MS).then(() => sendNoContent(response))],
    [0.05, (response) => response.writeHead(204, { connection: 'close' }).end()],
  ];
function putOff(response: ServerResponse): void {
  response.writeHead(429, { 'retry-after': '1' }).end();
}

const sendNoContent = (response: ServerResponse) => response.writeHead(204).end();

function isSigned(path: string, text: string, headers: IncomingMessage['headers']): boolean {
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
  try {
    new Webhook(secrets[path] ?? '').verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await buffer(request)).toString();
  const path = request.url ?? '';
  const body = JSON.parse(text) as NotificationBody;
  const signed = isSigned(path, text, request.headers);
  const { type, timestamp, data } = body;
  let dice = Math.random();
  const faultyResponse = FAULTY_RESPONSES.find(([share]) => (dice -= share) < 0)?.[1];
  const arrival: Arrival = {
    path,
    id: String(request.headers['webhook-id']),
    ...{ signed, type, timestamp },
    alert_id: data.alert?.alert_id,
    members: data.notifications?.map(({ notification_id }) => notification_id),
    total: data.total,
    isPutOff: signed && faultyResponse === putOff,
  };
  writeSync(file, `${JSON.stringify(arrival)}\n`);
  if (!signed) return void response.writeHead(401).end('bad signature');
  await (faultyResponse ?? sendNoContent)(response);
}

createServer((request, response) => void receive(request, response).catch(() => response.destroy())).listen(
  Number(port),
  '127.0.0.1',
  () => process.send?.('listening'),
);
process.on('disconnect', () => process.exit());
