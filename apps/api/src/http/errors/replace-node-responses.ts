import type { FastifyInstance } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';

/**
 * Answers requests that Node would otherwise answer itself, without a problem document and a request id. The server must be
 * created with `requireHostHeader: false`.
 */
export function replaceNodeResponses(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { headers, httpVersion } }, _reply, done) => {
    // RFC 9112, 3.2
    const lacksHost = headers.host === undefined && httpVersion === '1.1';
    done(lacksHost ? DomainError.invalid('Host', 'is required') : undefined);
  });
  // RFC 9110 lets a server ignore an unknown Expect header. With a 417, the delivery would be lost: senders do not retry it.
  fastify.server.on('checkExpectation', (request, response) => {
    fastify.server.emit('request', request, response);
  });
}
