import { hash } from 'node:crypto';
import { fromString, getSuffix, toUUID } from 'typeid-js';
import { v7 } from 'uuid';
import { DomainError } from './domain-error.js';

/** Prefixes of the ids this service makes. The caller's own ids (domain, project, user, protocol) have none. */
export type IdKind =
  'api_key' | 'webhook' | 'event' | 'alert' | 'delivery' | 'quota' | 'audit' | 'consumption' | 'verification';

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

/** TypeID's digits (Crockford's), by JavaScript's of base 32. */
const DIGITS = new Map([...'0123456789abcdefghijklmnopqrstuv'].map((digit, at) => [digit, CROCKFORD[at]]));

/**
 * The TypeID of a stored uuid. Written out here, because every receipt has one and lists have five a record: the
 * library takes twice as long.
 */
export function formatId(kind: IdKind, uuid: string): string {
  const digits = BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
  let suffix = '';
  for (const digit of digits) suffix += DIGITS.get(digit);
  return `${kind}_${suffix}`;
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
