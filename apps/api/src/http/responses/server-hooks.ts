import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { RawJson } from '#shared/kernel/page.js';
import { isPreflight } from '../limits/enable-cors.js';
import { addRouteHook } from '../errors/add-route-hook.js';

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
