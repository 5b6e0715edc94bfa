import type { Socket } from 'node:net';
import type { Client, ClientBase } from 'pg';

/**
 * A machine that vanishes sends no error. After these milliseconds of silence, TCP keep-alive probes test whether it is still
 * there.
 */
export const KEEP_ALIVE_OPTIONS = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const watchedSockets = new Set<Socket>();

/** Makes every connection end after a shorter silence from now on, so that a server that hangs does not delay the shutdown. */
export function setAllResponseTimeouts(milliseconds: number): void {
  for (const socket of watchedSockets) socket.setTimeout(milliseconds);
}

/**
 * Ends a connection if the server is silent for too long during a statement. Without it, the operating system retransmits for
 * a quarter of an hour, and the caller blocks a connection of the pool. The timeout of the driver leaves the connection with
 * the statement on it, so that a `rollback` waits as long again, and it breaks readers of single rows.
 */
export function setResponseTimeout(client: ClientBase, milliseconds: number): void {
  // Without a listener, a broken connection ends the process. The caller gets the error from the statement.
  client.on('error', () => undefined);
  const socket = (client as Client).connection.stream as Socket;
  watchedSockets.add(socket);
  socket.once('close', () => watchedSockets.delete(socket));
  socket.setTimeout(milliseconds, () => {
    // The types of the driver do not have this member. Between statements, the server need not send anything.
    const { readyForQuery } = client as unknown as { readonly readyForQuery: boolean };
    if (!readyForQuery) socket.destroy(new Error('Query read timeout'));
  });
}
