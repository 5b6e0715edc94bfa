import { crc32 } from 'node:zlib';
import type { StoredSegment } from '../segment-writer.js';

/**
 * The format of a record: a header with its own checksum, the metadata of the segment (JSON), and its payload. The
 * checksum of the content distinguishes a complete record from one that a crash truncated. The magic number is where
 * reading resumes after damage; its last character is the version. The header contains the number of deliveries before
 * it in the file, so that a loss can be counted in deliveries.
 */
const MAGIC = Buffer.from('TSP2');
const OFFSETS = { headerSum: 4, before: 8, count: 12, metadata: 16, payload: 20, contentSum: 24 };
const HEADER_BYTES = 28;
/** Version 1: a magic number, one checksum of everything after it, and two lengths. */
const OLD_MAGIC = Buffer.from('TSP1');
const OLD_OFFSETS = { sum: 4, metadata: 8, payload: 12 };
const OLD_HEADER_BYTES = 16;
const MAGIC_PREFIX = MAGIC.subarray(0, 3);

interface RecordMetadata {
  readonly d: string;
  readonly s: string;
  readonly w: string;
  /** received_at, milliseconds */
  readonly t: number;
  /** delivery_count */
  readonly n: number;
}

/** @param before the number of deliveries before these in the file */
export function encodeRecords(segments: readonly StoredSegment[], before = 0): Buffer {
  let sum = before;
  const records = segments.map((segment) => {
    const record = encodeRecord(segment, sum);
    sum += segment.delivery_count;
    return record;
  });
  return Buffer.concat(records);
}

function encodeRecord(segment: StoredSegment, before: number): Buffer {
  const { domain_id: d, segment_id: s, webhook_uuid: w, delivery_count: n, payload } = segment;
  const metadata = Buffer.from(
    JSON.stringify({ d, s, w, t: segment.received_at.getTime(), n } satisfies RecordMetadata),
  );
  const record = Buffer.concat([MAGIC, Buffer.alloc(HEADER_BYTES - MAGIC.length), metadata, payload]);
  record.writeUInt32BE(before, OFFSETS.before);
  record.writeUInt32BE(n, OFFSETS.count);
  record.writeUInt32BE(metadata.length, OFFSETS.metadata);
  record.writeUInt32BE(payload.length, OFFSETS.payload);
  record.writeUInt32BE(crc32(record.subarray(HEADER_BYTES)), OFFSETS.contentSum);
  record.writeUInt32BE(crc32(record.subarray(OFFSETS.before, HEADER_BYTES)), OFFSETS.headerSum);
  return record;
}

export interface SpoolContent {
  readonly segments: readonly StoredSegment[];
  readonly deliveries: number;
  /** Bytes that are not part of a record and were not truncated by a crash. */
  readonly damaged: number;
  /** Deliveries in the damaged bytes; `undefined` if headers are damaged as well. */
  readonly lost: number | undefined;
  /** Bytes of an incomplete record at the end, which a crash truncated before its deliveries were acknowledged. */
  readonly torn: number;
}

interface DecodedRecord {
  readonly end: number;
  readonly segment: StoredSegment;
  /** Unknown for records of version 1. */
  readonly before?: number;
}

export function decodeRecords(bytes: Buffer): SpoolContent {
  const segments: StoredSegment[] = [];
  let [damaged, lost, deliveries, end] = [0, 0, 0, 0];
  let isLossKnown = true;
  for (let at = bytes.indexOf(MAGIC_PREFIX); at !== -1; at = bytes.indexOf(MAGIC_PREFIX, at)) {
    const decoded = decodeRecord(bytes, at);
    if (decoded === undefined) {
      at += 1;
      continue;
    }
    const { segment, before } = decoded;
    if (before !== undefined) lost = Math.max(lost, before - deliveries);
    else if (at > end) isLossKnown = false;
    damaged += at - end;
    segments.push(segment);
    deliveries += segment.delivery_count;
    end = decoded.end;
    at = end;
  }
  const tail = inspectTail(bytes, end);
  if (tail.until !== undefined) lost = Math.max(lost, tail.until - deliveries);
  else if (tail.damaged > 0) isLossKnown = false;
  damaged += tail.damaged;
  return { segments, deliveries, damaged, lost: isLossKnown ? lost : undefined, torn: tail.torn };
}

