import { HOPS_HEADER } from '#shared/kernel/hops.js';
import type { AnyPlugin } from './plugin.js';

type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Limits for plugins that get all headers. Further ones, and those that no longer fit, are left out. */
const MAX_HEADERS = 50;
const MAX_HEADER_BYTES = 8_192;

/** Headers with secrets, and the pseudo-header that only the service itself may set. */
const NEVER_STORED: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  ':heartbeat',
]);
/** The names of headers that authenticate a request, whatever service they belong to: `x-gitlab-token`, `x-api-key`. */
const SECRET_NAME =
  /authori[sz]ation|cookie|token|secret|passw|signature|credential|session|jwt|hmac|client-cert|(?<!(?:idempotency|event)-)\bkey\b|api-?key|\b(?:auth|sig)\b/;

/**
 * Returns the request headers that are stored with a delivery and passed to the plugin. Names are in lower case.
 * @param signatureHeader the header that signs the requests of the webhook
 */
export function selectStoredHeaders(
  plugin: Pick<AnyPlugin, 'headers'> | undefined,
  headers: RequestHeaders,
  signatureHeader = '',
): Record<string, string> {
  const stored: Record<string, string> = {};
  const { 'content-type': contentType, 'user-agent': userAgent, [HOPS_HEADER]: hops } = headers;
  if (contentType !== undefined) stored['content-type'] = joinHeader(contentType);
  if (userAgent !== undefined) stored['user-agent'] = joinHeader(userAgent);
  if (hops !== undefined) stored[HOPS_HEADER] = joinHeader(hops);
  if (plugin?.headers === 'ALL') return addPublicHeaders(stored, headers, signatureHeader.toLowerCase());
  for (const name of plugin?.headers ?? NO_HEADERS) {
    const value = headers[name];
    if (value !== undefined && !NEVER_STORED.has(name)) stored[name] = joinHeader(value);
  }
  return stored;
}

/** Adds all headers but those that are secret. */
function addPublicHeaders(
  stored: Record<string, string>,
  headers: RequestHeaders,
  signatureHeader: string,
): Record<string, string> {
  let bytes = 0;
  for (const [name, value] of Object.entries(headers).slice(0, MAX_HEADERS)) {
    if (value === undefined || name.startsWith(':') || name === signatureHeader || SECRET_NAME.test(name))
      continue;
    const text = joinHeader(value);
    const size = Buffer.byteLength(name) + Buffer.byteLength(text);
    if (bytes + size > MAX_HEADER_BYTES) continue;
    bytes += size;
    stored[name] = text;
  }
  return stored;
}

function joinHeader(header: string | readonly string[]): string {
  return typeof header === 'string' ? header : header.join(', ');
}

const NO_HEADERS: readonly string[] = [];
