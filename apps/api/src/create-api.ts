import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify as createFastify, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '#shared/platform/config/config.js';
import { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { createLogger, PinoNestLogger } from '#shared/platform/logging/logger.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { ApiModule } from './api.module.js';
import { ApiDocument } from './docs/api-document.js';
import {
  logResponses,
  enableCors,
  getRequestId,
  sendRequestIds,
  sendSecurityHeaders,
  removeTrailingSlash,
  registerReplySerializer,
  closeConnectionsWhileDraining,
  replaceNodeResponses,
  compressResponses,
  limitBodies,
} from './http/responses/server-hooks.js';
import { AllowedMethods } from './http/responses/allowed-methods.js';
import { handleClientError } from './http/errors/client-error.js';
import { HttpMetrics } from './http/responses/http-metrics.js';
import { toProblemResponse } from './http/errors/problem-response.js';
import { sendProblem } from './http/errors/problem.filter.js';
import { AuthGuard } from './http/auth/auth.guard.js';
import { warnOfProxy } from './http/auth/caller.js';
import { registerIntake } from './monitoring/intake/register-intake.js';
import { WebhookRefusals } from './monitoring/intake/webhook-request.js';

const MAX_HEADER_BYTES = 16_384;
const MAX_CHECK_INTERVAL_MS = 5_000;

/** Not configurable. Tests pass smaller values. */
const DEFAULT_LIMITS = {
  /** Maximum time to receive the request line and headers, which fit in one or two packets. */
  headersMs: 15_000,
  /** Maximum time to receive a request: enough for 1 MB over a slow line, and longer than senders wait for a response. */
  requestMs: 60_000,
  /**
   * Time that a connection may be idle. It must be longer than that of the load balancer (mostly 60 s, Google's 600 s): if
   * this side closed first, a request could meet the closing connection. An idle connection takes a descriptor and 10 KB.
   */
  keepAliveMs: 620_000,
  /** The maximum number of deliveries in flight: what a process answers within 0.1 s. */
  inFlight: 1_000,
};

/** Creates the API. It accepts requests when `listen` is called. */
export async function createApi(
  config: Config,
  limits: Partial<typeof DEFAULT_LIMITS> = {},
): Promise<NestFastifyApplication> {
  const { bodyLimit, corsOrigins, publicUrl, trustProxy } = config.http;
  const { headersMs, requestMs, keepAliveMs, inFlight } = { ...DEFAULT_LIMITS, ...limits };
  const fastify = createFastify({
    genReqId: getRequestId,
    bodyLimit,
    rewriteUrl: removeTrailingSlash,
    trustProxy: toTrustProxy(trustProxy),
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    // Node checks these timeouts only once per interval.
    http: {
      requireHostHeader: false,
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(MAX_CHECK_INTERVAL_MS, headersMs / 2),
    },
    // As long as the request line may be, so that an overlong id gets the same 404 as any unknown id.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    // Requests that arrive while the process stops are still handled: some senders never retry.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      sendProblem(reply.header('x-request-id', request.id), toProblemResponse(error, request.id));
    },
  });
  // Before the adapter adds its hooks, which answer CORS preflights: those responses need these headers too.
  sendRequestIds(fastify);
  replaceNodeResponses(fastify);
  sendSecurityHeaders(fastify, { isHttps: publicUrl.startsWith('https:') });
  if (trustProxy === false) warnOfProxy(fastify.server);
  const app = await NestFactory.create<NestFastifyApplication>(
    ApiModule.forRoot(config, new AllowedMethods(fastify)),
    new FastifyAdapter(fastify),
    { bodyParser: false, abortOnError: false, logger: new PinoNestLogger(await createLogger(config)) },
  );
  app.get(HttpMetrics).observeRoutes(fastify);
  app.get(AuthGuard).observeRoutes(fastify);
  registerReplySerializer(fastify);
  if (corsOrigins.length > 0) enableCors(app, corsOrigins);
  closeConnectionsWhileDraining(fastify, app.get(Readiness), config.http.drainDelayMs);
  if (config.log.level === 'debug' || config.log.level === 'trace') logResponses(fastify);
  limitBodies(fastify);
  await compressResponses(fastify);
  const [commands, disks, metrics] = [app.get(CommandBus), app.get(DiskFloor), app.get(Metrics)];
  const refusals = app.get(WebhookRefusals);
  registerIntake(fastify, { config, inFlight, commands, disks, metrics, refusals });
  app.get(ApiDocument).setApp(app, publicUrl);
  return app;
}

/** Converts TRUST_PROXY for Fastify. A number is the number of proxies before this process; each is one hop. */
function toTrustProxy(proxies: readonly string[] | number | false) {
  if (typeof proxies === 'number') return (_address: string, hop: number) => hop < proxies;
  return proxies === false ? proxies : [...proxies];
}
