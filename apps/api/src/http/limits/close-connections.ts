import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '#shared/platform/health/readiness.js';

/** Milliseconds in which what was sent before the listener closed has arrived. */
const GRACE = 1_000;
const LOOK_EVERY = 20;
const CLOSE_IDLE_EVERY = 100;

/**
 * While the process stops each answer ends its connection. A connection is idle also while a request on it is still on its
 * way: closed at once it would be reset, and its sender could not know whether the request was taken. So the listener
 * closes first, and what is idle a moment later.
 * @param drainDelayMs for load balancers, which do not come again. Without it whoever is told to close his connection would
 * open the next one at once, and be reset with the listener: then it is told only after that
 */
export function closeConnectionsWhileDraining(
  fastify: FastifyInstance,
  readiness: Readiness,
  drainDelayMs: number,
): void {
  let isTold = drainDelayMs > 0;
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isDraining && isTold) reply.header('connection', 'close');
    done();
  });
  fastify.addHook('preClose', async () => {
    const { server } = fastify;
    if (!server.listening) return;
    // Connections that wait for being accepted are reset with the listener: right after a turn there is none.
    await nextTurn();
    isTold = true;
    // That of http.Server would close what is idle as well.
    Server.prototype.close.call(server);
    for (const until = performance.now() + GRACE; performance.now() < until; await sleep(LOOK_EVERY))
      if ((await connectionsOf(server)) === 0) return;
    // Who was told before the drain that the connection stays would keep the process with it.
    const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY).unref();
    server.once('close', () => clearInterval(timer));
  });
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
