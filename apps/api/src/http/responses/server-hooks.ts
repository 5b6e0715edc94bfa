import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket, Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, onRequestHookHandler, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { DomainError } from '#shared/kernel/domain-error.js';
import { RawJson } from '#shared/kernel/json.js';
import type { Readiness } from '#shared/platform/health/readiness.js';
import { getRequestDomain } from '../body/message.decorator.js';
import { addRouteHook } from '../errors/add-route-hook.js';

/** Milliseconds in which requests that were sent before the listener closed arrive. */
const GRACE_MS = 1_000;
const CHECK_INTERVAL_MS = 20;
const CLOSE_IDLE_INTERVAL_MS = 100;

/**
 * Closes connections without losing requests while the process stops: each response carries `Connection: close`. A
 * connection counts as idle also while a request on it is in transit. If it were closed at once, it would be reset, and the
 * client could not know whether the request was processed. So the listener closes first, and idle connections later.
 * @param drainDelayMs the time in which load balancers turn away. Without it, `Connection: close` is sent only after the
 * listener has closed: a client that is told earlier opens its next connection at once, which is reset with the listener
 */
export function closeConnectionsWhileDraining(
  fastify: FastifyInstance,
  readiness: Readiness,
  drainDelayMs: number,
): void {
  let isCloseAnnounced = drainDelayMs > 0;
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isDraining && isCloseAnnounced) reply.header('connection', 'close');
    done();
  });
  fastify.addHook('preClose', async () => {
    const { server } = fastify;
    if (!server.listening) return;
    // Closing the listener resets connections that are not accepted yet. Right after a turn of the event loop there are none.
    await nextTurn();
    isCloseAnnounced = true;
    // The close() of http.Server would also close idle connections.
    Server.prototype.close.call(server);
    for (
      const deadline = performance.now() + GRACE_MS;
      performance.now() < deadline;
      await sleep(CHECK_INTERVAL_MS)
    )
      if ((await countConnections(server)) === 0) return;
    // Clients answered before the drain keep their connections alive. Those would keep the process from ending.
    const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS).unref();
    server.once('close', () => clearInterval(timer));
  });
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

const DAY_SECONDS = 86_400;

/** Lets pages of these origins call the API (CORS). Cookies are not allowed: such pages send an API key in a header. */
export function enableCors(app: NestFastifyApplication, origins: readonly string[]): void {
  const preflightOptions = {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'last-event-id',
      'prefer',
      'x-request-id',
    ],
    exposedHeaders: [
      'etag',
      'idempotency-replayed',
      'link',
      'location',
      'x-request-id',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'preference-applied',
      'www-authenticate',
    ],
    maxAge: DAY_SECONDS,
  };
  // Otherwise every OPTIONS would be answered as a preflight, including the handshake of a sender.
  const requestOptions = { ...preflightOptions, preflight: false };
  app.enableCors({
    delegator: (request, done) => done(null, isPreflight(request) ? preflightOptions : requestOptions),
  });
}

/** Whether the request is the CORS preflight of a browser. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}

/** Paths that keep their slash: pages load files relative to their URL, and paths below a webhook are its sender's. */
const KEPT_PATHS = /^\/(?:console|docs)(?:\/|$)|^\/monitoring\/v1\/webhook\/[^/]+\/[^/]+\/events\//;
/** Pings lose the slash. With it, the request would be stored as an ordinary delivery and the heartbeat would not hear it. */
const PING_PATH =
  /\/events\/(?:heartbeat\/[^/]+(?:\/(?:start|fail|log|\d{1,3}))?|v2\/heartbeats\/[^/]+\/ping)\/$/;

/** Returns the URL for routing: without the slash at the end of the path, except where a slash has a meaning. */
export function removeTrailingSlash({ url = '/' }: { readonly url?: string }): string {
  const queryStart = url.indexOf('?');
  const path = queryStart === -1 ? url : url.slice(0, queryStart);
  if (path.length < 2 || !path.endsWith('/') || (KEPT_PATHS.test(path) && !PING_PATH.test(path))) return url;
  return path.slice(0, -1) + (queryStart === -1 ? '' : url.slice(queryStart));
}

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

