import { version } from 'uuid';
import { expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { getUuidTime } from '#shared/query/instant.js';
import { deliveryIdOf, formatDeliveryId, newSegmentId, segmentIdOf } from './segment-codec.js';

it('segment ids are unique, sorted and contain their time', () => {
  const start = Date.UTC(2026, 10, 22);
  const times = Array.from({ length: 1_000 }, (_, n) => new Date(start + Math.floor(n / 300)));
  const ids = times.map(newSegmentId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted());
  for (const [at, id] of ids.entries()) {
    expect(version(id)).toBe(7);
    expect(getUuidTime(id)).toBe(times[at]?.getTime());
    expect(segmentIdOf(id)).toBe(id);
    expect(parseId('delivery', formatDeliveryId(id, at))).toBe(deliveryIdOf(id, at));
  }
});
