import type { Socket } from 'node:net';
import type { Client, ClientBase } from 'pg';

/** Of a machine that vanished nothing is ever heard: after these milliseconds of silence it is asked whether it is there. */
export const ASKS_WHETHER_THERE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const attended = new Set<Socket>();

/**
 * For a process that stops: from now on each of its connections ends after so long a silence, so that a server that hangs
 * does not keep it.
 */
export function endAllWhenSilent(milliseconds: number): void {
  for (const socket of attended) socket.setTimeout(milliseconds);
}

/**
 * Ends a connection whose statement the server has not said a word about for so long. Without it the machine's network
 * sends what was asked again and again for a quarter of an hour, and whoever waits does so with a connection of the pool.
 * The driver's own time-out leaves the connection with the statement on it, so that a `rollback` waits as long again,
 * and breaks what takes its rows one by one.
 */
export function endWhenSilent(client: ClientBase, milliseconds: number): void {
  // Without a listener a connection that breaks ends the process. Whoever asked hears of it by his statement.
  client.on('error', () => undefined);
  const socket = (client as Client).connection.stream as Socket;
  attended.add(socket);
  socket.once('close', () => attended.delete(socket));
  socket.setTimeout(milliseconds, () => {
    // The driver's types do not tell of it. Between statements nothing needs to be said.
    const { readyForQuery } = client as unknown as { readonly readyForQuery: boolean };
    if (!readyForQuery) socket.destroy(new Error('Query read timeout'));
  });
}
