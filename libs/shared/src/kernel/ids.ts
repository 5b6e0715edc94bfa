import { hash } from 'node:crypto';
import { v7, validate } from 'uuid';
import { DomainError } from './domain-error.js';

/** Prefixes of the ids that this service creates. Ids that callers choose (domain, project, user, protocol) have none. */
export type IdKind =
  | 'api_key'
  | 'session'
  | 'sign_in_token'
  | 'stream_token'
  | 'webhook'
  | 'event'
  | 'alert'
  | 'delivery'
  | 'quota'
  | 'audit'
  | 'consumption'
  | 'verification'
  | 'replay'
  | 'heartbeat'
  | 'subscription'
  | 'notification'
  | 'resend'
  | 'silence'
  | 'slack_app'
  | 'inhibition'
  | 'note'
  | 'on_call'
  | 'escalation';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** 1-64 characters that are safe in a path, a label and a file name. */
export const CALLER_ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

const DNS_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** A {@link CALLER_ID_PATTERN}, or an e-mail address by the rules of browsers (`input type=email` of HTML). */
export const USER_ID_PATTERN = new RegExp(
  `${CALLER_ID_PATTERN.source}|^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${DNS_LABEL}(?:\\.${DNS_LABEL})*$`,
);
/** The maximum length of an e-mail address, in characters. */
export const MAX_USER_ID_LENGTH = 254;

/** Sorts before every id that exists. */
export const LOWEST_UUID = '00000000-0000-0000-0000-000000000000';

/** Returns a new id that sorts by its time of creation (UUIDv7 as a TypeID). */
export function newId(kind: IdKind): string {
  return formatId(kind, v7());
}

/** Returns a new UUIDv7 whose time is `at`. */
export function newUuid(at: Date): string {
  return v7({ msecs: at.getTime() });
}

/** The character codes of the base32 digits. */
const DIGITS = Uint8Array.from(CROCKFORD, (digit) => digit.codePointAt(0) ?? 0);
/** The value of a base32 digit, by its character code; -1: not one. */
const DIGIT_VALUES = Int8Array.from({ length: 128 }, (_, code) =>
  CROCKFORD.indexOf(String.fromCodePoint(code)),
);
/** The value of a hexadecimal digit, by its character code. */
const HEX_VALUES = Uint8Array.from(
  { length: 128 },
  (_, code) => Number.parseInt(String.fromCodePoint(code), 16) || 0,
);

/**
 * Returns the TypeID of a stored uuid. It is written digit by digit, because a page of 100 records has 400 of them: the
 * library takes ten times as long, and a loop over substrings five times, which would be a quarter of the time of the page.
 */
export function formatId(kind: IdKind, uuid: string): string {
  // 26 base32 digits hold 130 bits, two more than a uuid: the first two bits are 0. Then each five nibbles make four digits.
  const a = (nibble(uuid, 0) << 4) | nibble(uuid, 1);
  const b = packNibbles(uuid, 2, 3, 4, 5, 6);
  const c = packNibbles(uuid, 7, 9, 10, 11, 12);
  const d = packNibbles(uuid, 14, 15, 16, 17, 19);
  const e = packNibbles(uuid, 20, 21, 22, 24, 25);
  const f = packNibbles(uuid, 26, 27, 28, 29, 30);
  const g = packNibbles(uuid, 31, 32, 33, 34, 35);
  const digits = String.fromCharCode(
    digit(a, 5),
    digit(a, 0),
    digit(b, 15),
    digit(b, 10),
    digit(b, 5),
    digit(b, 0),
    digit(c, 15),
    digit(c, 10),
    digit(c, 5),
    digit(c, 0),
    digit(d, 15),
    digit(d, 10),
    digit(d, 5),
    digit(d, 0),
    digit(e, 15),
    digit(e, 10),
    digit(e, 5),
    digit(e, 0),
    digit(f, 15),
    digit(f, 10),
    digit(f, 5),
    digit(f, 0),
    digit(g, 15),
    digit(g, 10),
    digit(g, 5),
    digit(g, 0),
  );
  return `${kind}_${digits}`;
}

