import type { Type as Class, CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { isObject, parseJson, RawJson } from '#shared/kernel/json.js';
import { formatVersion } from '#shared/kernel/record-version.js';
import type { Caller } from '#shared/kernel/scope.js';
import { getFields } from '../body/field.js';

/** Matches the cursor at the end of a list that is already JSON text. In a record its quotes would be escaped. */
const CURSOR_AT_END = /"next_cursor":"([^"\\]+)"\}$/;
/** Only so many characters are searched: the counts and the cursor are the last fields of a list, after its records. */
const MAX_END_CHARS = 8_192;

/** Returns the Link to the next page (RFC 8288), relative to the request; `undefined` after the last page. */
export function createNextPageLink(response: unknown, url: string): string | undefined {
  const cursor = findCursor(response);
  if (cursor === undefined) return undefined;
  const queryStart = url.indexOf('?');
  const query = new URLSearchParams(queryStart === -1 ? '' : url.slice(queryStart + 1));
  // The new cursor replaces the previous cursor or start.
  query.delete('query.page.start');
  query.delete('query.page.cursor');
  const json = query.get('query');
  if (json === null) query.set('query.page.cursor', cursor);
  else query.set('query', setCursor(json, cursor));
  const page = query.get('query.page');
  if (page !== null) {
    query.set('query.page', JSON.stringify(createPage(parseJson(page), cursor)));
    query.delete('query.page.cursor');
  }
  return `<?${query.toString()}>; rel="next"`;
}

function findCursor(response: unknown): string | undefined {
  if (response instanceof RawJson) return CURSOR_AT_END.exec(response.text.slice(-MAX_END_CHARS))?.[1];
  return (response as { readonly next_cursor?: string } | undefined)?.next_cursor;
}

function setCursor(json: string, cursor: string): string {
  // parseJson keeps every digit of a number; comparisons in queries are exact.
  const query = parseJson(json);
  return JSON.stringify(isObject(query) ? { ...query, page: createPage(query['page'], cursor) } : query);
}

function createPage(page: unknown, cursor: string): object {
  const { start: _, ...rest } = isObject(page) ? page : {};
  return { ...rest, cursor };
}

interface ResponseHeadersOptions {
  /** The path of the created record, relative to the parent of the path that was posted to: `webhook/:webhook_id`. */
  readonly location?: string | undefined;
  /** Returns the version of the record in the response; `undefined` if the selected fields do not include it. */
  readonly version?: ((record: object) => string | undefined) | undefined;
  /** Whether the response is a list that is paged by a cursor. */
  readonly isPaged: boolean;
}

interface AnsweredRequest extends FastifyRequest {
  readonly caller?: Caller;
}

/**
 * Sets headers from the response body: Location of a created record, Link to the next page, ETag of the record. A client that has
 * the record gets 304.
 */
class ResponseHeadersInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(private readonly options: ResponseHeadersOptions) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<AnsweredRequest>(), http.getResponse<FastifyReply>()];
    return next.handle().pipe(
      map((response) => {
        this.setHeaders(response, request, reply);
        const tag =
          request.method === 'GET' || request.method === 'HEAD' ? reply.getHeader('etag') : undefined;
        if (!matchesEntityTag(request.headers['if-none-match'], tag)) return response;
        void reply.code(304);
        return undefined;
      }),
    );
  }

  private setHeaders(response: unknown, request: AnsweredRequest, reply: FastifyReply): void {
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
function createLocation(pattern: string, response: object, { originalUrl, caller }: AnsweredRequest): string {
  const record = response as Record<string, string>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(record[name] ?? ''));
  const parentPath = /^[^?]*\/(?:\?|$)/.test(originalUrl) ? '../' : '';
  const domain = caller?.root ? `?domain_id=${encodeURIComponent(record['domain_id'] ?? '')}` : '';
  return `${parentPath}${path}${domain}`;
}

interface DescribedOperation {
  readonly method: string;
  readonly response?: Class<object>;
  readonly location?: string;
  readonly version?: (record: object) => string | undefined;
}

/** Whether the response is a list whose next page has a URL, so that it gets a Link header. */
export const isPagedList = ({ method, response }: DescribedOperation): boolean =>
  method === 'GET' &&
  response !== undefined &&
  getFields(response).some(({ name }) => name === 'next_cursor');

/** Adds the {@link ResponseHeadersInterceptor} interceptor. It is the outermost, so it also sees responses replayed by Idempotency-Key. */
export function applyResponseHeaders(operation: DescribedOperation): MethodDecorator {
  const pages = isPagedList(operation);
  const { location, version } = operation;
  return (_target, _name, descriptor) => {
    if (!pages && location === undefined && version === undefined) return;
    const handler = descriptor.value as object;
    const interceptors = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) as object[] | undefined) ?? [];
    Reflect.defineMetadata(
      INTERCEPTORS_METADATA,
      [new ResponseHeadersInterceptor({ location, isPaged: pages, version }), ...interceptors],
      handler,
    );
  };
}

const SECRET_FIELDS = new Set(['api_key', 'access_key', 'webhook_url', 'signing_secret', 'inbound_url']);

/** Whether this class, or a class nested in it, has a field that is a secret. */
export function holdsSecrets(response: Class<object> | undefined): boolean {
  if (response === undefined) return false;
  return getFields(response).some(({ name, nested }) => SECRET_FIELDS.has(name) || holdsSecrets(nested));
}

/** Also matches weak tags: a proxy that compresses a response weakens its tag, with the same version. */
const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

/** Whether a client has what this tag names (RFC 9110, If-None-Match, which compares weakly). */
function matchesEntityTag(header: string | undefined, tag: unknown): boolean {
  if (header === undefined || typeof tag !== 'string') return false;
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag);
}

export const formatEntityTag = (version: string): string => `"${version}"`;

/**
 * Returns the versions of a record that the request may change (RFC 9110, If-Match); `undefined` for any.
 * @throws ERROR_INVALID_PARAMETER
 */
export function parseIfMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => {
    const [, version] = ENTITY_TAG.exec(tag.trim()) ?? [];
    if (version === undefined)
      throw DomainError.invalid('If-Match', 'must be * or ETags in double quotes, as they were received');
    return version;
  });
}

/** Returns the version of a record, derived from its `updated_at`; `undefined` without that field. */
export function getRecordVersion(record: { readonly updated_at?: string }): string | undefined {
  return record.updated_at === undefined ? undefined : formatVersion(record.updated_at);
}
