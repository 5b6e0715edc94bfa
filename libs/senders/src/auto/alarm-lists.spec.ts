import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJson, type Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { createAuto } from './plugin.js';

/** Bodies with several alarms, and bodies with lists of the parts of one. */
const lists = parseJson(readFileSync(new URL('alarm-lists.json', import.meta.url), 'utf8')) as unknown as {
  readonly several: readonly {
    readonly what: string;
    readonly body: Json;
    readonly outcomes: readonly string[];
  }[];
  readonly one: readonly { readonly what: string; readonly body: Json }[];
};
const auto = createAuto([]);

function read(body: Json): readonly string[] {
  return auto
    .parse(createSampleDelivery({ name: 'x', body: JSON.stringify(body), expect: [] }), {})
    .map((one) => (one.outcome === 'EVENT' ? `${one.event.event_type} ${one.event.title}` : one.outcome));
}

const keysOf = (body: Json): readonly string[] =>
  auto
    .parse(createSampleDelivery({ name: 'x', body: JSON.stringify(body), expect: [] }), {})
    .flatMap((one) => (one.outcome === 'EVENT' ? [one.event.event_key] : []));

describe('a list of alarms', () => {
  it.each(lists.several.map(({ what, body, outcomes }) => [what, body, outcomes] as const))(
    'gives an outcome for each of them: %s',
    (_, body, outcomes) => {
      expect(read(body)).toEqual(outcomes);
      expect(new Set(keysOf(body)).size).toBe(keysOf(body).length);
    },
  );

  it.each(lists.one.map(({ what, body }) => [what, body] as const))(
    'is not what one alarm consists of: %s',
    (_, body) => {
      expect(read(body)).toHaveLength(1);
      expect(read(body)[0]).toMatch(/^(?:ALERT|RECOVERY) /);
    },
  );
});
