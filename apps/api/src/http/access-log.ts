import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** One line per answer, at level debug. It names the route and never the URL, which can hold an access key. */
export function logAnswers(fastify: FastifyInstance): void {
  const logger = new Logger('Http');
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request;
    const line = { request_id: id, method, route: routeOptions.url, status: reply.statusCode };
    logger.debug({ ...line, ms: Math.round(reply.elapsedTime * 10) / 10 });
    done();
  });
}
