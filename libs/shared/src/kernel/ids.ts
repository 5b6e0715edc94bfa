import { hash } from 'node:crypto';
import { fromString, getSuffix, toUUID } from 'typeid-js';
import { v7 } from 'uuid';
import { DomainError } from './domain-error.js';

/** Prefixes of the ids this service makes. The caller's own ids (domain, project, user, protocol) have none. */
export type IdKind =
  | 'api_key'
  | 'webhook'
  | 'event'
  | 'alert'
  | 'delivery'
  | 'quota'
  | 'audit'
  | 'consumption'
  | 'verification'
  | 'replay';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** 1-64 characters that are safe in a path, a label and a file name. */
export const CALLER_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/** A new id that sorts by the time it was made (UUIDv7 as a TypeID). */
export function newId(kind: IdKind): string {
  return formatId(kind, v7());
}

/** A new uuid (v7) whose time is `at`. */
export function newUuid(at: Date): string {
  return v7({ msecs: at.getTime() });
}

const DIGITS = Buffer.from(CROCKFORD);
/** By the code of a hexadecimal digit. */
const NIBBLES = Uint8Array.from(
  { length: 128 },
  (_, code) => Number.parseInt(String.fromCodePoint(code), 16) || 0,
);
const DASH = 45;
const written = Buffer.alloc(26);

/**
 * The TypeID of a stored uuid. Written out here, because every receipt has one and lists have four a record: the
 * library takes ten times as long.
 */
export function formatId(kind: IdKind, uuid: string): string {
  // 26 digits have two bits more than a uuid: they come first and are 0.
  let bits = 2;
  let left = 0;
  let digits = 0;
  for (let at = 0; at < uuid.length; at += 1) {
    const code = uuid.codePointAt(at) ?? DASH;
    if (code === DASH) continue;
    left = ((left << 4) | (NIBBLES[code] ?? 0)) & 0xff;
    bits += 4;
    if (bits >= 5) {
      bits -= 5;
      written[digits] = DIGITS[(left >>> bits) & 31] ?? 0;
      digits += 1;
    }
  }
  return `${kind}_${written.toString('latin1', 0, digits)}`;
}

/**
 * The uuid inside a TypeID.
 * @throws ERROR_INVALID_PARAMETER naming `field` when it is not an id of that kind.
 */
export function uuidOf(kind: IdKind, id: string, field = `${kind}_id`): string {
  const uuid = tryUuidOf(kind, id);
  if (uuid === undefined)
    throw DomainError.invalid(field, `is not an id of the form ${kind}_<26 characters>`);
  return uuid;
}

/** As {@link uuidOf}, `undefined` for anything else. */
export function tryUuidOf(kind: IdKind, id: string): string | undefined {
  try {
    const typeId = fromString(id, kind);
    return getSuffix(typeId).length === 26 ? toUUID(typeId) : undefined;
  } catch {
    return undefined;
  }
}

/** A UUIDv7 of a given instant whose other bits come from a hash: the same input makes the same id, always. */
export function uuidFromHash(at: Date, ...parts: readonly string[]): string {
  const digest = hash('sha256', parts.join('\u0000'), 'buffer');
  return v7({ msecs: at.getTime(), random: digest.subarray(0, 16), seq: digest.readUInt32BE(16) });
}
