import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Caller } from '#shared/kernel/scope.js';
import { entityTag } from '../body/if-match.js';
import { nextPage } from './next-page.js';

export interface AnswerFieldsOptions {
  /** The path of the created record, relative to the parent of the path that was posted to: `webhook/:webhook_id`. */
  readonly location?: string | undefined;
  /** Returns the version of the record in the response; `undefined` if the selected fields do not include it. */
  readonly version?: ((record: object) => string | undefined) | undefined;
  /** Whether the response is a list that is paged by a cursor. */
  readonly pages: boolean;
}

interface ApiRequest extends FastifyRequest {
  readonly caller?: Caller;
}

/** Sets headers from the response body: Location of a created record, Link to the next page, ETag of the record. */
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

/** Relative, so that it works below any path prefix of a proxy. For the root key it includes the domain of the record. */
function locationOf(pattern: string, answer: object, { originalUrl, caller }: ApiRequest): string {
  const made = answer as Record<string, string>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(made[name] ?? ''));
  const up = /^[^?]*\/(?:\?|$)/.test(originalUrl) ? '../' : '';
  const domain = caller?.root ? `?domain_id=${encodeURIComponent(made['domain_id'] ?? '')}` : '';
  return `${up}${path}${domain}`;
}
