import { pipeline, Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AdmittedRequest } from './delivery.controller.js';

/**
 * Keeps a compressed body as it came, too, where its signature is to be checked: senders sign what they wrote, and
 * what compresses it on the way may sit before or behind that. Must run before bodies are inflated.
 */
export function keepWireBytes(fastify: FastifyInstance, bodyLimit: number): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { admitted, headers } = request as Partial<AdmittedRequest> & typeof request;
    if (admitted === undefined || headers['content-encoding'] === undefined) return done(null, payload);
    if (admitted.signing_secrets.length === 0) return done(null, payload);
    const chunks: Buffer[] = [];
    let bytes = 0;
    const kept = Object.assign(
      new Transform({
        transform(chunk: Buffer, _encoding, next) {
          bytes += chunk.length;
          kept.receivedEncodedLength = bytes;
          // What is longer compressed than a body may be at all is refused anyway.
          if (bytes <= bodyLimit) chunks.push(chunk);
          next(null, chunk);
        },
        flush(next) {
          if (bytes <= bodyLimit) (request as AdmittedRequest).wire = Buffer.concat(chunks);
          next();
        },
      }),
      { receivedEncodedLength: 0 },
    );
    // An error reaches whoever reads `kept`.
    pipeline(payload, kept, () => undefined);
    done(null, kept);
  });
}
