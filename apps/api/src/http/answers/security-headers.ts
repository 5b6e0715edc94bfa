import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import helmet from 'helmet';
import { isPreflight } from '../limits/allow-browsers.js';
import { addToRoute } from '../errors/hook-of-route.js';

/**
 * What tells browsers to trust no answer further than they must; the pages of the documentation allow themselves more.
 * The event URL is called by programs only, as often as they can, and goes without.
 */
export function sendSecurityHeaders(fastify: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = {
    ...headersOfHelmet(isHttps),
    // Answers hold keys and other people's records: nothing on the way may keep them.
    'cache-control': 'no-store',
  };
  const send: onRequestHookHandler = (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
  // Asking each request for the options of its route would make an object of them all, also for each delivery.
  fastify.addHook('onRoute', (route) => {
    if (route.config?.admitsDeliveries === true) return;
    addToRoute(route, 'onRequest', 'first', send);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    // A browser's question is answered before it comes to a route.
    if (request.is404 || isPreflight(request)) reply.headers(headers);
    done();
  });
}

/** They are the same for every answer, so they are made only once. */
function headersOfHelmet(isHttps: boolean): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
  })(response.req, response, (error) => {
    if (error) throw error as Error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
