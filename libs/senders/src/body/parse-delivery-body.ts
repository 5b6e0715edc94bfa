import { DomainError } from '#shared/kernel/domain-error.js';
import { isObject, parseJson, type Json } from '#shared/kernel/json.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import { decodeText } from './decode-text.js';
import { formToObject, parseFields } from './form-fields.js';
import { MAX_MEMBERS } from './member-limit.js';
import { isBinary, startsAsJson } from './plain-text.js';
import { isNestedTooDeep } from './split-values.js';

/**
 * What a body is. `json`: JSON as it was posted. `embedded`: a JSON text that contains the JSON as text. `broken`: text that
 * begins as JSON does and is none, or a form with too many fields; `reason` says why.
 */
export type ParsedBody =
  | {
      readonly ok: true;
      readonly source: 'json' | 'embedded' | 'text';
      readonly body: Json;
    }
  | { readonly ok: true; readonly source: 'form'; readonly body: Json; readonly flat_form: Json }
  | { readonly ok: true; readonly source: 'broken'; readonly body: string; readonly reason: string }
  | { readonly ok: false; readonly reason: string };

type ParseJson = (text: string) => Json;

/**
 * Parses the body of a delivery for the plugin, as far as this takes no guess. Never throws. JSON is parsed whatever the content
 * type is (Amazon SNS sends text/plain, curl a form). A form, also a multipart one, becomes an object of texts. Other text stays
 * text. Only bodies that are empty, binary or nested too deep are refused.
 * @param parse `JSON.parse` if only the shape matters. It is faster, but rounds long numbers.
 */
export function parseDeliveryBody(
  bytes: Buffer,
  contentType: string,
  parse: ParseJson = parseJson,
): ParsedBody {
  const text = withoutTerminator(decodeText(bytes, contentType));
  if (!/\S/.test(text)) return parseFailure('the body is empty');
  const parsed = startsAsJson(text) ? parseJsonText(text, parse) : undefined;
  if (parsed?.ok === true && parsed.source === 'json') return parsed;
  if (isBinary(text)) return parseFailure('the body is binary: neither JSON nor a form nor text');
  return parsed ?? parseOther(text, contentType, parse);
}

/** Drops the U+0000 with which a C program ends a text and that it posts with it. */
function withoutTerminator(text: string): string {
  let end = text.length;
  while (end > 0 && '\0 \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.includes('\0', end) ? text.slice(0, end) : text;
}

function parseJsonText(text: string, parse: ParseJson): ParsedBody {
  try {
    return { ok: true, source: 'json', body: parse(text) };
  } catch (error) {
    if (isNestedTooDeep(text)) return parseFailure('the body is not JSON, and is nested too deep');
    return { ok: true, source: 'broken', body: text, reason: describeError(error) };
  }
}

const TOO_MANY_FIELDS = `the form has more than ${MAX_MEMBERS} fields`;

function parseOther(text: string, contentType: string, parse: ParseJson): ParsedBody {
  const fields = parseFields(text, contentType);
  if (fields === undefined) return { ok: true, source: 'broken', body: text, reason: TOO_MANY_FIELDS };
  if (fields.length > 0) {
    const { nested, flat } = formToObject(fields);
    return { ok: true, source: 'form', body: nested, flat_form: flat };
  }
  const embedded = parseEmbeddedText(text);
  if (embedded === undefined) return { ok: true, source: 'text', body: text };
  if (!/\S/.test(embedded)) return parseFailure('the body is empty');
  if (!startsAsJson(embedded)) return { ok: true, source: 'text', body: embedded };
  const parsed = parseJsonText(embedded, parse);
  return parsed.ok && parsed.source === 'json' ? { ...parsed, source: 'embedded' } : parsed;
}

/** Times that a body may be encoded as a JSON text. */
const MAX_ENCODINGS = 3;

/**
 * Returns the text inside a JSON text: senders encode a body that is JSON already, or a template puts quotes around it. `null` is
 * an empty text. `undefined` if the body is no JSON text.
 */
function parseEmbeddedText(text: string): string | undefined {
  let inner: string | undefined;
  for (let encodings = 0; encodings < MAX_ENCODINGS; encodings += 1) {
    const outer = (inner ?? text).trim();
    if (outer === 'null') return '';
    if (!outer.startsWith('"')) break;
    const decoded = decodeJsonText(outer);
    if (decoded === undefined) break;
    inner = decoded;
  }
  return inner;
}

function decodeJsonText(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return /^"\s*[{[][^]*[}\]]\s*"$/.test(quoted) ? quoted.slice(1, -1) : undefined;
  }
}

/** Returns whether a text begins as JSON does and is none. */
export function isBrokenJson(text: string): boolean {
  if (!startsAsJson(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

function describeError(error: unknown): string {
  // The message of JSON.parse quotes the body, which may contain any bytes.
  return `the body is not JSON: ${error instanceof Error ? cleanText(error.message.slice(0, 200)) : 'unreadable'}`;
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
  if (!isEnvelope(body)) return body;
  if (body['data'] === undefined || body['data'] === null) throw DomainError.required('data');
  const data = parseEmbeddedData(body['data']);
  if (!isObject(data) && !Array.isArray(data))
    throw DomainError.invalid('data', 'must be an object or a list');
  return data;
}

/**
 * Returns the content of an envelope whose body and content are strict JSON or a form; `undefined` for any other body. What has to
 * be repaired first is left to the worker. @throws as {@link unwrapEnvelope}
 */
export function unwrapStrictEnvelope(parsed: Extract<ParsedBody, { ok: true }>): Json | undefined {
  const { body } = parsed;
  if (!isEnvelope(body)) return undefined;
  const { data } = body;
  return typeof data === 'string' && isBrokenJson(data) ? undefined : unwrapEnvelope(body);
}

export function isEnvelope(body: Json): body is Record<string, Json> {
  if (!isObject(body)) return false;
  for (const name in body) if (!isEnvelopeField(name)) return false;
  return Object.hasOwn(body, 'webhook_id') || Object.hasOwn(body, 'access_key');
}

/** Parses `data` that is JSON text, because a form cannot contain an object. */
function parseEmbeddedData(data: Json): Json {
  if (typeof data !== 'string' || !/^\s*[{[]/.test(data)) return data;
  const parsed = parseJsonText(data, parseJson);
  return parsed.ok && parsed.source === 'json' ? parsed.body : data;
}
