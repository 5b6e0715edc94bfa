import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto';
import { isObject } from '../kernel/json.js';
import { invalidQuery } from './invalid-query.js';

/** The data that a cursor carries from page to page. */
export interface CursorPosition {
  /** The values of the order terms in the last row of the page. */
  readonly after: readonly (string | null)[];
  readonly total_count: number;
  readonly estimated: boolean;
  /** The meaning of `now` on the first page, in milliseconds. */
  readonly now: number;
}

/** Encodes and checks signed cursors. Only this installation can create them, and each is valid for one list only. */
export class CursorCodec {
  private readonly key: KeyObject;
  private readonly keys: readonly KeyObject[];

  /**
   * @param secret 32 bytes, from which the signing key is derived
   * @param oldSecrets secrets whose cursors are accepted too, while the secret is being replaced
   */
  constructor(secret: Buffer, ...oldSecrets: readonly Buffer[]) {
    this.key = deriveKey(secret);
    this.keys = [this.key, ...oldSecrets.map(deriveKey)];
  }

  /** @param list identifies the list: resource, domain, filters and order */
  encode(position: CursorPosition, list: string): string {
    const body = Buffer.from(JSON.stringify(position)).toString('base64url');
    return `${body}.${sign(this.key, body, list)}`;
  }

  decode(cursor: unknown, list: string, place: string): CursorPosition {
    const [body = '', signature = '', ...more] = typeof cursor === 'string' ? cursor.split('.') : [];
    if (more.length > 0 || !this.keys.some((key) => isEqual(signature, sign(key, body, list)))) {
      throw invalidQuery(place, 'must be a next_cursor of the same filter, keyword and sort');
    }
    const position: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
    if (!isObject(position)) throw invalidQuery(place, 'must be a next_cursor');
    return position as unknown as CursorPosition;
  }
}

/** Returns the key as an object: creating one from bytes for each cursor takes longer than signing. */
function deriveKey(secret: Buffer): KeyObject {
  return createSecretKey(createHmac('sha256', secret).update('page cursors').digest());
}

function sign(key: KeyObject, body: string, list: string): string {
  return createHmac('sha256', key)
    .update(`${body}.${hash('sha256', list)}`)
    .digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
