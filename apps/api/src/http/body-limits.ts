import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a payload to try out, which may be larger than the fields of a request. */
    readonly takesPayload?: boolean;
  }
}

/** Bytes. The fields of a request are few and short: what is larger would only take time from everybody else. */
const FIELDS = 64 * 1024;
const PAYLOAD = 1024 * 1024;

/**
 * How large the body of a request may be, by its route. Must run before the routes are made.
 * @param ofDeliveries bytes
 * @returns what a request's body may have
 */
export function limitBodies(
  fastify: FastifyInstance,
  ofDeliveries: number,
): (request: FastifyRequest) => number {
  fastify.addHook('onRoute', (route) => {
    const { admitsDeliveries, takesPayload } = route.config ?? {};
    if (admitsDeliveries === true) route.bodyLimit = ofDeliveries;
    else route.bodyLimit = takesPayload === true ? PAYLOAD : FIELDS;
  });
  // Looking a route's options up makes an object of them each time, which is too dear for deliveries.
  return (request) => ('admitted' in request ? ofDeliveries : request.routeOptions.bodyLimit);
}