/** Sends responses that are already JSON text (`RawJson`) unchanged, and serializes all others. */
export function registerReplySerializer(fastify: FastifyInstance): void {
  fastify.setReplySerializer((payload) =>
    payload instanceof RawJson ? payload.text : JSON.stringify(payload),
  );
}

/**
 * Sends headers that forbid browsers to run, embed or cache responses. The documentation pages set looser ones. The event
 * URL goes without: only programs call it, and at high rates.
 */
export function sendSecurityHeaders(fastify: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = {
    ...createHelmetHeaders(isHttps),
    // Responses contain keys and records of a tenant: no cache on the way may store them.
    'cache-control': 'no-store',
  };
  const sendHeaders: onRequestHookHandler = (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
  // Decided per route: `request.routeOptions` builds an object on each access, which deliveries would pay for as well.
  fastify.addHook('onRoute', (route) => {
    if (route.config?.admitsDeliveries === true) return;
    addRouteHook(route, 'onRequest', 'first', sendHeaders);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    // A CORS preflight is answered before it reaches a route.
    if (request.is404 || isPreflight(request)) reply.headers(headers);
    done();
  });
}

/** Computes the headers of helmet once, because they are the same for every response. */
function createHelmetHeaders(isHttps: boolean): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
  })(response.req, response, (error) => {
    if (error) throw error as Error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/**
 * Answers requests that Node would otherwise answer itself, without a problem document and a request id. The server must be
 * created with `requireHostHeader: false`.
 */
export function replaceNodeResponses(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { headers, httpVersion } }, _reply, done) => {
    // RFC 9112, 3.2
    const lacksHost = headers.host === undefined && httpVersion === '1.1';
    done(lacksHost ? DomainError.invalid('Host', 'is required') : undefined);
  });
  // RFC 9110 lets a server ignore an unknown Expect header. With a 417, the delivery would be lost: senders do not retry it.
  fastify.server.on('checkExpectation', (request, response) => {
    fastify.server.emit('request', request, response);
  });
}

/** Logs one line per response at level debug. It names the route, never the URL, which can contain an access key. */
export function logResponses(fastify: FastifyInstance): void {
  const logger = new Logger('Http');
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request;
    const { url: route } = routeOptions;
    const line = {
      request_id: id,
      domain: getRequestDomain(request),
      method,
      route,
      status: reply.statusCode,
    };
    logger.debug({ ...line, ms: Math.round(reply.elapsedTime * 10) / 10 });
    done();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response contains a secret next to text that others may have chosen. */
    readonly holdsSecrets?: boolean;
  }
}

/** Bytes. A smaller response fits in one packet anyway. */
const THRESHOLD_BYTES = 1_024;

const COMPRESS_OPTIONS = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  threshold: THRESHOLD_BYTES,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

/**
 * Compresses larger responses if the caller accepts it. Receipts of deliveries are excluded, because they are small and
 * many. Responses with a secret are excluded, because next to text that an attacker chose, the compressed length reveals
 * the secret (BREACH). Must run before the routes are registered.
 */
export async function compressResponses(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRoute', (route) => {
    const { admitsDeliveries, holdsSecrets } = route.config ?? {};
    if (admitsDeliveries !== true && holdsSecrets !== true) route.compress = { ...COMPRESS_OPTIONS };
  });
  await fastify.register(compress, { globalCompression: false, globalDecompression: false });
}

/** Bytes. The fields of a request are few and short: a larger body would only take time from other requests. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_LARGE_BODY_BYTES = 1024 * 1024;

/** Sets the body limit of each route. Deliveries keep the limit of the server. Must run before the routes are registered. */
export function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { admitsDeliveries, operation } = route.config ?? {};
    const isLarge = operation?.rawBody !== undefined || operation?.takesMany === true;
    if (admitsDeliveries !== true) route.bodyLimit = isLarge ? MAX_LARGE_BODY_BYTES : MAX_BODY_BYTES;
  });
}
