import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { isSchemaMissing } from '#shared/platform/persistence/database-unavailable.js';
import { AllowedMethods, suggestPath } from '../responses/allowed-methods.js';
import { getClientAddress } from '../auth/caller.js';
import { Refusals } from '../auth/refusals.js';
import { getRequestDomain, type ApiRequest } from '../body/message.decorator.js';
import { HttpMetrics } from '../responses/http-metrics.js';
import { RefusalObserver } from './add-route-hook.js';
import { toProblemResponse, type ProblemResponse } from './problem-response.js';

const METHOD_NOT_ALLOWED = { statusCode: 405 };

/** The only place that converts errors to responses. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  constructor(
    private readonly allowedMethods: AllowedMethods,
    private readonly metrics: HttpMetrics,
    private readonly readiness: Readiness,
    private readonly webhookRefusals: RefusalObserver,
    private readonly refusals: Refusals,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (isSchemaMissing(error)) void this.respondUnlessMigrating(error, host);
    else this.respond(error, host);
  }

  /** Answers 503 while migrations are pending. Once they are done, the same error is a bug and is answered as such. */
  private async respondUnlessMigrating(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const migrationError = await this.readiness.describeMissingMigrations().catch(() => undefined);
    this.respond(migrationError === undefined ? thrown : DomainError.unavailable(migrationError, 5), host);
  }

  private respond(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const allow = request.is404 ? this.allowedMethods.findMethods(request.url) : [];
    if (allow.length > 0) reply.header('allow', allow.join(', '));
    const { bodyLimit, config } = request.routeOptions;
    const isAddress = config.admitsDeliveries === true;
    const problemResponse = toProblemResponse(allow.length > 0 ? METHOD_NOT_ALLOWED : error, request.id, {
      allow,
      bodyLimit,
      limitSetting: isAddress ? 'BODY_LIMIT' : undefined,
      suggestedPath: request.is404 ? suggestPath(request.url, this.allowedMethods.routePatterns) : undefined,
    });
    if (problemResponse.unexpected) {
      // Logs the pattern of the route, not the URL, which can contain an access key.
      const route = request.routeOptions.url;
      const { id: request_id, method } = request;
      this.logger.error({ request_id, domain: getRequestDomain(request), method, route }, error);
    }
    // A response was sent before the body was complete, and has already been counted.
    if (reply.sent) return;
    // Fastify closes the connection of a request whose body was not read to its end. A client that is still sending it would be
    // reset before it could read the response. Node instead discards the rest of the body, for as long as a request may take.
    if (!this.readiness.isDraining) reply.removeHeader('connection');
    if (isAddress) this.metrics.countRefusal(problemResponse.problem.code);
    if (isAddress || request.is404) this.webhookRefusals.observe(request, error, problemResponse.problem);
    else if (problemResponse.problem.status === 403)
      this.refusals.addDenial(getClientAddress(request), (request as ApiRequest).caller);
    sendProblem(reply, problemResponse);
  }
}

export function sendProblem(reply: FastifyReply, { problem, retryAfter }: ProblemResponse): void {
  if (retryAfter !== undefined || problem.status === 503)
    reply.header('retry-after', String(retryAfter ?? 5));
  if (problem.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer');
  void reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}
