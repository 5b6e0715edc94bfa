import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PathPrefix {
  readonly url: string;
  /** Breaks all open connections; new ones are accepted. */
  cut(): void;
  /** Stops the responses in flight without closing them; new ones are complete. */
  freeze(): void;
  close(): void;
}

/** Starts a proxy that serves `target()` below a path, as an ingress does. */
export async function startPathPrefix(path: string, target: () => string): Promise<PathPrefix> {
  const underWay = new Set<() => void>();
  const server = createServer((incoming, answer) => {
    if (!incoming.url?.startsWith(path)) {
      answer.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const onward = request(
      `${target()}${incoming.url.slice(path.length)}`,
      { method, headers },
      (received) => {
        // Raw headers keep repeated ones separate: joined, they would mean something else to a browser.
        answer.writeHead(received.statusCode ?? 502, received.rawHeaders);
        received.pipe(answer);
        const freeze = () => void received.unpipe(answer).resume();
        underWay.add(freeze);
        answer.on('close', () => underWay.delete(freeze));
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    cut: () => server.closeAllConnections(),
    freeze: () => underWay.forEach((freeze) => freeze()),
    close: () => void server.close(),
  };
}
