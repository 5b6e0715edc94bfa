import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const SANE = /^[A-Za-z0-9._-]{1,128}$/;

// Random bytes per process only: per request they would cost as much as all other work before the handler.
const PROCESS = randomBytes(8).toString('hex');
let count = 0;

export function newRequestId(): string {
  count += 1;
  return `${PROCESS}-${count.toString(36)}`;
}

/** Returns the caller's `x-request-id` if it is safe to write to headers and logs, else a new id. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : newRequestId();
}

export function sendRequestIds(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
