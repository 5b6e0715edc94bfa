import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

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
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.admitsDeliveries !== true) reply.headers(headers);
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
