import { pipeline, Transform, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { UNKNOWN_LENGTH_BYTES } from './admit-deliveries.js';
import type { AdmittedRequest } from './admitted-request.js';

interface Payload extends Readable {
  readonly receivedEncodedLength?: number;
}

/**
 * Reserves memory for bodies of unknown length as they grow: nearly all are small. Must run after the hook that inflates
 * bodies.
 */
export function reserveGrowingBodies(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { reserve } = request as Partial<AdmittedRequest>;
    done(null, reserve === undefined ? payload : measureBody(payload as Payload, reserve));
  });
}

function measureBody(payload: Payload, reserve: () => void): Readable {
  let bytes = 0;
  let isReserved = false;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      if (!isReserved && bytes > UNKNOWN_LENGTH_BYTES) {
        isReserved = true;
        try {
          reserve();
        } catch (error) {
          next(error as Error);
          return;
        }
      }
      next(null, chunk);
    },
  });
  // Fastify compares it with the Content-Length of a compressed body.
  Object.defineProperty(measured, 'receivedEncodedLength', { get: () => payload.receivedEncodedLength });
  // The pipeline passes an error on to the reader of the measured body.
  return pipeline(payload, measured, () => undefined);
}
