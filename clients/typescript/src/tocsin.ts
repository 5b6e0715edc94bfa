import createClient, { type Client } from 'openapi-fetch';
import { TocsinError } from './errors.js';
import {
  follow,
  type Followed,
  type FollowAlertsFilter,
  type FollowedAlert,
  type FollowFilter,
  type FollowOptions,
} from './follow.js';
import { operationTable } from './generated/operation-table.js';
import type { paths } from './generated/schema.js';
import { DEFAULT_RETRIES, fetchWithRetries, type Retries } from './retry.js';
import type {
  Arguments,
  Input,
  OperationId,
  Output,
  PagedId,
  RecordOf,
  WholeArguments,
  WholeId,
  WholeOutput,
  WholePagedId,
  WholeRecordOf,
} from './types.js';

export { TocsinError, TocsinUnreachableError } from './errors.js';
export type { Followed, FollowAlertsFilter, FollowedAlert, FollowFilter, FollowOptions } from './follow.js';
export type { Retries } from './retry.js';
export type { Input, OperationId, Output, PagedId, RecordOf, Schemas } from './types.js';
export { operationTable };

export interface TocsinOptions {
  /** The base URL of the API, including the path that a proxy may add: `https://tocsin.example.com`. */
  readonly url: string;
  /** An API key, or the root key. Without one, only public operations can be called. */
  readonly key?: string;
  readonly retries?: Partial<Retries>;
  /** The domain of calls that name none, except those by `http`. The service refuses them if the key is of another one. */
  readonly domain_id?: string | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Replaces the generated key. A call with the same key again gets the first response. */
  readonly idempotencyKey?: string;
  /** The content type of a body that is given as text. Default: application/json. */
  readonly contentType?: string;
  /** The media type of the response, such as text/markdown, where the operation has another than JSON. It is returned as text. */
  readonly accept?: string;
}

interface RequestParts {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly body?: unknown;
}

/** A client of the API. Its types come from the OpenAPI document. */
export class Tocsin {
  /** The client by paths instead of operation ids (openapi-fetch). It returns errors instead of throwing them. */
  readonly http: Client<paths>;
  private readonly retries: Retries;

  constructor(private readonly options: TocsinOptions) {
    this.retries = { ...DEFAULT_RETRIES, ...options.retries };
    this.http = createClient<paths>({
      baseUrl: options.url.replace(/(?<!\/)\/+$/, ''),
      querySerializer,
      fetch: (request) => fetchWithRetries(request, this.retries),
    });
    this.http.use({
      onRequest: ({ request, schemaPath }) => {
        const isPublic = schemaPath.endsWith('/{access_key}/events');
        if (options.key && !isPublic) request.headers.set('authorization', `Bearer ${options.key}`);
        if (needsIdempotencyKey(request.method, schemaPath) && !request.headers.has('idempotency-key')) {
          request.headers.set('idempotency-key', crypto.randomUUID());
        }
      },
    });
  }

