import { pipeline, Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AdmittedRequest } from '../delivery.controller.js';

/** What the quarantine keeps of a body that cannot be read. */
const BEGINNING = 65_536;

/**
 * Keeps a compressed body as it came, too: the beginning, for whoever looks why it could not be inflated, and all of it
 * where its signature is to be checked, because senders sign what they wrote, and what compresses it on the way may sit
 * before or behind that. Must run before bodies are inflated.
 */
export function keepWireBytes(fastify: FastifyInstance, bodyLimit: number): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { admitted, headers } = request as Partial<AdmittedRequest> & typeof request;
    if (admitted === undefined || headers['content-encoding'] === undefined) return done(null, payload);
    const isSigned = admitted.signing_secrets.length > 0;
    // What is longer compressed than a body may be at all is refused anyway.
    const most = isSigned ? bodyLimit : BEGINNING;
    const chunks: Buffer[] = [];
    let bytes = 0;
    const kept = Object.assign(
      new Transform({
        transform(chunk: Buffer, _encoding, next) {
          if (bytes < most) chunks.push(chunk.subarray(0, most - bytes));
          bytes += chunk.length;
          kept.receivedEncodedLength = bytes;
          next(null, chunk);
        },
        flush(next) {
          if (isSigned && bytes <= most) (request as AdmittedRequest).wire = Buffer.concat(chunks);
          next();
        },
      }),
      { receivedEncodedLength: 0 },
    );
    (request as AdmittedRequest).received = () => Buffer.concat(chunks);
    // An error reaches whoever reads `kept`.
    pipeline(payload, kept, () => undefined);
    done(null, kept);
  });
}
