import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const MIB = 1024 * 1024;
export const FLOOD_BYTES = 100 * MIB;

export interface BadReceivers {
  /** Their addresses, by the behaviour of each. */
  readonly urls: Readonly<Record<string, string>>;
  /** Bytes of the flood that were written to the socket. */
  readonly flooded: () => number;
  /** Requests to the address that a redirect leads to. */
  readonly redirected: () => number;
  close(): Promise<void>;
}

/** Starts receivers with faulty responses. */
export async function startBadReceivers(): Promise<BadReceivers> {
  let flooded = 0;
  let redirected = 0;
  const redirectTarget = createHttpServer((_, response) => {
    redirected += 1;
    response.end();
  });
  await listen(redirectTarget);
  const servers: Readonly<Record<string, Server>> = {
    garbage: createAnsweringServer((socket) => void socket.end('220 mail.example.com ESMTP ready\r\n')),
    'no answer': createAnsweringServer(() => undefined),
    'dripping head': createAnsweringServer((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n')),
    'dripping body': createHttpServer((_, response) => drip(response.writeHead(200), 'x'.repeat(60))),
    flood: createHttpServer((_, response) => {
      const chunk = Buffer.alloc(MIB, 'x');
      const writeMore = (): void => {
        while (flooded < FLOOD_BYTES && !response.destroyed) {
          flooded += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', writeMore);
        }
        response.end();
      };
      response.writeHead(200);
      writeMore();
    }),
    redirect: createHttpServer(
      (_, response) => void response.writeHead(307, { location: urlOf(redirectTarget) }).end(),
    ),
  };
  await Promise.all(Object.values(servers).map(listen));
  return {
    urls: Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, urlOf(server)])),
    flooded: () => flooded,
    redirected: () => redirected,
    close: async () => void (await Promise.all([redirectTarget, ...Object.values(servers)].map(close))),
  };
}

const sockets = new WeakMap<Server, Set<Socket>>();

function createAnsweringServer(answer: (socket: Socket) => void): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => answer(socket));
  });
}

/** Writes a byte per second. */
function drip(to: Socket | ServerResponse, text: string): void {
  let at = 0;
  const timer = setInterval(() => to.write(text.charAt(at++ % text.length)), 1_000);
  to.on('error', () => undefined).on('close', () => clearInterval(timer));
}

async function listen(server: Server): Promise<void> {
  const open = new Set<Socket>();
  sockets.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
}

function close(server: Server): Promise<void> {
  for (const socket of sockets.get(server) ?? []) socket.destroy();
  return new Promise((resolve) => void server.close(() => resolve()));
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
