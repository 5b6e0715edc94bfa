import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { isObject } from '../kernel/json.js';
import { invalidQuery } from './invalid-query.js';

/** What a cursor carries from page to page. */
export interface Position {
  /** The values of the last row's order terms. */
  readonly after: readonly (string | null)[];
  readonly total_count: number;
  readonly estimated: boolean;
  /** What `now` was on the first page, milliseconds. */
  readonly now: number;
}

/** Cursors that only this installation can make, each for one list only. */
export class CursorCodec {
  private readonly key: Buffer;

  /** @param secret 32 bytes; not used itself, but a key made from it */
  constructor(secret: Buffer) {
    this.key = createHmac('sha256', secret).update('page cursors').digest();
  }

  /** @param list what the list is: resource, domain, filters and order */
  encode(position: Position, list: string): string {
    const body = Buffer.from(JSON.stringify(position)).toString('base64url');
    return `${body}.${this.sign(body, list)}`;
  }

  decode(cursor: unknown, list: string, place: string): Position {
    const [body = '', signature = '', ...more] = typeof cursor === 'string' ? cursor.split('.') : [];
    const expected = Buffer.from(this.sign(body, list));
    const given = Buffer.from(signature);
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw invalidQuery(place, 'must be a next_cursor of the same filter, keyword and sort');
    }
    const position: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
    if (!isObject(position)) throw invalidQuery(place, 'must be a next_cursor');
    return position as unknown as Position;
  }

  private sign(body: string, list: string): string {
    return createHmac('sha256', this.key)
      .update(`${body}.${hash('sha256', list)}`)
      .digest('base64url');
  }
}
