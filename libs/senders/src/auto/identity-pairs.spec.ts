import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJson, type Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import type { Plugin } from '../plugin-api/plugin.js';
import { chat } from '../systems/chat/plugin.js';
import { stableTitle } from '../vocabulary/subject.js';
import { createAuto } from './plugin.js';

type Pairs<T> = Readonly<Record<string, readonly (readonly [T, T])[]>>;

/** Titles and bodies of the same problem, and of different ones, by what they differ in. */
const pairs = parseJson(readFileSync(new URL('identity-pairs.json', import.meta.url), 'utf8')) as unknown as {
  readonly titles: { readonly same: Pairs<string>; readonly different: Pairs<string> };
  readonly bodies: { readonly same: Pairs<Json>; readonly different: Pairs<Json> };
};
const auto = createAuto([]);

function keyOf(plugin: Plugin, body: Json): string | undefined {
  const [outcome] = plugin.parse(
    createSampleDelivery({ name: '', body: JSON.stringify(body), expect: [] }),
    {},
  );
  return outcome?.outcome === 'EVENT' ? outcome.event.event_key : undefined;
}

/** Returns the keys that the readers of titles give: `auto` with and without a state, and `chat`. */
const keysOf = (title: string): readonly (string | undefined)[] => [
  stableTitle(title),
  keyOf(auto, { title }),
  keyOf(auto, { title, status: 'firing' }),
  keyOf(chat, { text: title }),
];

const listPairs = <T>(from: Pairs<T>): readonly (readonly [string, T, T])[] =>
  Object.entries(from).flatMap(([what, list]) =>
    list.map(([first, second]) => [what, first, second] as const),
  );

describe('the key of a title', () => {
  it.each(listPairs(pairs.titles.same))('is the same with another %s: "%s", "%s"', (_, first, second) => {
    expect(keysOf(second)).toEqual(keysOf(first));
  });

  it.each(listPairs(pairs.titles.different))('differs with another %s: "%s", "%s"', (_, first, second) => {
    for (const [index, key] of keysOf(first).entries()) expect(keysOf(second)[index]).not.toBe(key);
  });

  it('is tried with at least 120 pairs', () => {
    expect(listPairs(pairs.titles.same).length + listPairs(pairs.titles.different).length).toBeGreaterThan(
      120,
    );
  });
});

describe('the key of a body', () => {
  it.each(listPairs(pairs.bodies.same))('is the same with another %s: %j, %j', (_, first, second) => {
    expect(keyOf(auto, second)).toBe(keyOf(auto, first));
  });

  it.each(listPairs(pairs.bodies.different))('differs with another %s: %j, %j', (_, first, second) => {
    expect(keyOf(auto, first)).toBeDefined();
    expect(keyOf(auto, second)).not.toBe(keyOf(auto, first));
  });
});
