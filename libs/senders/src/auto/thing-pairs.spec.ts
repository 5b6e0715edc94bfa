import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJson, type Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { createAuto } from './plugin.js';

/** A firing and a recovery of a thing, and a firing of another thing, by what they are. */
const things = parseJson(
  readFileSync(new URL('thing-pairs.json', import.meta.url), 'utf8'),
) as unknown as Record<string, readonly [firing: Json, recovery: Json, other: Json]>;
const auto = createAuto([]);

function read(body: Json): readonly [type: string | undefined, key: string | undefined] {
  const [outcome] = auto.parse(
    createSampleDelivery({ name: '', body: JSON.stringify(body), expect: [] }),
    {},
  );
  return outcome?.outcome === 'EVENT'
    ? [outcome.event.event_type, outcome.event.event_key]
    : [outcome?.outcome, undefined];
}

describe('the key of a thing', () => {
  it.each(Object.entries(things))('pairs its recovery, and is not that of another: %s', (_, bodies) => {
    const [[fired, key], [over, endKey], [, otherKey]] = [read(bodies[0]), read(bodies[1]), read(bodies[2])];
    expect([fired, over, key]).toEqual(['ALERT', 'RECOVERY', endKey]);
    expect(otherKey).toBeDefined();
    expect(otherKey).not.toBe(key);
  });
});
