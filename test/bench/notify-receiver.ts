import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Figures of the requests since they were last read. */
export interface Received {
  readonly count: number;
  /** Times of the first and last request, in milliseconds since the epoch. */
  readonly first: number;
  readonly last: number;
  /** Milliseconds from the change of an alert until its request arrived. */
  readonly lags: readonly number[];
}

let count = 0;
let first = 0;
let last = 0;
let lags: number[] = [];

/** `/drips` sends a byte per second and never ends, `/hangs` never responds, `/fails` responds with 500. */
const server = createServer((request, response) => {
  const at = Date.now();
  if (request.url === '/drips') {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 1_000);
    response.on('close', () => clearInterval(timer));
    request.resume();
    return;
  }
  if (request.url === '/hangs') {
    request.resume();
    return;
  }
  if (request.url === '/fails') {
    request.resume().on('end', () => response.writeHead(500).end());
    return;
  }
  void buffer(request).then((body) => {
    const [, timestamp = ''] = /"timestamp":"([^"]+)"/.exec(body.toString('latin1')) ?? [];
    lags.push(at - Date.parse(timestamp));
    if (count === 0) first = at;
    last = at;
    count += 1;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
process.on('message', (message) => {
  if (message === 'count') {
    process.send?.(count);
    return;
  }
  process.send?.({ count, first, last, lags } satisfies Received);
  count = 0;
  lags = [];
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
