import { randomBytes } from 'node:crypto';
import { compressSync, uncompressSync } from 'lz4-napi';
import { v7 } from 'uuid';
import { cleanText } from '#shared/kernel/clean-text.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { formatId } from '#shared/kernel/ids.js';
import { ByteStringArrayBuilder } from '#shared/platform/persistence/binary-arrays.js';
import type { Delivery, PendingDelivery } from '../domain/delivery.js';

/** The uuid of a segment ends in 16 zero bits. The uuid of a delivery is the same, with its position in these bits. */
const PREFIX_LENGTH = 32;
/** Higher than the position of any delivery in a segment. */
export const LAST_POSITION = 0xffff;

const PROCESS_RANDOM = randomBytes(16).fill(0, 14);
let sequence = PROCESS_RANDOM.readUInt32BE();

/** Returns a new id, unique across processes by random bits and within a process by a sequence number. */
export function newSegmentId(at: Date): string {
  sequence = (sequence + 1) >>> 0;
  return v7({ msecs: at.getTime(), random: PROCESS_RANDOM, seq: sequence });
}

export function deliveryIdOf(segmentId: string, position: number): string {
  return segmentId.slice(0, PREFIX_LENGTH) + position.toString(16).padStart(4, '0');
}

/** Returns the public id (TypeID) of a delivery. */
export function formatDeliveryId(segmentId: string, position: number): string {
  return formatId('delivery', deliveryIdOf(segmentId, position));
}

export function segmentIdOf(deliveryId: string): string {
  return `${deliveryId.slice(0, PREFIX_LENGTH)}0000`;
}

export function positionOf(deliveryId: string): number {
  return parseInt(deliveryId.slice(PREFIX_LENGTH), 16);
}

/** The maximum number of characters of a reason. */
export const MAX_REASON_LENGTH = 500;

export interface PendingSegmentRow {
  readonly webhook_id: string;
  readonly segment_id: string;
  readonly seq: string;
  readonly late: boolean;
  readonly received_at: Date;
  readonly delivery_count: number;
  readonly payload: Buffer;
  /** The number of segments that the query found, in every row. */
  readonly found: string;
}

/** Decodes a segment. A damaged segment is returned as damaged deliveries, so that it does not block the following ones. */
export function decodeDeliveries({
  segment_id,
  received_at,
  delivery_count,
  payload,
}: Pick<PendingSegmentRow, 'segment_id' | 'received_at' | 'delivery_count' | 'payload'>): PendingDelivery[] {
  try {
    return decodeSegment(payload).map((delivery, position) => ({
      delivery_id: deliveryIdOf(segment_id, position),
      delivery,
    }));
  } catch (error) {
    const reason = getErrorMessage(error);
    return Array.from({ length: delivery_count }, (_, position) => ({
      delivery_id: deliveryIdOf(segment_id, position),
      delivery: {
        received_at,
        content_type: 'application/octet-stream',
        headers: {},
        query: {},
        path_suffix: '',
        // The raw bytes are kept with the first delivery, for an operator to inspect.
        body: position === 0 ? payload : Buffer.of(),
      },
      damage: cleanText(`the stored deliveries are damaged: ${reason}`.slice(0, MAX_REASON_LENGTH)),
    }));
  }
}

/** Returns a delivery of a segment; `undefined` if the stored bytes are damaged. */
export function tryDecodeDelivery(payload: Buffer, position: number): Delivery | undefined {
  try {
    return decodeSegment(payload)[position];
  } catch {
    return undefined;
  }
}

/**
 * The format of a segment: a form byte, followed by the length of the index, the index (JSON) and the bodies, which may
 * be compressed. Bodies stay bytes until a plugin parses them, so that no body can make a write fail.
 */
const PLAIN = 1;
const LZ4 = 2;
const LENGTH_BYTES = 4;
/** The maximum number of UTF-8 bytes for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Smaller segments do not shrink. Above, a single alarm loses a third of its bytes in the socket, the database, its WAL and its
 * backups, and thirty alarms of one sender compress to the size of one. Node's zlib would cost several times as much: it allocates
 * some 100 KB of state per call.
 */
const COMPRESSION_THRESHOLD_BYTES = 256;
const INITIAL_SIZE = 2_048;

/**
 * An entry of the index. Empty fields are omitted, and so are fields equal to those of the previous delivery: the
 * deliveries of a sender differ in little but their bodies.
 */
interface IndexEntry {
  /** received_at, milliseconds */
  readonly t: number;
  /** length of the body, bytes */
  readonly n: number;
  /** where it belongs in a trace */
  readonly x?: string;
  /** signed_id */
  readonly i?: string;
  /** The fields below are the same as those of the previous delivery. */
  readonly s?: true;
  readonly c?: string;
  readonly h?: Readonly<Record<string, string>>;
  readonly q?: Readonly<Record<string, string>>;
  readonly p?: string;
}

