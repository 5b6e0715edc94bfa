import { pipeline, Transform, type Readable } from 'node:stream';
import compress from '@fastify/compress';
import { Logger } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AcceptDelivery } from '#monitoring';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { ENCODING_MISMATCH } from '../../http/errors/problem-response.js';
import { lenientZlib, simplifyEncoding } from './content-encoding.js';
import { toPostedDelivery, type AdmittedRequest } from './admitted-request.js';

const EMPTY = Buffer.alloc(0);
const MEDIA_TYPE = /^[\w!#$&^.+*'`|~-]+\/[\w!#$&^.+*'`|~-]+\s*(;.*)?$/;
const PROTOBUF_TYPE = /^\s*application\/(?:x-|vnd\.google\.)?(?:protobuf|grpc)\b/i;
const PROTOBUF_REFUSAL =
  'Protobuf is not read. OpenTelemetry also sends JSON: set `encoding: json` in the exporter `otlphttp` of the Collector, or ' +
  'OTEL_EXPORTER_OTLP_PROTOCOL=http/json in an SDK';
/** The bytes that the quarantine keeps of an unreadable body. */
const MAX_KEPT_BYTES = 65_536;

/**
 * Passes every body to its route as inflated bytes, whatever its Content-Type says; empty if there is none. The compressed
 * bytes of a delivery are kept too if they are needed (see `captureCompressedBytes`). Must run before the routes are registered.
 * @param bodyLimit bytes
 */
export async function parseRawBodies(
  fastify: FastifyInstance,
  commands: CommandBus,
  bodyLimit: number,
): Promise<void> {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const type = headers['content-type'];
    // Senders send malformed content types, which Fastify would reject.
    if (type !== undefined && !MEDIA_TYPE.test(type)) delete headers['content-type'];
    const encoding = headers['content-encoding'];
    const simplified = encoding === undefined ? undefined : simplifyEncoding(encoding);
    if (simplified === undefined) delete headers['content-encoding'];
    else headers['content-encoding'] = simplified;
    done();
  });
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const isDelivery = (request as Partial<AdmittedRequest>).admitted !== undefined;
    if (isDelivery && PROTOBUF_TYPE.test(request.headers['content-type'] ?? '')) {
      done(new DomainError('ERROR_UNSUPPORTED_MEDIA_TYPE', 'unsupported', PROTOBUF_REFUSAL));
      return;
    }
    const isCompressed = request.headers['content-encoding'] !== undefined;
    done(
      null,
      isDelivery && isCompressed
        ? captureCompressedBytes(request as AdmittedRequest, payload, bodyLimit)
        : payload,
    );
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    request.body ??= EMPTY;
    done();
  });
  const logger = new Logger('Deliveries');
  await fastify.register(compress, {
    globalCompression: false,
    globalDecompression: true,
    zlib: lenientZlib,
    requestEncodings: ['gzip', 'deflate', 'br', 'identity'],
    onInvalidRequestPayload: (encoding, request) => {
      quarantineUninflatable(request, encoding, commands, logger);
      return { statusCode: 400, code: ENCODING_MISMATCH, name: 'Error', message: `not ${encoding}` };
    },
  });
}

/**
 * Keeps the compressed bytes of a body: its beginning, for the quarantine if it cannot be inflated; all of it if a signature
 * is to be checked, because the sender may have signed the body before or after it was compressed.
 */
function captureCompressedBytes(request: AdmittedRequest, payload: Readable, bodyLimit: number) {
  const isSigned = request.admitted.signing_secrets.length > 0;
  // A body that exceeds the limit even while compressed is rejected anyway.
  const maxBytes = isSigned ? bodyLimit : MAX_KEPT_BYTES;
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  const captureStream = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, next) {
        if (receivedBytes < maxBytes) chunks.push(chunk.subarray(0, maxBytes - receivedBytes));
        receivedBytes += chunk.length;
        captureStream.receivedEncodedLength = receivedBytes;
        next(null, chunk);
      },
      flush(next) {
        if (isSigned && receivedBytes <= maxBytes) request.wire = Buffer.concat(chunks);
        next();
      },
    }),
    { receivedEncodedLength: 0 },
  );
  request.received = () => Buffer.concat(chunks);
  // The pipeline passes an error on to the reader of `captureStream`.
  pipeline(payload, captureStream, () => undefined);
  return captureStream;
}

/**
 * Quarantines a delivery that does not match its Content-Encoding. Its request is rejected before it reaches its route, so
 * the beginning of its body is stored here, while the response is sent.
 */
function quarantineUninflatable(
  request: FastifyRequest,
  encoding: string,
  commands: CommandBus,
  logger: Logger,
): void {
  const { admitted, received, params } = request as Partial<AdmittedRequest>;
  if (admitted === undefined || received === undefined || params === undefined) return;
  const posted = { ...toPostedDelivery(request as AdmittedRequest), body: received() };
  const unreadable = `the body is not ${encoding}, as its Content-Encoding says`;
  commands
    .execute(new AcceptDelivery(admitted, params.access_key, { ...posted, unreadable }))
    .catch((error: unknown) => {
      const { webhook_id, domain_id: domain } = admitted;
      if (!(error instanceof DomainError))
        logger.warn(`an unreadable ${encoding} body was not quarantined: ${getLogMessage(error)}`, {
          webhook_id,
          domain,
        });
    });
}
