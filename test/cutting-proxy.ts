import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Counts the requests that change something. From `cutAt` on, the request arrives and nothing is answered any more. */
export async function startCuttingProxy({
  target,
  cutAt = Infinity,
  before = async () => undefined,
}: {
  readonly target: string;
  readonly cutAt?: number;
  readonly before?: (index: number) => Promise<void>;
}): Promise<{ readonly url: string; close(): Promise<void> }> {
  let changes = 0;
  const server: Server = createServer(async (incoming, response) => {
    const isChange = incoming.method !== 'GET' && !String(incoming.url).endsWith('/search');
    if (isChange) {
      changes += 1;
      await before(changes);
    }
    if (changes > cutAt) return void incoming.socket.destroy();
    const { method, headers } = incoming;
    const sent = forward(`${target}${incoming.url}`, { method, headers }, (answer) => {
      if (changes >= cutAt) {
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
