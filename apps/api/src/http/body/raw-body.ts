import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Of the error for a body that is not what its Content-Encoding says. */
export const UNINFLATABLE = 'ERR_UNINFLATABLE';
const EMPTY = Buffer.alloc(0);
const MEDIA_TYPE = /^[\w!#$&^.+*'`|~-]+\/[\w!#$&^.+*'`|~-]+\s*(;.*)?$/;

/**
 * Every body reaches its route as bytes, inflated, whatever its Content-Type says; without one it is empty. Must
 * run before the routes are made.
 * @param uninflatable is told of what is not what its Content-Encoding says
 */
export async function takeRawBodies(
  fastify: FastifyInstance,
  uninflatable: (request: FastifyRequest, encoding: string) => void,
): Promise<void> {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const type = headers['content-type'];
    // Senders label bodies carelessly, and Fastify would refuse a label that it cannot read.
    if (type !== undefined && !MEDIA_TYPE.test(type)) delete headers['content-type'];
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
