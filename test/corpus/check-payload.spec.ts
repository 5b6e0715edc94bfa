import { expect, it } from 'vitest';
import { BUILT_IN_PLUGINS, PluginRegistry } from '#monitoring';
import { checkPayload, type CheckedPayload } from './check-payload.js';
import type { ExpectedEvent, Payload } from './read-corpus.js';
import { formatResult, summarize } from './report.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);

function payload(file: string, body: object, event: ExpectedEvent, event_count: number | null = 1): Payload {
  return {
    system: 'goalert-generic',
    file,
    plugin_id: 'goalert',
    body: Buffer.from(JSON.stringify(body)),
    expectation: { content_type: 'application/json', expect: { event_count, events: [event] } },
  };
}

function checked(one: Payload, strict = true): CheckedPayload {
  return checkPayload(one, [one], { plugin: (id) => registry.find(id), strict });
}

const missed = ({ checks }: CheckedPayload): string[] =>
  checks.filter(({ held }) => !held).map(({ what }) => what);

it('reports no misses for the expected event', () => {
  expect(
    missed(checked(payload('1', { summary: 'Disk', dedup: 'd' }, { event_type: 'ALERT', title: 'Disk' }))),
  ).toEqual([]);
});

it('names the fields that differ from the expected event', () => {
  const one = payload(
    '1',
    { summary: 'Disk' },
    { event_type: 'RECOVERY', title: 'disk', severity: 'high' },
    2,
  );
  expect(missed(checked(one))).toEqual(['event_count', 'event_type', 'severity', 'title']);
  expect(missed(checked(one, false))).toEqual(['event_count', 'event_type', 'severity']);
});

it('counts a payload that cannot be read as a miss', () => {
  const one = { ...payload('1', {}, {}), plugin_id: 'nobody' };
  expect(checked(one)).toMatchObject({ parsed: false });
  const result = summarize([checked(one)]);
  expect(result).toMatchObject({ payloads: 1, parsed: 0, systems: [{ system: 'goalert-generic' }] });
  expect(formatResult(result)).toContain('there is no plugin nobody');
});
