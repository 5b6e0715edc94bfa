import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredSegment } from '../segment-writer.js';
import { decodeRecords, encodeRecord } from './spool-record.js';

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
  segment(2, Buffer.from('TSP1 in the payload TSP1')),
  segment(3, Buffer.alloc(0)),
];
const bytes = Buffer.concat(segments.map(encodeRecord));
const [first, second] = segments.map((each) => encodeRecord(each).length) as [number, number, number];

describe('the records of a spool', () => {
  it('give back what was put in', () => {
    expect(decodeRecords(bytes)).toEqual({ segments, damaged: 0, torn: 0 });
    expect(decodeRecords(Buffer.alloc(0))).toEqual({ segments: [], damaged: 0, torn: 0 });
  });

  it('are whole or not there, wherever a crash cut them off', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      const whole = length < first ? 0 : length < first + second ? 1 : 2;
      const read = decodeRecords(bytes.subarray(0, length));
      expect(read.segments).toEqual(segments.slice(0, whole));
      expect(read.damaged).toBe(0);
    }
  });

  it('behind a torn one are found, as when a disk was full in between', () => {
    const torn = bytes.subarray(0, first - 7);
    const read = decodeRecords(Buffer.concat([bytes, torn, bytes]));
    expect(read).toEqual({ segments: [...segments, ...segments], damaged: torn.length, torn: 0 });
  });

  it('at the end that are damaged are told from one that was cut off', () => {
    const last = first + second;
    for (let at = last; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const read = decodeRecords(changed);
      expect(read.segments).toEqual(segments.slice(0, 2));
      expect(read.damaged + read.torn).toBe(bytes.length - last);
      const ofLengths = at >= last + 8 && at < last + 16;
      if (!ofLengths) expect(read.torn).toBe(0);
    }
  });

  it('of which a bit was turned are left out, and only they', () => {
    for (let at = first; at < first + second; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(decodeRecords(damaged)).toEqual({
        segments: [segments[0], segments[2]],
        damaged: second,
        torn: 0,
      });
    }
  });
});