  /**
   * Calls an operation by its id in the OpenAPI document. If the request selects fields (`only`, `minimal`), each field of a record may
   * be missing in the answer.
   * @throws TocsinError, TocsinUnreachableError
   */
  call<Id extends WholeId>(id: Id, ...args: WholeArguments<Id, CallOptions>): Promise<WholeOutput<Id>>;
  call<Id extends OperationId>(id: Id, ...args: Arguments<Id, CallOptions>): Promise<Output<Id>>;
  async call<Id extends OperationId>(
    id: Id,
    ...[input, { signal, idempotencyKey, contentType, accept } = {}]: Arguments<Id, CallOptions>
  ): Promise<Output<Id>> {
    const { method, path } = operationTable[id];
    const { body, header, ...rest } = this.addDomain(id, (input ?? {}) as RequestParts);
    // TypeScript cannot derive the types from method and path, which are variables here. Those of the id are exact.
    const send = this.http.request as unknown as (
      method: string,
      path: string,
      init: object,
    ) => Promise<{ readonly response: Response; readonly error?: unknown }>;
    const { response, error } = await send(method, path, {
      params: {
        ...rest,
        header: { ...header, ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) },
      },
      ...(body === undefined ? {} : { body, bodySerializer: serializeBody }),
      headers: { ...(contentType && { 'content-type': contentType }), ...(accept && { accept }) },
      parseAs: 'stream',
      signal,
    });
    if (!response.ok) throw TocsinError.of(response, error);
    return (await parseContent(response)) as Output<Id>;
  }

  /** Yields the pages of a list. */
  pages<Id extends WholePagedId>(
    id: Id,
    ...args: WholeArguments<Id, CallOptions>
  ): AsyncGenerator<WholeOutput<Id>, void, undefined>;
  pages<Id extends PagedId>(
    id: Id,
    ...args: Arguments<Id, CallOptions>
  ): AsyncGenerator<Output<Id>, void, undefined>;
  async *pages<Id extends PagedId>(
    id: Id,
    ...[input, options]: Arguments<Id, CallOptions>
  ): AsyncGenerator<Output<Id>, void, undefined> {
    const querySource = operationTable[id].method === 'post' ? 'body' : 'query';
    const currentInput: { [part: string]: unknown } = { ...(input as object | undefined) };
    for (;;) {
      const page = await this.call(
        id,
        ...([currentInput as unknown as Input<Id>, options] as Arguments<Id, CallOptions>),
      );
      yield page;
      const { next_cursor: cursor } = page as { next_cursor?: string };
      if (cursor === undefined) return;
      const { query, ...rest } = (currentInput[querySource] ?? {}) as { query?: { page?: object } };
      const { start: _, ...size } = (query?.page ?? {}) as { start?: number };
      currentInput[querySource] = { ...rest, query: { ...query, page: { ...size, cursor } } };
    }
  }

  /** Yields the records of a list, across all pages. */
  each<Id extends WholePagedId>(
    id: Id,
    ...args: WholeArguments<Id, CallOptions>
  ): AsyncGenerator<WholeRecordOf<Id>, void, undefined>;
  each<Id extends PagedId>(
    id: Id,
    ...args: Arguments<Id, CallOptions>
  ): AsyncGenerator<RecordOf<Id>, void, undefined>;
  async *each<Id extends PagedId>(
    id: Id,
    ...args: Arguments<Id, CallOptions>
  ): AsyncGenerator<RecordOf<Id>, void, undefined> {
    for await (const page of this.pages(id, ...args))
      yield* (page as unknown as { results: RecordOf<Id>[] }).results;
  }

  /**
   * Yields new events as they are created. Reconnects after an interruption and continues where it was.
   * @throws TocsinError, TocsinUnreachableError
   */
  async *follow(
    filter: FollowFilter,
    options: FollowOptions = {},
  ): AsyncGenerator<Followed, void, undefined> {
    for await (const { id, data } of this.stream('followEvents', filter, options))
      yield { id, event: data as Followed['event'] };
  }

  /**
   * Yields the changes of alerts: opened, escalated, acknowledged, unacknowledged, resolved, reopened, flapping. Reconnects
   * after an interruption and continues where it was.
   * @throws TocsinError, TocsinUnreachableError
   */
  async *followAlerts(
    filter: FollowAlertsFilter,
    options: FollowOptions = {},
  ): AsyncGenerator<FollowedAlert, void, undefined> {
    for await (const { id, data } of this.stream('followAlerts', filter, options))
      yield { id, message: data as FollowedAlert['message'] };
  }

  /** Adds the domain of the client where the operation takes one. What the call itself says comes first. */
  private addDomain(id: OperationId, input: RequestParts): RequestParts {
    const { domain } = operationTable[id] as { domain?: 'query' | 'body' };
    const { domain_id } = this.options;
    if (domain === undefined || domain_id === undefined) return input;
    const given = input[domain] as { readonly domain_id?: string } | undefined;
    return { ...input, [domain]: { ...given, domain_id: given?.domain_id ?? domain_id } };
  }

  private stream(
    operation: 'followEvents' | 'followAlerts',
    filter: { readonly domain_id?: string | undefined },
    options: FollowOptions,
  ): ReturnType<typeof follow> {
    const { url, key, domain_id } = this.options;
    const query = querySerializer({ ...filter, domain_id: filter.domain_id ?? domain_id });
    const address = `${url.replace(/(?<!\/)\/+$/, '')}${operationTable[operation].path}?${query}`;
    return follow((lastEventId, signal, isFirst) => {
      const headers = new Headers({ accept: 'text/event-stream' });
      if (key) headers.set('authorization', `Bearer ${key}`);
      if (lastEventId) headers.set('last-event-id', lastEventId);
      const request = new Request(address, { headers, signal });
      // `follow` itself retries all later connections without a limit.
      return fetchWithRetries(request, isFirst ? this.retries : { ...this.retries, attempts: 0 });
    }, options);
  }
}

const needsIdempotencyKey = (method: string, path: string): boolean =>
  Object.values(operationTable).some(
    (each) => each.keyed && each.path === path && each.method === method.toLowerCase(),
  );

/** Serializes a body. Text is sent unchanged: it is the payload of a sender for a preview. */
const serializeBody = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Serializes query parameters. A list of texts such as `only` is sent once for each, objects such as `query` as JSON. */
function querySerializer(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(
    entries.flatMap(([name, value]: [string, unknown]): [string, string][] => {
      if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
        return value.map((each) => [name, String(each)]);
      return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
    }),
  ).toString();
}

async function parseContent(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  return /\bjson\b/.test(response.headers.get('content-type') ?? '') ? (JSON.parse(text) as unknown) : text;
}
