import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';

const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id of the request, when it can be written anywhere without harm; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : v7();
}

export function sendRequestIds(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
