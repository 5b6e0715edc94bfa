import { crc32 } from 'node:zlib';
import type { StoredSegment } from '../segment-writer.js';

/**
 * The format of a record: a header with its own checksum, the metadata of the segment (JSON), and its payload. The
 * checksum of the content distinguishes a complete record from one that a crash truncated. The magic number is where
 * reading resumes after damage; its last character is the version. The header contains the number of deliveries before
 * it in the file, so that a loss can be counted in deliveries.
 */
const MARK = Buffer.from('TSP2');
const AT = { headerSum: 4, before: 8, count: 12, about: 16, payload: 20, contentSum: 24 };
const HEADER = 28;
/** Version 1: a magic number, one checksum of everything after it, and two lengths. */
const OLD_MARK = Buffer.from('TSP1');
const OLD_AT = { sum: 4, about: 8, payload: 12 };
const OLD_HEADER = 16;
const ANY_MARK = MARK.subarray(0, 3);

interface About {
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
  const about = Buffer.from(JSON.stringify({ d, s, w, t: segment.received_at.getTime(), n } satisfies About));
  const record = Buffer.concat([MARK, Buffer.alloc(HEADER - MARK.length), about, payload]);
  record.writeUInt32BE(before, AT.before);
  record.writeUInt32BE(n, AT.count);
  record.writeUInt32BE(about.length, AT.about);
  record.writeUInt32BE(payload.length, AT.payload);
  record.writeUInt32BE(crc32(record.subarray(HEADER)), AT.contentSum);
  record.writeUInt32BE(crc32(record.subarray(AT.before, HEADER)), AT.headerSum);
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

interface Found {
  readonly end: number;
  readonly segment: StoredSegment;
  /** Unknown for records of version 1. */
  readonly before?: number;
}

export function decodeRecords(bytes: Buffer): SpoolContent {
  const segments: StoredSegment[] = [];
  let [damaged, lost, deliveries, end] = [0, 0, 0, 0];
  let isKnown = true;
  for (let at = bytes.indexOf(ANY_MARK); at !== -1; at = bytes.indexOf(ANY_MARK, at)) {
    const found = recordAt(bytes, at);
    if (found === undefined) {
      at += 1;
      continue;
    }
    const { segment, before } = found;
    if (before !== undefined) lost = Math.max(lost, before - deliveries);
    else if (at > end) isKnown = false;
    damaged += at - end;
    segments.push(segment);
    deliveries += segment.delivery_count;
    end = found.end;
    at = end;
  }
  const tail = tailOf(bytes, end);
  if (tail.until !== undefined) lost = Math.max(lost, tail.until - deliveries);
  else if (tail.damaged > 0) isKnown = false;
  damaged += tail.damaged;
  return { segments, deliveries, damaged, lost: isKnown ? lost : undefined, torn: tail.torn };
}

/**
 * @returns `until` is the number of deliveries that should precede the truncated record, or the total if none is
 * truncated
 */
function tailOf(bytes: Buffer, from: number): { damaged: number; torn: number; until?: number } {
  const tail = bytes.subarray(from);
  let until: number | undefined;
  for (let at = tail.indexOf(MARK); at !== -1; at = tail.indexOf(MARK, at + 1)) {
    const header = headerAt(tail, at);
    if (header === undefined) continue;
    if (at + header.length > tail.length)
      return { damaged: at, torn: tail.length - at, until: header.before };
    until = header.before + header.count;
  }
  if (until !== undefined) return { damaged: tail.length, torn: 0, until };
  return isCutOff(tail) ? { damaged: 0, torn: tail.length } : { damaged: tail.length, torn: 0 };
}

/** Returns whether the tail is only the beginning of a record, or allocated space that was never written. */
function isCutOff(tail: Buffer): boolean {
  if (tail.every((byte) => byte === 0)) return true;
  if (beginsWith(tail, MARK)) return tail.length < HEADER;
  if (!beginsWith(tail, OLD_MARK)) return false;
  return tail.length < OLD_HEADER || oldLengthAt(tail, 0) > tail.length;
}

const beginsWith = (bytes: Buffer, mark: Buffer) =>
  bytes.subarray(0, mark.length).equals(mark.subarray(0, bytes.length));

/** Returns the record; `undefined` if it is incomplete or damaged. */
function recordAt(bytes: Buffer, at: number): Found | undefined {
  if (bytes.subarray(at, at + OLD_MARK.length).equals(OLD_MARK)) return oldRecordAt(bytes, at);
  const header = headerAt(bytes, at);
  if (header === undefined || at + header.length > bytes.length) return undefined;
  const end = at + header.length;
  if (crc32(bytes.subarray(at + HEADER, end)) !== bytes.readUInt32BE(at + AT.contentSum)) return undefined;
  const segment = segmentIn(bytes.subarray(at + HEADER, end), bytes.readUInt32BE(at + AT.about));
  return { end, segment, before: header.before };
}

function headerAt(bytes: Buffer, at: number) {
  if (at + HEADER > bytes.length || !bytes.subarray(at, at + MARK.length).equals(MARK)) return undefined;
  const sum = crc32(bytes.subarray(at + AT.before, at + HEADER));
  if (sum !== bytes.readUInt32BE(at + AT.headerSum)) return undefined;
  const read = (field: number) => bytes.readUInt32BE(at + field);
  return {
    before: read(AT.before),
    count: read(AT.count),
    length: HEADER + read(AT.about) + read(AT.payload),
  };
}

function oldLengthAt(bytes: Buffer, at: number): number {
  return OLD_HEADER + bytes.readUInt32BE(at + OLD_AT.about) + bytes.readUInt32BE(at + OLD_AT.payload);
}

function oldRecordAt(bytes: Buffer, at: number): Found | undefined {
  if (at + OLD_HEADER > bytes.length) return undefined;
  const end = at + oldLengthAt(bytes, at);
  if (end > bytes.length) return undefined;
  if (crc32(bytes.subarray(at + OLD_AT.about, end)) !== bytes.readUInt32BE(at + OLD_AT.sum)) return undefined;
  const content = bytes.subarray(at + OLD_HEADER, end);
  return { end, segment: segmentIn(content, bytes.readUInt32BE(at + OLD_AT.about)) };
}

function segmentIn(content: Buffer, aboutLength: number): StoredSegment {
  const { d, s, w, t, n } = JSON.parse(content.toString('utf8', 0, aboutLength)) as About;
  return {
    domain_id: d,
    segment_id: s,
    webhook_uuid: w,
    received_at: new Date(t),
    delivery_count: n,
    payload: content.subarray(aboutLength),
  };
}
