import type { FastifyRequest } from 'fastify';
import type { AdmittedWebhook, PostedDelivery } from '#monitoring';

/** A request that the admission hook let in, before its body was read. */
export type AdmittedRequest = FastifyRequest<{
  Params: { webhook_id: string; access_key: string; '*'?: string };
  Querystring: Record<string, string | string[]>;
  Body: Buffer;
}> & {
  admitted: AdmittedWebhook;
  /** The body before it was inflated, where that matters. */
  wire?: Buffer;
  /** Of a compressed body, as much as came so far, from its beginning. */
  received?: () => Buffer;
};

/** @param base what of the path below the address is the route's own */
export function postedBy(request: AdmittedRequest, base: string): PostedDelivery {
  const { params, query, body, wire, method } = request;
  const headers = method === 'POST' ? request.headers : { ...request.headers, ':method': method };
  return {
    content_type: headers['content-type'] ?? '',
    headers,
    query: textsOf(query),
    path_suffix: `${base}${params['*'] ?? ''}`,
    body,
    wire,
  };
}

const NOTHING = {};

/** A parameter that is repeated is one text with commas, as HTTP has it for headers. */
function textsOf(query: Record<string, string | string[]>): Readonly<Record<string, string>> {
  const names = Object.keys(query);
  return names.length === 0
    ? NOTHING
    : Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
