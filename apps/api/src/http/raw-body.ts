import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readBytes } from './read-bytes.js';

/** Of the error for a body that is not what its Content-Encoding says. */
export const UNINFLATABLE = 'ERR_UNINFLATABLE';
const EMPTY = Buffer.alloc(0);
const JSON_TYPE = 'application/json';
const MEDIA_TYPE = /^[\w!#$&^.+*'`|~-]+\/[\w!#$&^.+*'`|~-]+\s*(;.*)?$/;

/**
 * Every body reaches its route as bytes, inflated, whatever its Content-Type says; without one it is empty. Must
 * run before the routes are made.
 * @param limitOf what a body may have, bytes, before and after inflating
 * @param uninflatable is told of what is not what its Content-Encoding says
 */
export async function takeRawBodies(
  fastify: FastifyInstance,
  limitOf: (request: FastifyRequest) => number,
  uninflatable: (request: FastifyRequest, encoding: string) => void,
): Promise<void> {
  fastify.removeAllContentTypeParsers();
  // Fastify remembers which parser a type has, but not that it has only the one for all the others.
  fastify.addContentTypeParser([JSON_TYPE, '*'], readBytes(limitOf));
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const type = headers['content-type'];
    // Senders label bodies carelessly, and Fastify would refuse a label that it cannot read.
    if (type !== undefined && type !== JSON_TYPE && !MEDIA_TYPE.test(type)) delete headers['content-type'];
    const encoding = headers['content-encoding'];
    if (encoding !== undefined) headers['content-encoding'] = encoding.toLowerCase().replace(/^x-/, '');
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    request.body ??= EMPTY;
    done();
  });
  await fastify.register(compress, {
    globalCompression: false,
    globalDecompression: true,
    requestEncodings: ['gzip', 'deflate', 'br', 'identity'],
    onInvalidRequestPayload: (encoding, request) => {
      uninflatable(request, encoding);
      return { statusCode: 400, code: UNINFLATABLE, name: 'Error', message: `not ${encoding}` };
    },
  });
}
