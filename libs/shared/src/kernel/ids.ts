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

/** Two digits of a TypeID for ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${CROCKFORD[bits >> 5]}${CROCKFORD[bits & 31]}`);

/**
 * The TypeID of a stored uuid. Written out here, because every receipt has one and lists have five a record: the
 * library takes four times as long.
 */
export function formatId(kind: IdKind, uuid: string): string {
  const [a, b, c, d] = [
    Number.parseInt(uuid.slice(0, 8), 16),
    Number.parseInt(uuid.slice(9, 13) + uuid.slice(14, 18), 16),
    Number.parseInt(uuid.slice(19, 23) + uuid.slice(24, 28), 16),
    Number.parseInt(uuid.slice(28), 16),
  ];
  const pair = (bits: number) => PAIRS[bits & 1023];
  // The first pair has the two bits that a uuid is shorter than 26 digits in front of it.
  return (
    `${kind}_${pair(a >>> 24)}${pair(a >>> 14)}${pair(a >>> 4)}${pair(((a & 15) << 6) | (b >>> 26))}` +
    `${pair(b >>> 16)}${pair(b >>> 6)}${pair(((b & 63) << 4) | (c >>> 28))}${pair(c >>> 18)}${pair(c >>> 8)}` +
    `${pair(((c & 255) << 2) | (d >>> 30))}${pair(d >>> 20)}${pair(d >>> 10)}${pair(d)}`
  );
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
