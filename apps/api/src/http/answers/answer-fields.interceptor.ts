import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Caller } from '#shared/kernel/scope.js';
import { entityTag } from '../body/if-match.js';
import { nextPage } from './next-page.js';

export interface AnswerFieldsOptions {
  /** Where what was made is, from the parent of the path it was posted to: `webhook/:webhook_id`. */
  readonly location?: string | undefined;
  /** Of the record in the answer; `undefined` of a part of it that does not show it. */
  readonly version?: ((record: object) => string | undefined) | undefined;
  /** Whether the answer is a list that can be continued by a cursor. */
  readonly pages: boolean;
}

interface ApiRequest extends FastifyRequest {
  readonly caller?: Caller;
}

/** The header fields that follow from an answer: Location of what was made, Link to the next page, ETag of the record. */
export class AnswerFields implements NestInterceptor<unknown, unknown> {
  constructor(private readonly options: AnswerFieldsOptions) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<ApiRequest>(), http.getResponse<FastifyReply>()];
    return next.handle().pipe(
      map((answer) => {
        this.describe(answer, request, reply);
        return answer;
      }),
    );
  }

  private describe(answer: unknown, request: ApiRequest, reply: FastifyReply): void {
    const { location, pages, version } = this.options;
    const found = typeof answer === 'object' && answer !== null ? version?.(answer) : undefined;
    if (found !== undefined) reply.header('etag', entityTag(found));
    if (location !== undefined) reply.header('location', locationOf(location, answer as object, request));
    const link = pages ? nextPage(answer, request.originalUrl) : undefined;
    if (link !== undefined) reply.header('link', link);
  }
}

/** Relative, so that it leads there below any path a proxy puts the service at. The root key names its domain. */
function locationOf(pattern: string, answer: object, { originalUrl, caller }: ApiRequest): string {
  const made = answer as Record<string, string>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(made[name] ?? ''));
  const up = /^[^?]*\/(?:\?|$)/.test(originalUrl) ? '../' : '';
  const domain = caller?.root ? `?domain_id=${encodeURIComponent(made['domain_id'] ?? '')}` : '';
  return `${up}${path}${domain}`;
}
