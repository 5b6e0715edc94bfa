import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Caller } from '#shared/kernel/scope.js';
import { formatEntityTag } from '../body/if-match.js';
import { createNextPageLink } from './next-page-link.js';

export interface ResponseHeadersOptions {
  /** The path of the created record, relative to the parent of the path that was posted to: `webhook/:webhook_id`. */
  readonly location?: string | undefined;
  /** Returns the version of the record in the response; `undefined` if the selected fields do not include it. */
  readonly version?: ((record: object) => string | undefined) | undefined;
  /** Whether the response is a list that is paged by a cursor. */
  readonly isPaged: boolean;
}

interface ApiRequest extends FastifyRequest {
  readonly caller?: Caller;
}

/** Sets headers from the response body: Location of a created record, Link to the next page, ETag of the record. */
export class ResponseHeadersInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(private readonly options: ResponseHeadersOptions) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<ApiRequest>(), http.getResponse<FastifyReply>()];
    return next.handle().pipe(
      map((response) => {
        this.setHeaders(response, request, reply);
        return response;
      }),
    );
  }

  private setHeaders(response: unknown, request: ApiRequest, reply: FastifyReply): void {
    const { location, isPaged, version } = this.options;
    const recordVersion = typeof response === 'object' && response !== null ? version?.(response) : undefined;
    if (recordVersion !== undefined) reply.header('etag', formatEntityTag(recordVersion));
    if (location !== undefined)
      reply.header('location', createLocation(location, response as object, request));
    const link = isPaged ? createNextPageLink(response, request.originalUrl) : undefined;
    if (link !== undefined) reply.header('link', link);
  }
}

/** Relative, so that it works below any path prefix of a proxy. For the root key it includes the domain of the record. */
function createLocation(pattern: string, response: object, { originalUrl, caller }: ApiRequest): string {
  const record = response as Record<string, string>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(record[name] ?? ''));
  const parentPath = /^[^?]*\/(?:\?|$)/.test(originalUrl) ? '../' : '';
  const domain = caller?.root ? `?domain_id=${encodeURIComponent(record['domain_id'] ?? '')}` : '';
  return `${parentPath}${path}${domain}`;
}
