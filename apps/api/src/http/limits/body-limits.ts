import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a payload to try out, which may be larger than the fields of a request. */
    readonly takesPayload?: boolean;
  }
}

/** Bytes. The fields of a request are few and short: what is larger would only take time from everybody else. */
const FIELDS = 64 * 1024;
const PAYLOAD = 1024 * 1024;

/** How large the body of a request may be, by its route; a delivery as large as any. Must run before the routes are made. */
export function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { admitsDeliveries, takesPayload } = route.config ?? {};
    if (admitsDeliveries !== true) route.bodyLimit = takesPayload === true ? PAYLOAD : FIELDS;
  });
}
