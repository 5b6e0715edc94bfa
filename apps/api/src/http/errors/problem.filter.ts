import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { isSchemaLacking } from '#shared/platform/persistence/schema-lacking.js';
import { AllowedMethods } from '../answers/allowed-methods.js';
import { domainOf } from '../auth/domain-of.js';
import { HttpMetrics } from '../answers/http-metrics.js';
import { nearPath } from './near-path.js';
import { problemOf, type ProblemAnswer } from './problem-of.js';

const METHOD_NOT_ALLOWED = { statusCode: 405 };

/** The only place that converts errors to responses. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  constructor(
    private readonly allowed: AllowedMethods,
    private readonly metrics: HttpMetrics,
    private readonly readiness: Readiness,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (isSchemaLacking(error)) void this.answerUnlessMigrated(error, host);
    else this.answer(error, host);
  }

  /** Answers 503 while migrations are pending. Once they are done, the same error is a bug and is answered as such. */
  private async answerUnlessMigrated(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const lack = await this.readiness.lackOfMigrations().catch(() => undefined);
    this.answer(lack === undefined ? thrown : DomainError.unavailable(lack, 5), host);
  }

  private answer(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const allow = request.is404 ? this.allowed.at(request.url) : [];
    if (allow.length > 0) reply.header('allow', allow.join(', '));
    const { bodyLimit } = request.routeOptions;
    const answer = problemOf(allow.length > 0 ? METHOD_NOT_ALLOWED : error, request.id, {
      allow,
      bodyLimit,
      near: request.is404 ? nearPath(request.url, this.allowed.patterns) : undefined,
    });
    if (answer.unexpected) {
      // Logs the pattern of the route, not the URL, which can contain an access key.
      const route = request.routeOptions.url;
      const { id: request_id, method } = request;
      this.logger.error({ request_id, domain: domainOf(request), method, route }, error);
    }
    // A response was sent before the body was complete, and has already been counted.
    if (reply.sent) return;
    if (request.routeOptions.config.admitsDeliveries === true)
      this.metrics.refusedDelivery(answer.problem.code);
    sendProblem(reply, answer);
  }
}

export function sendProblem(reply: FastifyReply, { problem, retryAfter }: ProblemAnswer): void {
  if (retryAfter !== undefined || problem.status === 503)
    reply.header('retry-after', String(retryAfter ?? 5));
  if (problem.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer');
  void reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}
