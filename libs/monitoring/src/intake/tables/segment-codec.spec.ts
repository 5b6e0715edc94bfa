import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../domain/delivery.js';
import {
  deliveryIdOf,
  newSegmentId,
  positionOf,
  segmentIdOf,
  decodeSegment,
  encodeSegment,
} from './segment-codec.js';

const received_at = new Date('2026-11-20T10:00:00.123Z');

describe('a segment', () => {
  it('decodes to the encoded deliveries, byte by byte', () => {
    const deliveries: Delivery[] = [
      {
        received_at,
        content_type: '',
        headers: {},
        query: {},
        path_suffix: '',
        body: Buffer.from('{"a":1}'),
      },
      {
        received_at,
        content_type: 'text/plain',
        headers: { 'user-agent': 'Grafana' },
        query: { a: 'ü' },
        path_suffix: 'v2/enqueue',
        body: Buffer.from([0, 255, 195, 40]),
        signed_id: 'c0ffee',
      },
      { received_at, content_type: 'x', headers: {}, query: {}, path_suffix: '', body: Buffer.alloc(0) },
    ];
    expect(decodeSegment(encodeSegment(deliveries))).toEqual(deliveries);
  });

  it('that is large takes less room than its bodies', () => {
    const body = Buffer.from(JSON.stringify({ labels: 'the same again and again '.repeat(40) }));
    const one = {
      received_at,
      content_type: 'application/json',
      headers: {},
      query: {},
      path_suffix: '',
      body,
    };
    const deliveries = Array.from({ length: 30 }, () => one);
    const bytes = encodeSegment(deliveries);
    expect(bytes.length).toBeLessThan(body.length);
    expect(decodeSegment(bytes)).toEqual(deliveries);
  });

  it('of one alarm is compressed, and not if that would not make it smaller', () => {
    const fields = { received_at, content_type: 'application/json', headers: {}, query: {}, path_suffix: '' };
    const labels = { alertname: 'DiskFull', instance: 'db-7:9100', severity: 'critical' };
    const alarm = { labels, annotations: { summary: 'DiskFull on db-7:9100' }, groupLabels: labels };
    const repetitive = { ...fields, body: Buffer.from(JSON.stringify({ alerts: [alarm], common: alarm })) };
    const random = { ...fields, body: randomBytes(1_000) };
    for (const [delivery, isSmaller] of [
      [repetitive, true],
      [random, false],
    ] as const) {
      const bytes = encodeSegment([delivery]);
      expect(bytes.length < delivery.body.length).toBe(isSmaller);
      expect(bytes.length).toBeLessThan(delivery.body.length + 100);
      expect(decodeSegment(bytes)).toEqual([delivery]);
    }
  });

  it('of an unknown form is refused', () => {
    const bytes = encodeSegment([]);
    bytes.writeUInt8(9);
    expect(() => decodeSegment(bytes)).toThrow(RangeError);
  });
});

describe('the id of a delivery', () => {
  it('contains the id of its segment and its position', () => {
    const segment = newSegmentId(received_at);
    const delivery = deliveryIdOf(segment, 1999);
    expect([segmentIdOf(delivery), positionOf(delivery)]).toEqual([segment, 1999]);
    expect(deliveryIdOf(segment, 0)).toBe(segment);
  });

  it('is new each time', () => {
    const ids = new Set(Array.from({ length: 1000 }, () => newSegmentId(received_at)));
    expect(ids.size).toBe(1000);
  });
});
