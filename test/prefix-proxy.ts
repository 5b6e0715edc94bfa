import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PrefixProxy {
  readonly url: string;
  /** Breaks all open connections; new ones are accepted. */
  cut(): void;
  /** Stops the responses in flight without closing them; new ones are complete. */
  freeze(): void;
  close(): void;
}

/** Starts a proxy that serves `target()` below a path, as an ingress does. */
export async function startPrefixProxy(path: string, target: () => string): Promise<PrefixProxy> {
  const openResponses = new Set<() => void>();
  const server = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(path)) {
      outgoing.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const upstreamRequest = request(
      `${target()}${incoming.url.slice(path.length)}`,
      { method, headers },
      (upstreamResponse) => {
        // Raw headers keep repeated ones separate: joined, they would mean something else to a browser.
        outgoing.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.rawHeaders);
        upstreamResponse.pipe(outgoing);
        const freeze = () => void upstreamResponse.unpipe(outgoing).resume();
        openResponses.add(freeze);
        outgoing.on('close', () => openResponses.delete(freeze));
      },
    );
    upstreamRequest.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstreamRequest.destroy());
    incoming.pipe(upstreamRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    cut: () => server.closeAllConnections(),
    freeze: () => openResponses.forEach((freeze) => freeze()),
    close: () => void server.close(),
  };
}
