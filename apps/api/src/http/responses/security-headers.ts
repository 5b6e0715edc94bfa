import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import helmet from 'helmet';
import { isPreflight } from '../limits/enable-cors.js';
import { addRouteHook } from '../errors/add-route-hook.js';

/**
 * Sends headers that forbid browsers to run, embed or cache responses. The documentation pages set looser ones. The event
 * URL goes without: only programs call it, and at high rates.
 */
export function sendSecurityHeaders(fastify: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = {
    ...createHelmetHeaders(isHttps),
    // Responses contain keys and records of a tenant: no cache on the way may store them.
    'cache-control': 'no-store',
  };
  const sendHeaders: onRequestHookHandler = (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
  // Decided per route: `request.routeOptions` builds an object on each access, which deliveries would pay for as well.
  fastify.addHook('onRoute', (route) => {
    if (route.config?.admitsDeliveries === true) return;
    addRouteHook(route, 'onRequest', 'first', sendHeaders);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    // A CORS preflight is answered before it reaches a route.
    if (request.is404 || isPreflight(request)) reply.headers(headers);
    done();
  });
}

/** Computes the headers of helmet once, because they are the same for every response. */
function createHelmetHeaders(isHttps: boolean): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
  })(response.req, response, (error) => {
    if (error) throw error as Error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
