import type { FastifyInstance } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';

/**
 * Requests that Node would answer itself, without a problem and a request id. The server is made with
 * `requireHostHeader: false`.
 */
export function replaceBareAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { headers, httpVersion } }, _reply, done) => {
    // RFC 9112, 3.2
    const lacksHost = headers.host === undefined && httpVersion === '1.1';
    done(lacksHost ? DomainError.invalid('Host', 'is required') : undefined);
  });
  // RFC 9110 lets a server ignore what it does not know, and a sender does not resend after a 417.
  fastify.server.on('checkExpectation', (request, response) => {
    fastify.server.emit('request', request, response);
  });
}
