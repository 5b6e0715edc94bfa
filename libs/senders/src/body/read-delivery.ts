import { isObject, type Json } from '#shared/kernel/json.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import {
  isBrokenJson,
  isEnvelope,
  parseDeliveryBody,
  unwrapEnvelope,
  type ParsedBody,
} from './parse-delivery-body.js';
import { hasTooManyMembers, MAX_MEMBERS } from './member-limit.js';
import { repairJson } from './repair-json.js';
import { isNestedTooDeep, MAX_BODY_VALUES, splitJsonValues } from './split-values.js';

/** How a body was read that is not what its sender meant to post. It is a part of the event. */
export interface BodyMark {
  readonly repaired?: true;
  /** The body ends before its JSON does. What follows is missing. */
  readonly cut_off?: true;
  /** The body begins as JSON and cannot be read: the event is made of its text. */
  readonly text_only?: true;
}

export interface ReadBody {
  readonly ok: true;
  /** Mostly one value. Several are parsed one by one. */
  readonly values: readonly Json[];
  /** The value with the names of a form as they were posted, if they are nested. */
  readonly flat_form?: Json;
  readonly mark?: BodyMark;
  /** Why a part of the body could not be read. */
  readonly loss?: string;
}

export type DeliveryReading = ReadBody | { readonly ok: false; readonly reason: string };

/**
 * Reads the body of a delivery completely: strict JSON, forms and text, then several JSON values, then JSON that a template has
 * broken, and at last its text. Never throws. Takes more time than {@link parseDeliveryBody}, so only workers and previews call it.
 * @param hasEnvelope whether an envelope in strict JSON has not been unwrapped yet
 */
export function readDelivery(bytes: Buffer, contentType: string, hasEnvelope = false): DeliveryReading {
  const parsed = parseDeliveryBody(bytes, contentType);
  if (!parsed.ok) return parsed;
  try {
    const reading = readParsed(parsed, hasEnvelope);
    return reading.values.some((value) => hasTooManyMembers(value, bytes.length))
      ? { ok: false, reason: `an object of the body has more than ${MAX_MEMBERS} members` }
      : reading;
  } catch (error) {
    if (error instanceof DomainError) return { ok: false, reason: error.message };
    throw error;
  }
}

function readParsed(parsed: Extract<ParsedBody, { ok: true }>, hasEnvelope: boolean): ReadBody {
  if (parsed.source === 'broken') return readBroken(parsed.body, parsed.reason);
  if (parsed.source === 'form') return readForm(parsed.body, parsed.flat_form);
  return readValue(hasEnvelope ? unwrapEnvelope(parsed.body) : parsed.body);
}

function readValue(body: Json): ReadBody {
  if (!isEnvelope(body) || typeof body['data'] !== 'string') return { ok: true, values: [body] };
  return readForm(body, body);
}

function readBroken(text: string, reason: string): ReadBody {
  const values = splitJsonValues(text);
  if (values !== undefined) return limitValues(values.map(unwrapEnvelope));
  const repaired = repairJson(text);
  if (repaired === undefined)
    return {
      ok: true,
      values: [text],
      mark: { text_only: true },
      loss: `${reason}; only its text was read`,
    };
  const mark: BodyMark = repaired.isCutOff ? { repaired: true, cut_off: true } : { repaired: true };
  const loss = repaired.isCutOff ? { loss: `${reason}; it was cut off, and what followed is missing` } : {};
  return { ...limitValues(repaired.values.map(unwrapEnvelope)), mark, ...loss };
}

function limitValues(values: readonly Json[]): ReadBody {
  const loss = `the body holds more than ${MAX_BODY_VALUES} JSON values, and only so many are read`;
  return values.length > MAX_BODY_VALUES
    ? { ok: true, values: values.slice(0, MAX_BODY_VALUES), loss }
    : { ok: true, values };
}

/** Mends JSON in the fields of a form, so that plugins can read it as if it were strict. */
function readForm(nested: Json, flat: Json): ReadBody {
  const mended = mendFields(nested);
  const body = unwrapEnvelope(mended.body);
  const isNested = flat !== nested && body === mended.body;
  return {
    ok: true,
    values: [body],
    ...(isNested && { flat_form: mendFields(flat).body }),
    ...(mended.mark && { mark: mended.mark }),
    ...(mended.mark?.cut_off && { loss: 'the JSON in a field of the form was cut off' }),
  };
}

function mendFields(body: Json): { readonly body: Json; readonly mark?: BodyMark } {
  if (!isObject(body)) return { body };
  let mark: BodyMark | undefined;
  const fields = Object.entries(body).map(([name, value]): readonly [string, Json] => {
    if (typeof value !== 'string' || !isBrokenJson(value) || isNestedTooDeep(value)) return [name, value];
    const repaired = repairJson(value);
    const [first] = repaired?.values ?? [];
    if (repaired === undefined || first === undefined) return [name, value];
    mark = { ...mark, repaired: true, ...(repaired.isCutOff && { cut_off: true }) };
    return [name, JSON.stringify(repaired.values.length > 1 ? repaired.values : first)];
  });
  return mark === undefined ? { body } : { body: Object.fromEntries(fields), mark };
}
