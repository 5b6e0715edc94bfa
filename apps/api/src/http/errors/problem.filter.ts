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

/** The only place where an error becomes an answer. */
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

  /** The same error is a fault of ours once the schema is that of the release. */
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
      // The pattern of the route, not the URL: that can hold an access key.
      const route = request.routeOptions.url;
      const { id: request_id, method } = request;
      this.logger.error({ request_id, domain: domainOf(request), method, route }, error);
    }
    // It was answered before its end, and is counted so.
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
