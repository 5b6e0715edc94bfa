import type { FastifyRequest } from 'fastify';
import { decodePathSuffix } from '#senders/plugin-api/path-suffix.js';
import type { AdmittedWebhook, ReceivedDelivery, RefusedWebhook } from '#monitoring';
import type { IntakeLease } from './intake-budget.js';

/** A request that the admission hook admitted before its body was read. */
export type AdmittedRequest = FastifyRequest<{
  Params: { webhook_id: string; access_key: string; '*'?: string };
  Querystring: Record<string, string | string[]>;
  Body: Buffer;
}> & {
  admitted: AdmittedWebhook;
  lease?: IntakeLease;
  /** Reserves memory for the largest body; only if the length of the body is unknown. @throws ERROR_UNAVAILABLE */
  reserve?: () => void;
  /** Why the request is refused. Without a webhook it is not counted: there is none with this id. */
  refusal?: { readonly webhook: RefusedWebhook | undefined; readonly reason: string };
  /** The compressed body as it was received; only if its signature is to be checked. */
  wire?: Buffer;
  /** Returns the part of a compressed body that was received so far. */
  received?: () => Buffer;
};

/** The raw rest of a path below the address of a webhook. The decoded one of the router no longer shows which `/` were encoded. */
const REST_OF_PATH = /^[^?#]*?\/webhook\/[^/?#]+\/[^/?#]+\/events\/([^?#]*)/;

export function toReceivedDelivery(request: AdmittedRequest): ReceivedDelivery {
  const { query, body, wire, method, url } = request;
  const headers = method === 'POST' ? request.headers : { ...request.headers, ':method': method };
  return {
    content_type: headers['content-type'] ?? '',
    headers,
    query: joinValues(query),
    path_suffix: decodePathSuffix(REST_OF_PATH.exec(url)?.[1] ?? ''),
    body,
    wire,
  };
}

const EMPTY_QUERY = {};

/** Joins the values of a repeated parameter with commas, as HTTP does for headers. */
function joinValues(query: Record<string, string | string[]>): Readonly<Record<string, string>> {
  const names = Object.keys(query);
  return names.length === 0
    ? EMPTY_QUERY
    : Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
