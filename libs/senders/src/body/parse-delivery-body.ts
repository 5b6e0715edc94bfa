import { DomainError } from '#shared/kernel/domain-error.js';
import { isObject, parseJson, type Json } from '#shared/kernel/json.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import { startsWithLabel, isPlainText } from './plain-text.js';
import { findBoundary, parseMultipart } from './parse-multipart.js';

export type ParsedBody =
  { readonly ok: true; readonly body: Json } | { readonly ok: false; readonly reason: string };

/**
 * Parses the body of a delivery for the plugin. Never throws. JSON is parsed whatever the content type is (Amazon SNS
 * sends text/plain, curl a form), with or without a byte order mark. A form, also a multipart one, becomes an object of
 * texts. Plain text stays text.
 * @param parse `JSON.parse` if only the shape matters. It is faster, but rounds long numbers.
 */
export function parseDeliveryBody(
  bytes: Buffer,
  contentType: string,
  parse: (text: string) => Json = parseJson,
): ParsedBody {
  const decoded = bytes.toString('utf8');
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const firstCharacter = /\S/.exec(text)?.[0];
  if (firstCharacter === undefined) return parseFailure('the body is empty');
  if (firstCharacter === '{' || (firstCharacter === '[' && !startsWithLabel(text)))
    return parseJsonBody(text, parse);
  if (isForm(contentType) && text.includes('='))
    return { ok: true, body: formToObject(new URLSearchParams(text.trim())) };
  const boundary = findBoundary(contentType);
  const fields = boundary === undefined ? [] : parseMultipart(text, boundary);
  if (fields.length > 0) return { ok: true, body: formToObject(fields) };
  if (isPlainText(text, contentType)) return { ok: true, body: text };
  return parseFailure('the body is neither a JSON object or array nor a form nor text');
}

function parseJsonBody(text: string, parse: (text: string) => Json): ParsedBody {
  try {
    return { ok: true, body: parse(text) };
  } catch (error) {
    return invalidJson(error);
  }
}

function isForm(contentType: string): boolean {
  return /^\s*application\/x-www-form-urlencoded\b/i.test(contentType);
}

/** Converts form fields to an object. A repeated field becomes a list. */
function formToObject(pairs: Iterable<readonly [string, string]>): Json {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const existing = fields.get(name);
    if (existing === undefined) fields.set(name, value);
    else if (Array.isArray(existing)) existing.push(value);
    else fields.set(name, [existing, value]);
  }
  return Object.fromEntries(fields);
}

function invalidJson(error: unknown): ParsedBody {
  return parseFailure(
    // The message of JSON.parse quotes the body, which may contain any bytes.
    `the body is not JSON: ${error instanceof Error ? cleanText(error.message.slice(0, 200)) : 'unreadable'}`,
  );
}

function parseFailure(reason: string): ParsedBody {
  return { ok: false, reason };
}

export function isEnvelopeField(name: string): boolean {
  return name === 'data' || name === 'webhook_id' || name === 'access_key';
}

/**
 * Returns the content of the envelope `{webhook_id, access_key, data}`. One of `webhook_id` and `access_key` may be omitted,
 * because both are in the path. A body with any other field is not an envelope and is returned as it is. The same holds for
 * a body with `data` only, which is a format of some senders.
 * @throws ERROR_REQUIRED_PARAMETER for an envelope without data; ERROR_INVALID_PARAMETER if `data` is not an object or list
 */
export function unwrapEnvelope(body: Json): Json {
  if (!isObject(body)) return body;
  for (const name in body) if (!isEnvelopeField(name)) return body;
  if (!Object.hasOwn(body, 'webhook_id') && !Object.hasOwn(body, 'access_key')) return body;
  if (body['data'] === undefined || body['data'] === null) throw DomainError.required('data');
  const data = parseEmbeddedData(body['data']);
  if (!isObject(data) && !Array.isArray(data))
    throw DomainError.invalid('data', 'must be an object or a list');
  return data;
}

/** Parses `data` that is JSON text, because a form cannot contain an object. */
function parseEmbeddedData(data: Json): Json {
  if (typeof data !== 'string' || !/^\s*[{[]/.test(data)) return data;
  const parsed = parseJsonBody(data, parseJson);
  return parsed.ok ? parsed.body : data;
}
