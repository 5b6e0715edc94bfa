import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { getRequestDomain } from '../auth/domain-request.dto.js';

/** Logs one line per response at level debug. It names the route, never the URL, which can contain an access key. */
export function logResponses(fastify: FastifyInstance): void {
  const logger = new Logger('Http');
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request;
    const { url: route } = routeOptions;
    const line = {
      request_id: id,
      domain: getRequestDomain(request),
      method,
      route,
      status: reply.statusCode,
    };
    logger.debug({ ...line, ms: Math.round(reply.elapsedTime * 10) / 10 });
    done();
  });
}
