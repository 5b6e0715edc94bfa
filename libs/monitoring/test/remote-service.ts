import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RemoteAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly text?: string;
}

/** Starts a remote plugin. `answer` returns its answers; a promise that stays pending means no answer. */
export async function startRemote(answer: (asked: Asked) => RemoteAnswer | Promise<RemoteAnswer>) {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      asked.push(one);
      void Promise.resolve(answer(one)).then(({ status = 200, headers = {}, text = '' }) =>
        response.writeHead(status, headers).end(text),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type RemoteService = Awaited<ReturnType<typeof startRemote>>;
