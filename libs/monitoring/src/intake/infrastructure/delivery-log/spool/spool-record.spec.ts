import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredSegment } from '../segment-writer.js';
import { decodeRecords, encodeRecords } from './spool-record.js';

const segment = (n: number, payload = randomBytes(50 + n)): StoredSegment => ({
  domain_id: 'd1',
  segment_id: `01910000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  webhook_uuid: '01910000-0000-7000-8000-0000000000aa',
  received_at: new Date(1_700_000_000_000 + n),
  delivery_count: n,
  payload,
});
const segments = [
  segment(1),
  segment(2, Buffer.from('TSP2 in the payload TSP1')),
  segment(3, Buffer.alloc(0)),
];
const bytes = encodeRecords(segments);
const [first, second] = segments.map((each) => encodeRecords([each]).length) as [number, number, number];
/** The first two segments with the payloads `payload 1` and `payload 2`, in the format of version 1. */
const OLD = Buffer.from(
  'VFNQMfRtlxsAAAB4AAAACXsiZCI6ImQxIiwicyI6IjAxOTEwMDAwLTAwMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMSIsInciOiIwMTkxMDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwYWEiLCJ0IjoxNzAwMDAwMDAwMDAxLCJuIjoxfXBheWxvYWQgMVRTUDF7F2LXAAAAeAAAAAl7ImQiOiJkMSIsInMiOiIwMTkxMDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDIiLCJ3IjoiMDE5MTAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMGFhIiwidCI6MTcwMDAwMDAwMDAwMiwibiI6Mn1wYXlsb2FkIDI=',
  'base64',
);
const oldSegments = [1, 2].map((n) => segment(n, Buffer.from(`payload ${n}`)));
const sound = { deliveries: 6, damaged: 0, lost: 0, torn: 0 };

describe('the records of a spool', () => {
  it('decode to the encoded segments', () => {
    expect(decodeRecords(bytes)).toEqual({ ...sound, segments });
    expect(decodeRecords(Buffer.alloc(0))).toEqual({ ...sound, segments: [], deliveries: 0 });
  });

  it('of version 1 are decoded, without the number of deliveries lost to damage', () => {
    expect(decodeRecords(OLD)).toEqual({ ...sound, segments: oldSegments, deliveries: 3 });
    expect(decodeRecords(OLD.subarray(0, -1))).toMatchObject({ deliveries: 1, damaged: 0, torn: 144 });
    const damaged = Buffer.from(OLD).fill(0xff, 20, 30);
    expect(decodeRecords(damaged)).toEqual({
      segments: [oldSegments[1]],
      deliveries: 2,
      damaged: 145,
      lost: undefined,
      torn: 0,
    });
  });

  it('report the number of deliveries lost to damage, if it can be known', () => {
    const headerOf = (at: number) => Buffer.from(bytes).fill(0, at, at + 28);
    const contentOf = (at: number) => Buffer.from(bytes).fill(0xff, at + 28, at + 32);
    const lostOf = (damaged: Buffer) => decodeRecords(damaged).lost;
    expect([lostOf(headerOf(0)), lostOf(contentOf(0))]).toEqual([1, 1]);
    expect([lostOf(headerOf(first)), lostOf(contentOf(first))]).toEqual([2, 2]);
    expect(lostOf(contentOf(first + second))).toBe(3);
    expect(lostOf(headerOf(first + second))).toBeUndefined();
    // The segment with the damaged header cannot be distinguished from what follows; the last one is truncated.
    expect(decodeRecords(headerOf(first).subarray(0, -1))).toMatchObject({ lost: 2, damaged: second });
  });

  it('count zero bytes at the end as torn, not as damaged', () => {
    const read = decodeRecords(Buffer.concat([bytes, Buffer.alloc(100)]));
    expect(read).toEqual({ ...sound, segments, torn: 100 });
  });

  it('are decoded whole or not at all if the file is truncated at any byte', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      const whole = length < first ? 0 : length < first + second ? 1 : 2;
      const read = decodeRecords(bytes.subarray(0, length));
      expect(read.segments).toEqual(segments.slice(0, whole));
      expect(read.damaged).toBe(0);
    }
  });

  it('after a torn record are decoded', () => {
    const torn = bytes.subarray(0, first - 7);
    const read = decodeRecords(Buffer.concat([bytes, torn, bytes]));
    expect(read).toEqual({
      segments: [...segments, ...segments],
      deliveries: 12,
      damaged: torn.length,
      lost: 0,
      torn: 0,
    });
  });

  it('at the end count as damaged, not as torn, if any byte is changed', () => {
    const last = first + second;
    for (let at = last; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const read = decodeRecords(changed);
      expect(read.segments).toEqual(segments.slice(0, 2));
      expect(read.damaged + read.torn).toBe(bytes.length - last);
      expect(read.torn).toBe(0);
    }
  });

  it('with a flipped bit are skipped, and no others', () => {
    for (let at = first; at < first + second; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(decodeRecords(damaged)).toEqual({
        segments: [segments[0], segments[2]],
        deliveries: 4,
        damaged: second,
        lost: 2,
        torn: 0,
      });
    }
  });
});