function packNibbles(uuid: string, i: number, j: number, k: number, l: number, m: number): number {
  const high = (nibble(uuid, i) << 16) | (nibble(uuid, j) << 12) | (nibble(uuid, k) << 8);
  return high | (nibble(uuid, l) << 4) | nibble(uuid, m);
}

function nibble(uuid: string, at: number): number {
  return HEX_VALUES[uuid.charCodeAt(at)] as number;
}

function digit(bits: number, from: number): number {
  return DIGITS[(bits >> from) & 31] as number;
}

/**
 * Returns the uuid inside a TypeID.
 * @throws ERROR_INVALID_PARAMETER naming the field of such ids if the text is not an id of that kind
 */
export function parseId(kind: IdKind, id: string): string {
  const uuid = tryParseId(kind, id);
  if (uuid === undefined)
    throw DomainError.invalid(`${kind}_id`, `is not an id of the form ${kind}_<26 characters>`);
  return uuid;
}

/**
 * As {@link parseId}, but returns `undefined` for anything else. It is read digit by digit as well: the fan-out reads the id of
 * each change several times, and the library would take a fifth of its time.
 */
export function tryParseId(kind: IdKind, id: string): string | undefined {
  const from = kind.length + 1;
  if (id.length !== from + 26 || !id.startsWith(`${kind}_`)) return undefined;
  const a = (digitValue(id, from) << 5) | digitValue(id, from + 1);
  const b = packDigits(id, from + 2);
  const c = packDigits(id, from + 6);
  const d = packDigits(id, from + 10);
  const e = packDigits(id, from + 14);
  const f = packDigits(id, from + 18);
  const g = packDigits(id, from + 22);
  // An unknown digit is -1, and so is everything that it is packed into. More than eight bits are more than a uuid has.
  if ((a | b | c | d | e | f | g) < 0 || a > 255) return undefined;
  const hex = `${toHex(a, 2)}${toHex(b, 5)}${toHex(c, 5)}${toHex(d, 5)}${toHex(e, 5)}${toHex(f, 5)}${toHex(g, 5)}`;
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return validate(uuid) ? uuid : undefined;
}

/** The bits of four digits; negative if one of them is none. */
function packDigits(id: string, at: number): number {
  const high = (digitValue(id, at) << 15) | (digitValue(id, at + 1) << 10);
  return high | (digitValue(id, at + 2) << 5) | digitValue(id, at + 3);
}

function digitValue(id: string, at: number): number {
  return DIGIT_VALUES[id.charCodeAt(at)] ?? -1;
}

function toHex(bits: number, length: number): string {
  return bits.toString(16).padStart(length, '0');
}

/** Returns a UUIDv7 of a given instant whose other bits come from a hash: the same input always gives the same id. */
export function uuidFromHash(at: Date, ...parts: readonly string[]): string {
  const digest = hashParts(parts);
  return v7({ msecs: at.getTime(), random: digest.subarray(0, 16), seq: digest.readUInt32BE(16) });
}

/** As {@link uuidFromHash}, but ids of the same instant sort by `position`, which counts from 0. */
export function orderedUuidFromHash(at: Date, position: number, ...parts: readonly string[]): string {
  return v7({ msecs: at.getTime(), random: hashParts(parts).subarray(0, 16), seq: position });
}

function hashParts(parts: readonly string[]): Buffer {
  return hash('sha256', parts.join('\u0000'), 'buffer');
}

const ANY_ID = /^([a-z_]{1,32})_[0-9a-z]{26}$/;

/** Returns why a value is no id of this kind; `undefined` if it is one. Names the kind of an id of another kind. */
export function findIdError(kind: IdKind, value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : '';
  if (tryParseId(kind, text) !== undefined) return undefined;
  const foundKind = ANY_ID.exec(text)?.[1] ?? kind;
  return `is not an id of the form ${kind}_<26 characters>${foundKind === kind ? '' : `; this one is of the kind ${foundKind}`}`;
}
