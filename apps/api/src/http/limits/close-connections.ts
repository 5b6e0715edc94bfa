import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '#shared/platform/health/readiness.js';

/** Milliseconds in which requests that were sent before the listener closed arrive. */
const GRACE_MS = 1_000;
const CHECK_INTERVAL_MS = 20;
const CLOSE_IDLE_INTERVAL_MS = 100;

/**
 * Closes connections without losing requests while the process stops: each response carries `Connection: close`. A
 * connection counts as idle also while a request on it is in transit. If it were closed at once, it would be reset, and the
 * client could not know whether the request was processed. So the listener closes first, and idle connections later.
 * @param drainDelayMs the time in which load balancers turn away. Without it, `Connection: close` is sent only after the
 * listener has closed: a client that is told earlier opens its next connection at once, which is reset with the listener
 */
export function closeConnectionsWhileDraining(
  fastify: FastifyInstance,
  readiness: Readiness,
  drainDelayMs: number,
): void {
  let isCloseAnnounced = drainDelayMs > 0;
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isDraining && isCloseAnnounced) reply.header('connection', 'close');
    done();
  });
  fastify.addHook('preClose', async () => {
    const { server } = fastify;
    if (!server.listening) return;
    // Closing the listener resets connections that are not accepted yet. Right after a turn of the event loop there are none.
    await nextTurn();
    isCloseAnnounced = true;
    // The close() of http.Server would also close idle connections.
    Server.prototype.close.call(server);
    for (
      const deadline = performance.now() + GRACE_MS;
      performance.now() < deadline;
      await sleep(CHECK_INTERVAL_MS)
    )
      if ((await countConnections(server)) === 0) return;
    // Clients answered before the drain keep their connections alive. Those would keep the process from ending.
    const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS).unref();
    server.once('close', () => clearInterval(timer));
  });
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
