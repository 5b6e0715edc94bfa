import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const VALID_ID = /^[A-Za-z0-9._-]{1,128}$/;

// Random bytes per process only: per request they would cost as much as all other work before the handler.
const PROCESS_PREFIX = randomBytes(8).toString('hex');
let requestCount = 0;

export function createRequestId(): string {
  requestCount += 1;
  return `${PROCESS_PREFIX}-${requestCount.toString(36)}`;
}

/** Returns the caller's `x-request-id` if it is safe to write to headers and logs, else a new id. */
export function getRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const requestedId = headers['x-request-id'];
  return typeof requestedId === 'string' && VALID_ID.test(requestedId) ? requestedId : createRequestId();
}

export function sendRequestIds(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
