import type { Delivery } from '../../domain/delivery.js';

/**
 * The bytes of a segment: version, length of the index, index (JSON), then the bodies one behind the other.
 * Bodies stay bytes until a plugin reads them, so that no body can make a write fail.
 */
const VERSION = 1;
const PREFIX = 5;

/** Most senders have neither headers nor a query worth keeping; what is empty is left out. */
interface IndexEntry {
  /** received_at, milliseconds */
  readonly t: number;
  /** length of the body, bytes */
  readonly n: number;
  readonly c: string;
  readonly h?: Readonly<Record<string, string>>;
  readonly q?: Readonly<Record<string, string>>;
  readonly p?: string;
}

export function encodeSegment(deliveries: readonly Delivery[]): Buffer {
  const index = Buffer.from(JSON.stringify(deliveries.map(entryOf)));
  const prefix = Buffer.allocUnsafe(PREFIX);
  prefix.writeUInt8(VERSION);
  prefix.writeUInt32BE(index.length, 1);
  return Buffer.concat([prefix, index, ...deliveries.map(({ body }) => body)]);
}

/** @throws RangeError when the bytes are not a segment. */
export function decodeSegment(bytes: Buffer): Delivery[] {
  if (bytes.readUInt8() !== VERSION) throw new RangeError(`unknown segment version ${bytes.readUInt8()}`);
  let offset = PREFIX + bytes.readUInt32BE(1);
  const index = JSON.parse(bytes.toString('utf8', PREFIX, offset)) as IndexEntry[];
  return index.map(({ t, n, c, h = {}, q = {}, p = '' }) => {
    const body = bytes.subarray(offset, offset + n);
    offset += n;
    return { received_at: new Date(t), content_type: c, headers: h, query: q, path_suffix: p, body };
  });
}

function entryOf(delivery: Delivery): IndexEntry {
  return {
    t: delivery.received_at.getTime(),
    n: delivery.body.length,
    c: delivery.content_type,
    ...(Object.keys(delivery.headers).length > 0 && { h: delivery.headers }),
    ...(Object.keys(delivery.query).length > 0 && { q: delivery.query }),
    ...(delivery.path_suffix !== '' && { p: delivery.path_suffix }),
  };
}
