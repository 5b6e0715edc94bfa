import { crc32 } from 'node:zlib';
import type { StoredSegment } from '../segment-writer.js';

/**
 * A segment in a file: a mark, the checksum of what follows, two lengths, what it is (JSON), its payload. The checksum
 * tells a record that was written to its end from one that a crash cut off; the mark is where to look on behind
 * damage.
 */
const MARK = Buffer.from('TSP1');
const CRC_AT = MARK.length;
const LENGTHS_AT = CRC_AT + 4;
const HEADER = LENGTHS_AT + 8;

interface About {
  readonly d: string;
  readonly s: string;
  readonly w: string;
  /** received_at, milliseconds */
  readonly t: number;
  /** delivery_count */
  readonly n: number;
}

export function encodeRecord(segment: StoredSegment): Buffer {
  const { domain_id: d, segment_id: s, webhook_uuid: w, delivery_count: n, payload } = segment;
  const about = Buffer.from(JSON.stringify({ d, s, w, t: segment.received_at.getTime(), n } satisfies About));
  const record = Buffer.concat([MARK, Buffer.alloc(HEADER - MARK.length), about, payload]);
  record.writeUInt32BE(about.length, LENGTHS_AT);
  record.writeUInt32BE(payload.length, LENGTHS_AT + 4);
  record.writeUInt32BE(crc32(record.subarray(LENGTHS_AT)), CRC_AT);
  return record;
}

export interface SpoolContent {
  readonly segments: readonly StoredSegment[];
  /** Bytes that are no record and were not cut off. */
  readonly damaged: number;
  /** Bytes behind the last record that began another: what a crash cut off, which nobody was told is kept. */
  readonly torn: number;
}

export function decodeRecords(bytes: Buffer): SpoolContent {
  const segments: StoredSegment[] = [];
  let damaged = 0;
  let end = 0;
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at)) {
    const length = lengthAt(bytes, at);
    if (length === undefined) {
      at += 1;
      continue;
    }
    damaged += at - end;
    segments.push(segmentIn(bytes.subarray(at, at + length)));
    at += length;
    end = at;
  }
  const tail = bytes.subarray(end);
  return isCutOff(tail)
    ? { segments, damaged, torn: tail.length }
    : { segments, damaged: damaged + tail.length, torn: 0 };
}

/** Whether a record begins there that is longer than what is there. */
function isCutOff(tail: Buffer): boolean {
  if (!tail.subarray(0, MARK.length).equals(MARK.subarray(0, tail.length))) return false;
  return tail.length < HEADER || lengthSaidAt(tail, 0) > tail.length;
}

function lengthSaidAt(bytes: Buffer, at: number): number {
  return HEADER + bytes.readUInt32BE(at + LENGTHS_AT) + bytes.readUInt32BE(at + LENGTHS_AT + 4);
}

/** Of the record that begins there; `undefined` when it is not whole. */
function lengthAt(bytes: Buffer, at: number): number | undefined {
  if (at + HEADER > bytes.length) return undefined;
  const length = lengthSaidAt(bytes, at);
  if (at + length > bytes.length) return undefined;
  const sum = crc32(bytes.subarray(at + LENGTHS_AT, at + length));
  return sum === bytes.readUInt32BE(at + CRC_AT) ? length : undefined;
}

function segmentIn(record: Buffer): StoredSegment {
  const end = HEADER + record.readUInt32BE(LENGTHS_AT);
  const { d, s, w, t, n } = JSON.parse(record.toString('utf8', HEADER, end)) as About;
  return {
    domain_id: d,
    segment_id: s,
    webhook_uuid: w,
    received_at: new Date(t),
    delivery_count: n,
    payload: record.subarray(end),
  };
}
