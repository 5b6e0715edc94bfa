import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { parsePosted } from '../plugin-api/parse-posted.js';
import type { Plugin } from '../plugin-api/plugin.js';
import { PluginRegistry } from '../registry.js';
import { createAuto } from './plugin.js';
import { findUnknownAlarms } from './find-unknown-alarms.js';
import { parseUnknownAlarm } from './parse-unknown-alarm.js';

const received_at = new Date('2026-01-01T00:00:00Z');
const DELIVERY = { content_type: 'application/json', headers: {}, query: {}, path_suffix: '', received_at };
const auto = createAuto([]);
const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const ALARM = { title: 'a', state: 'firing' };

/** Bodies of a size of which each doubling must not take four times as long. */
const SHAPES: Readonly<Record<string, (size: number) => Json>> = {
  'a list beside many facts': (size) => ({
    ...members(size, (index) => [`fact${index}`, 'x']),
    alarms: repeat(size, ALARM),
  }),
  'many lists beside many facts': (size) => ({
    ...members(size, (index) => [`fact${index}`, 'x']),
    ...members(size, (index) => [`list${index}`, [ALARM]]),
  }),
  'lists inside the elements of a list': (size) => ({
    ...members(size, (index) => [`fact${index}`, 'x']),
    items: repeat(size, { place: 'x', alerts: [ALARM] }),
  }),
  'numbers on an unknown scale': (size) => ({
    ...ALARM,
    ...members(size, (index) => [`k${index}`, { level: 5 }]),
  }),
  'numbers of a kind of events': (size) => ({
    ...{ ...ALARM, providername: 'x', logname: 'x' },
    ...members(size, (index) => [`k${index}`, { id: `AB-${index}` }]),
  }),
  'ids beside the kind of an event': (size) => ({
    ...{ id: 'evt_1', event: 'sync_end' },
    data: members(size, (index) => [`k${index}_id`, { id: `x${index}`, name: `y${index}` }]),
  }),
  'states that expire': (size) => ({
    ...ALARM,
    ...members(size, (index) => [`k${index}`, { state: 'expired' }]),
  }),
};

const members = (size: number, build: (index: number) => readonly [string, Json]): Record<string, Json> =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => build(index)));
const repeat = (size: number, element: Json): Json => Array.from({ length: size }, () => element);

const FORM = 'application/x-www-form-urlencoded';
const repeatText = (size: number, build: (index: number) => string): string =>
  Array.from({ length: size }, (_, index) => build(index)).join('&');

/** Bodies that need less than 8 MiB: the plugin of the webhook, the content type and the text. */
const HOSTILE: Readonly<Record<string, readonly [string, string, string]>> = {
  'an object of 290,000 members': [
    'auto',
    'application/json',
    JSON.stringify(members(290_000, (index) => [`a${index}`, 'c'])),
  ],
  'a form of 290,000 fields': ['auto', FORM, repeatText(290_000, (index) => `a${index}=c`)],
  'a form of 500,000 nested names': ['direct', FORM, repeatText(500_000, (index) => `a[${index}][b]=c`)],
  '10,000 alarms of an unknown sender': [
    'direct',
    'application/json',
    JSON.stringify({ alerts: repeat(10_000, { ...ALARM, ...members(18, (index) => [`f${index}`, 'x']) }) }),
  ],
  'JSON in a text': [
    'auto',
    'application/json',
    JSON.stringify({ message: JSON.stringify(members(290_000, (index) => [`a${index}`, 'c'])) }),
  ],
};

/** Returns the milliseconds of processor time that reading the body takes. */
function measure(body: Json): number {
  const delivery = {
    body,
    content_type: 'application/json',
    headers: {},
    query: {},
    path_suffix: '',
    received_at,
  };
  const begin = process.cpuUsage();
  for (const alarm of findUnknownAlarms(body, { received_at }) ?? []) parseUnknownAlarm(alarm, delivery);
  return process.cpuUsage(begin).user / 1_000;
}

describe('the time for a body of an unknown sender', () => {
  it('is limited: the alarms after 30,000 fields are not read', () => {
    const facts = members(1_997, (index) => [`fact${index}`, 1]);
    const body = { alarms: repeat(16, { ...ALARM, ...facts }) };
    const outcomes = auto.parse({ ...DELIVERY, body }, {});
    expect(outcomes.slice(0, 15).every(({ outcome }) => outcome === 'EVENT')).toBe(true);
    expect(outcomes.slice(15)).toEqual([
      {
        outcome: 'ERROR',
        pointer: '/alarms/15',
        reason: 'the body has more than 30000 fields: post fewer at once',
      },
    ]);
  });

  it.each(Object.keys(HOSTILE))('is limited for any plugin: %s', (name) => {
    const [plugin_id, content_type, text] = HOSTILE[name] ?? ['auto', '', ''];
    const plugin = registry.wrapWithFallback(registry.get(plugin_id)) as Plugin;
    const begin = process.cpuUsage();
    const outcomes = parsePosted(plugin, { ...DELIVERY, content_type, body: Buffer.from(text) }, {});
    // Each took over four seconds. A busy machine takes longer than the half second of a free one.
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(2_500);
    expect(outcomes.at(-1)).toMatchObject({ outcome: 'ERROR' });
  });

  it('is enough for 10,000 alarms of a recognised sender with 20 fields each', () => {
    const labels = { ...members(12, (index) => [`label${index}`, 'x']), alertname: 'a' };
    const annotations = { summary: 's', description: 'd', runbook_url: 'https://runbook.example.com' };
    const times = { startsAt: '2026-01-01T00:00:00Z', endsAt: '0001-01-01T00:00:00Z', status: 'firing' };
    const alarm = { ...times, labels, annotations, fingerprint: 'f' };
    const body = { version: '4', receiver: 'r', status: 'firing', alerts: repeat(10_000, alarm) };
    const outcomes = parsePosted(
      registry.get('auto') as Plugin,
      { ...DELIVERY, body: Buffer.from(JSON.stringify(body)) },
      {},
    );
    expect(outcomes).toHaveLength(10_000);
    expect(outcomes.every(({ outcome }) => outcome === 'EVENT')).toBe(true);
  });

  it.each(Object.keys(SHAPES))('grows with its size only: %s', (name) => {
    const build = SHAPES[name] ?? (() => null);
    measure(build(300));
    const [small, large] = [measure(build(300)), measure(build(2_400))];
    // Eight times the size took more than sixty times as long.
    expect(large / Math.max(small, 5)).toBeLessThan(24);
  });
});
