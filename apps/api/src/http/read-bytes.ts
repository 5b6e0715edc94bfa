import { errorCodes, type FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

const { FST_ERR_CTP_BODY_TOO_LARGE, FST_ERR_CTP_INVALID_CONTENT_LENGTH } = errorCodes;

/** What comes in, inflated where it was not. */
type Payload = Readable & {
  /** Bytes as they came, where that differs. */
  readonly receivedEncodedLength?: number;
};
type Done = (error: Error | null, body?: Buffer) => void;

/**
 * A parser of Fastify's that does what its own does with `parseAs: 'buffer'`, but for the copy of a body which came in one piece,
 * as most do.
 * @param limitOf bytes, before and after inflating
 */
export function readBytes(limitOf: (request: FastifyRequest) => number) {
  return (request: FastifyRequest, payload: Payload, done: Done): void => {
    const { raw } = request;
    const limit = limitOf(request);
    const announced = Number(raw.headers['content-length'] ?? NaN);
    if (announced > limit) return done(new FST_ERR_CTP_BODY_TOO_LARGE());
    const chunks: Buffer[] = [];
    let received = 0;
    const take = (chunk: Buffer): void => {
      received += chunk.length;
      chunks.push(chunk);
      if (Math.max(received, payload.receivedEncodedLength ?? 0) > limit)
        finish(new FST_ERR_CTP_BODY_TOO_LARGE());
    };
    const end = (): void => {
      const encoded = payload.receivedEncodedLength ?? received;
      if (Number.isNaN(announced) || encoded === announced) finish(null, inOnePiece(chunks));
      else finish(new FST_ERR_CTP_INVALID_CONTENT_LENGTH());
    };
    // Whatever a stream fails of is not the service's fault.
    const fail = (error: Error & { statusCode?: number }): void => {
      if (!((error.statusCode ?? 0) >= 400)) error.statusCode = 400;
      finish(error);
    };
    const finish: Done = (error, body) => {
      payload.off('data', take).off('end', end).off('error', fail);
      done(error, body);
    };
    payload.on('data', take).on('end', end).on('error', fail).resume();
  };
}

/** A piece of larger memory is copied all the same: it would keep all of that. */
function inOnePiece(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return only !== undefined && only.length === only.buffer.byteLength && chunks.length === 1
    ? only
    : Buffer.concat(chunks);
}
