import type { FastifyInstance } from 'fastify';

/** Bytes. The fields of a request are few and short: a larger body would only take time from other requests. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** Sets the body limit of each route. Deliveries keep the limit of the server. Must run before the routes are registered. */
export function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { admitsDeliveries, operation } = route.config ?? {};
    if (admitsDeliveries !== true)
      route.bodyLimit = operation?.rawBody === undefined ? MAX_BODY_BYTES : MAX_PAYLOAD_BYTES;
  });
}
