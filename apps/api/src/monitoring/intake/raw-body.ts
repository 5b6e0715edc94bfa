import { Transform, type Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AcceptDelivery } from '#monitoring';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { ENCODING_MISMATCH } from '../../http/errors/problem-response.js';
import { UNKNOWN_LENGTH_BYTES } from './admit-deliveries.js';
import { DECODERS, simplifyEncoding } from './content-encoding.js';
import { toReceivedDelivery, type AdmittedRequest } from './webhook-request.js';

const EMPTY = Buffer.alloc(0);
const MEDIA_TYPE = /^[\w!#$&^.+*'`|~-]+\/[\w!#$&^.+*'`|~-]+\s*(;.*)?$/;
const PROTOBUF_TYPE = /^\s*application\/(?:x-|vnd\.google\.)?(?:protobuf|grpc)\b/i;
const PROTOBUF_REFUSAL =
  'Protobuf is not read. OpenTelemetry also sends JSON: set `encoding: json` in the exporter `otlphttp` of the Collector, or ' +
  'OTEL_EXPORTER_OTLP_PROTOCOL=http/json in an SDK';
/** The bytes that the quarantine keeps of an unreadable body. */
const MAX_KEPT_BYTES = 65_536;

/** A body on its way to the parser, which compares the bytes received with the Content-Length of a compressed body. */
type Payload = Readable & { receivedEncodedLength?: number };

/**
 * Passes every body to its route as inflated bytes, whatever its Content-Type says; empty if there is none. The compressed
 * bytes of a delivery are kept too if they are needed (see `keepReceived`). Must run before the routes are registered.
 * @param bodyLimit bytes
 */
export function parseRawBodies(fastify: FastifyInstance, commands: CommandBus, bodyLimit: number): void {
  const logger = new Logger('Deliveries');
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
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    const { admitted } = request as Partial<AdmittedRequest>;
    const delivery = admitted === undefined ? undefined : (request as AdmittedRequest);
    const encoding = request.headers['content-encoding'];
    if (delivery !== undefined && PROTOBUF_TYPE.test(request.headers['content-type'] ?? '')) {
      done(new DomainError('ERROR_UNSUPPORTED_MEDIA_TYPE', 'unsupported', PROTOBUF_REFUSAL));
      return;
    }
    if (encoding !== undefined && !isAccepted(encoding, delivery !== undefined)) {
      const accepted = delivery === undefined ? 'gzip or deflate' : 'gzip, deflate or br';
      const refusal = `The Content-Encoding of this request may be ${accepted}`;
      done(new DomainError('ERROR_UNSUPPORTED_MEDIA_TYPE', 'unsupported', refusal));
      return;
    }
    let body: Payload = payload;
    if (encoding !== undefined) {
      if (delivery !== undefined) keepReceived(delivery, bodyLimit);
      body = inflateBody(request, reply, encoding, () => {
        if (delivery !== undefined) quarantineUninflatable(delivery, encoding, commands, logger);
      });
    }
    done(null, delivery?.reserve === undefined ? body : measureBody(body, delivery.reserve, reply));
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    request.body ??= EMPTY;
    done();
  });
}

/** Brotli turns a kilobyte into a gigabyte. Senders use it, and a refusal would lose alarms; callers of the management API do not. */
function isAccepted(encoding: string, isDelivery: boolean): boolean {
  return Object.hasOwn(DECODERS, encoding) && (isDelivery || encoding !== 'br');
}

function inflateBody(
  request: FastifyRequest,
  reply: FastifyReply,
  encoding: string,
  onMismatch: () => void,
): Payload {
  const decoder: Transform & Payload = (DECODERS[encoding] as () => Transform)();
  let receivedBytes = 0;
  request.raw.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length;
    decoder.receivedEncodedLength = receivedBytes;
  });
  decoder.once('error', (error) => {
    Object.assign(error, { code: ENCODING_MISMATCH });
    onMismatch();
  });
  return pipeUntilAnswered(request.raw, decoder, reply);
}

/** Reserves memory for a body of unknown length as it grows: nearly all are small. */
function measureBody(body: Payload, reserve: () => void, reply: FastifyReply): Payload {
  let bytes = 0;
  let isReserved = false;
  const measured: Transform & Payload = new Transform({
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
  Object.defineProperty(measured, 'receivedEncodedLength', { get: () => body.receivedEncodedLength });
  return pipeUntilAnswered(body, measured, reply);
}

/**
 * Pipes a body until the response has been sent or the sender is gone. After a refusal because of its size, the rest would be
 * inflated into nowhere. It is discarded instead, so that the connection can be used for the next request.
 */
function pipeUntilAnswered<Target extends Transform>(
  source: Readable,
  target: Target,
  reply: FastifyReply,
): Target {
  source.on('error', (error) => target.destroy(error));
  reply.raw.once('close', () => {
    source.unpipe(target);
    target.destroy();
    source.resume();
  });
  return source.pipe(target);
}

/**
 * Keeps the compressed bytes of a body: its beginning, for the quarantine if it cannot be inflated; all of it if a signature
 * is to be checked, because the sender may have signed the body before or after it was compressed.
 */
function keepReceived(request: AdmittedRequest, bodyLimit: number): void {
  const isSigned = request.admitted.signing_secrets.length > 0;
  // A body that exceeds the limit even while compressed is rejected anyway.
  const maxBytes = isSigned ? bodyLimit : MAX_KEPT_BYTES;
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  request.received = () => Buffer.concat(chunks);
  request.raw.on('data', (chunk: Buffer) => {
    if (receivedBytes < maxBytes) chunks.push(chunk.subarray(0, maxBytes - receivedBytes));
    receivedBytes += chunk.length;
  });
  request.raw.once('end', () => {
    if (isSigned && receivedBytes <= maxBytes) request.wire = Buffer.concat(chunks);
  });
}

/**
 * Quarantines a delivery that does not match its Content-Encoding. Its request is rejected before it reaches its route, so
 * the beginning of its body is stored here, while the response is sent.
 */
function quarantineUninflatable(
  request: AdmittedRequest,
  encoding: string,
  commands: CommandBus,
  logger: Logger,
): void {
  const { admitted, received, params } = request;
  const posted = { ...toReceivedDelivery(request), body: received?.() ?? EMPTY };
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