/**
 * @returns `until` is the number of deliveries that should precede the truncated record, or the total if none is
 * truncated
 */
function inspectTail(bytes: Buffer, from: number): { damaged: number; torn: number; until?: number } {
  const tail = bytes.subarray(from);
  let until: number | undefined;
  for (let at = tail.indexOf(MAGIC); at !== -1; at = tail.indexOf(MAGIC, at + 1)) {
    const header = decodeHeader(tail, at);
    if (header === undefined) continue;
    if (at + header.length > tail.length)
      return { damaged: at, torn: tail.length - at, until: header.before };
    until = header.before + header.count;
  }
  if (until !== undefined) return { damaged: tail.length, torn: 0, until };
  return isTruncated(tail) ? { damaged: 0, torn: tail.length } : { damaged: tail.length, torn: 0 };
}

/** Returns whether the tail is only the beginning of a record, or allocated space that was never written. */
function isTruncated(tail: Buffer): boolean {
  if (tail.every((byte) => byte === 0)) return true;
  if (beginsWith(tail, MAGIC)) return tail.length < HEADER_BYTES;
  if (!beginsWith(tail, OLD_MAGIC)) return false;
  return tail.length < OLD_HEADER_BYTES || decodeOldLength(tail, 0) > tail.length;
}

const beginsWith = (bytes: Buffer, magic: Buffer) =>
  bytes.subarray(0, magic.length).equals(magic.subarray(0, bytes.length));

/** Returns the record; `undefined` if it is incomplete or damaged. */
function decodeRecord(bytes: Buffer, at: number): DecodedRecord | undefined {
  if (bytes.subarray(at, at + OLD_MAGIC.length).equals(OLD_MAGIC)) return decodeOldRecord(bytes, at);
  const header = decodeHeader(bytes, at);
  if (header === undefined || at + header.length > bytes.length) return undefined;
  const end = at + header.length;
  if (crc32(bytes.subarray(at + HEADER_BYTES, end)) !== bytes.readUInt32BE(at + OFFSETS.contentSum))
    return undefined;
  const segment = decodeContent(
    bytes.subarray(at + HEADER_BYTES, end),
    bytes.readUInt32BE(at + OFFSETS.metadata),
  );
  return { end, segment, before: header.before };
}

function decodeHeader(bytes: Buffer, at: number) {
  if (at + HEADER_BYTES > bytes.length || !bytes.subarray(at, at + MAGIC.length).equals(MAGIC))
    return undefined;
  const sum = crc32(bytes.subarray(at + OFFSETS.before, at + HEADER_BYTES));
  if (sum !== bytes.readUInt32BE(at + OFFSETS.headerSum)) return undefined;
  const readField = (field: number) => bytes.readUInt32BE(at + field);
  return {
    before: readField(OFFSETS.before),
    count: readField(OFFSETS.count),
    length: HEADER_BYTES + readField(OFFSETS.metadata) + readField(OFFSETS.payload),
  };
}

function decodeOldLength(bytes: Buffer, at: number): number {
  return (
    OLD_HEADER_BYTES +
    bytes.readUInt32BE(at + OLD_OFFSETS.metadata) +
    bytes.readUInt32BE(at + OLD_OFFSETS.payload)
  );
}

function decodeOldRecord(bytes: Buffer, at: number): DecodedRecord | undefined {
  if (at + OLD_HEADER_BYTES > bytes.length) return undefined;
  const end = at + decodeOldLength(bytes, at);
  if (end > bytes.length) return undefined;
  if (crc32(bytes.subarray(at + OLD_OFFSETS.metadata, end)) !== bytes.readUInt32BE(at + OLD_OFFSETS.sum))
    return undefined;
  const content = bytes.subarray(at + OLD_HEADER_BYTES, end);
  return { end, segment: decodeContent(content, bytes.readUInt32BE(at + OLD_OFFSETS.metadata)) };
}

function decodeContent(content: Buffer, metadataLength: number): StoredSegment {
  const { d, s, w, t, n } = JSON.parse(content.toString('utf8', 0, metadataLength)) as RecordMetadata;
  return {
    domain_id: d,
    segment_id: s,
    webhook_uuid: w,
    received_at: new Date(t),
    delivery_count: n,
    payload: content.subarray(metadataLength),
  };
}