export function encodeSegment(deliveries: readonly Delivery[]): Buffer {
  return writeSegment(deliveries, new ByteStringArrayBuilder(INITIAL_SIZE));
}

/**
 * Writes a segment into a shared buffer. With many webhooks, most segments hold one delivery, and allocating a buffer
 * for each would cost more than writing it.
 */
export function writeSegment(deliveries: readonly Delivery[], to: ByteStringArrayBuilder): Buffer {
  const index = encodeIndex(deliveries);
  let size = 1 + LENGTH_BYTES + MAX_BYTES_PER_UNIT * index.length;
  for (const { body } of deliveries) size += body.length;
  const from = to.beginElement(size);
  const { bytes } = to;
  const indexAt = from + 1 + LENGTH_BYTES;
  const indexBytes = bytes.write(index, indexAt);
  bytes[from] = PLAIN;
  bytes.writeUInt32BE(indexBytes, from + 1);
  let end = indexAt + indexBytes;
  for (const { body } of deliveries) {
    bytes.set(body, end);
    end += body.length;
  }
  if (end - from <= COMPRESSION_THRESHOLD_BYTES) return to.endElement(end);
  const compressed = compressSync(bytes.subarray(from + 1, end));
  if (1 + compressed.length >= end - from) return to.endElement(end);
  const at = to.beginElement(1 + compressed.length);
  to.bytes[at] = LZ4;
  to.bytes.set(compressed, at + 1);
  return to.endElement(at + 1 + compressed.length);
}

/** @throws RangeError when the bytes are not a segment. */
export function decodeSegment(bytes: Buffer): Delivery[] {
  const content = decompressContent(bytes);
  let offset = LENGTH_BYTES + content.readUInt32BE();
  const index = JSON.parse(content.toString('utf8', LENGTH_BYTES, offset)) as IndexEntry[];
  const length = Array.isArray(index) ? index.reduce((sum, { n }) => sum + n, offset) : undefined;
  if (length !== content.length) throw new RangeError('its index does not fit its bodies');
  let shared: IndexEntry | undefined;
  return index.map((entry) => {
    if (entry.s !== true) shared = entry;
    const { c = '', h = {}, q = {}, p = '' } = shared ?? entry;
    const body = content.subarray(offset, offset + entry.n);
    offset += entry.n;
    return {
      received_at: new Date(entry.t),
      content_type: c,
      headers: h,
      query: q,
      path_suffix: p,
      body,
      ...(entry.i !== undefined && { signed_id: entry.i }),
      ...(entry.x !== undefined && { trace: entry.x }),
    };
  });
}

function decompressContent(bytes: Buffer): Buffer {
  const form = bytes.readUInt8();
  if (form === PLAIN) return bytes.subarray(1);
  if (form === LZ4) return uncompressSync(bytes.subarray(1));
  throw new RangeError(`unknown form of a segment: ${form}`);
}

function encodeIndex(deliveries: readonly Delivery[]): string {
  let entries = '';
  deliveries.forEach((delivery, at) => {
    entries += (at > 0 ? ',' : '') + encodeEntry(delivery, deliveries[at - 1]);
  });
  return `[${entries}]`;
}

/** Returns an IndexEntry as JSON. It is concatenated instead of serialized, because it runs for every delivery. */
function encodeEntry(delivery: Delivery, previous: Delivery | undefined): string {
  const { received_at, body, trace, signed_id } = delivery;
  const x = trace === undefined ? '' : `,"x":${JSON.stringify(trace)}`;
  const i = signed_id === undefined ? '' : `,"i":"${signed_id}"`;
  const fields =
    previous !== undefined && hasSameFields(delivery, previous) ? ',"s":true' : encodeFields(delivery);
  return `{"t":${received_at.getTime()},"n":${body.length}${x}${i}${fields}}`;
}

function encodeFields({ content_type, headers, query, path_suffix }: Delivery): string {
  let fields = '';
  if (content_type !== '') fields += `,"c":${JSON.stringify(content_type)}`;
  if (!isEmpty(headers)) fields += `,"h":${JSON.stringify(headers)}`;
  if (!isEmpty(query)) fields += `,"q":${JSON.stringify(query)}`;
  if (path_suffix !== '') fields += `,"p":${JSON.stringify(path_suffix)}`;
  return fields;
}

function isEmpty(record: Readonly<Record<string, string>>): boolean {
  for (const _ in record) return false;
  return true;
}

function hasSameFields(a: Delivery, b: Delivery): boolean {
  return (
    a.content_type === b.content_type &&
    a.path_suffix === b.path_suffix &&
    isSameRecord(a.headers, b.headers) &&
    isSameRecord(a.query, b.query)
  );
}

function isSameRecord(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  let names = 0;
  for (const name in a) {
    if (a[name] !== b[name]) return false;
    names += 1;
  }
  for (const name in b) names -= Object.hasOwn(b, name) ? 1 : 0;
  return names === 0;
}
