import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { isAsync, type PluginOutcome } from '../plugin-api/plugin.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { findOutcomeProblem } from '../plugin-api/conformance.js';
import { PluginRegistry } from '../registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);

/** Parses the body as a webhook with this plugin does. */
function read(plugin_id: string, body: Json, version?: string): readonly PluginOutcome[] {
  const plugin = registry.wrapWithFallback(registry.get(plugin_id, version));
  if (isAsync(plugin)) throw new Error('parses elsewhere');
  const received_at = new Date('2026-11-20T12:00:00Z');
  const delivery = {
    body,
    content_type: 'application/json',
    headers: {},
    query: {},
    path_suffix: '',
    received_at,
  };
  const outcomes = plugin.parse(delivery, {});
  for (const one of outcomes) expect(findOutcomeProblem(one, body)).toBeUndefined();
  return outcomes;
}

const complete = {
  event_key: 'web-1/disk',
  event_type: 'ALERT',
  title: 'Disk full on web-1',
  description: 'Only 2 % are free',
  severity: 'ERROR',
  rule: 'disk',
  resource: { resource_id: 'r1', resource_type: 'server', name: 'web-1' },
  provider: 'aws',
  account: '111',
  image_url: 'https://images.example.com/1',
  occurred_at: '2026-11-20T11:00:00Z',
  labels: { team: 'shop' },
  links: [{ name: 'wiki', url: 'https://wiki.example.com/disk' }],
  additional_info: { region: 'eu', status: 'ok', check: 'inodes' },
};
type Field = keyof typeof complete;

/** What is expected of the event apart from these fields. */
function expectedWithout(...fields: readonly Field[]): object {
  const { additional_info, ...rest } = { ...complete, occurred_at: new Date(complete.occurred_at) };
  const all: Record<string, unknown> = {
    ...rest,
    additional_info: expect.objectContaining(additional_info) as unknown,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !fields.includes(name as Field)));
}

describe.each(['direct', 'auto'])(
  'an event in the shape of this service keeps its valid fields in %s',
  (plugin_id) => {
    it.each<[string, Json, readonly Field[]]>([
      ['without a key', { event_key: null }, ['event_key']],
      ['with a blank key', { event_key: ' ' }, ['event_key']],
      ['with an unfilled key', { event_key: {} }, ['event_key']],
      ['without a title', { title: null }, ['title']],
      ['with another word for the type', { event_type: 'FIRING' }, []],
      ['with an unknown word for the type', { event_type: 'weird' }, []],
      ['with a word for a recovery', { event_type: 'RESOLVED' }, ['event_type']],
      ['with an unknown severity', { severity: 'sev9' }, ['severity']],
      ['with a text as resource', { resource: 'web-1' }, ['resource']],
      ['with a text as additional_info', { additional_info: 'eu' }, ['additional_info']],
      ['with a text as labels', { labels: 'shop' }, ['labels']],
      ['with texts as links', { links: ['https://wiki.example.com/disk'] }, ['links']],
      ['with an object as rule', { rule: {} }, ['rule']],
      ['with an object as provider', { provider: {} }, ['provider']],
    ])('%s', (_name, wrong, without) => {
      const body = { ...complete, ...(wrong as object) };
      const expected = { outcome: 'EVENT', event: expectedWithout(...without) };
      expect(read(plugin_id, body)).toMatchObject([expected]);
      expect(read(plugin_id, [complete, body])).toMatchObject([{ outcome: 'EVENT' }, expected]);
      expect(read(plugin_id, { events: [body] })).toMatchObject([expected]);
      expect(read(plugin_id, { source: 'relay', data: body })).toMatchObject([expected]);
    });

    it.each([
      ['t', { event_type: 'weird' }],
      ['RESOLVED', { event_type: 'weird' }],
      ['42', { severity: 'sev9' }],
    ])('keeps the title %s', (title, wrong) => {
      expect(read(plugin_id, { event_key: '3', title, ...wrong })).toMatchObject([
        { event: { event_key: '3', title } },
      ]);
    });

    it.each([
      ['ERROR', 'ERROR'],
      ['recovery', 'RECOVERY'],
      ['Alert', 'ALERT'],
    ])('keeps the type %s of an event without a key', (event_type, expected) => {
      expect(read(plugin_id, { event_type, title: 'Disk full' })).toMatchObject([
        { event: { event_type: expected } },
      ]);
    });

    it('takes an ERROR without a severity for an error', () => {
      expect(read(plugin_id, { event_type: 'ERROR', title: 'Disk full' })).toMatchObject([
        { event: { severity: 'ERROR' } },
      ]);
    });

    it('gives an event without a key the same key when it is over, whatever the type of the first one', () => {
      const { event_key: _key, ...event } = complete;
      const keyOf = (event_type: string) =>
        read(plugin_id, { ...event, event_type }).map(
          (one) => one.outcome === 'EVENT' && one.event.event_key,
        );
      expect(keyOf('ERROR')).toEqual(keyOf('RECOVERY'));
      expect(keyOf('ALERT')).toEqual(keyOf('RECOVERY'));
    });

    it('takes the key for the title of a recovery', () => {
      const body = { event_key: 'k/1', event_type: 'RECOVERY', severity: 'sev9' };
      expect(read(plugin_id, body)).toMatchObject([{ event: { event_type: 'RECOVERY', title: 'k/1' } }]);
    });

    it('reads flat fields of a resource', () => {
      const body = { title: 'Disk full', resource_id: 'r1', resource_type: 'server', provider: 'aws' };
      expect(read(plugin_id, body)).toMatchObject([
        { event: { resource: { resource_id: 'r1', resource_type: 'server' }, provider: 'aws' } },
      ]);
    });
  },
);

describe('other senders', () => {
  it('a type ALERT is only the kind of the message if another field says that it is over', () => {
    const body = { event_type: 'alert', title: 'Disk full', status: 'resolved', host: 'web-1' };
    expect(read('auto', body)).toMatchObject([{ event: { event_type: 'RECOVERY' } }]);
    const wrapped = {
      status: 'resolved',
      event: { event_key: 'k', event_type: 'alert', title: 'Disk full' },
    };
    expect(read('auto', wrapped)).toMatchObject([{ event: { event_type: 'RECOVERY', event_key: 'k' } }]);
  });

  it('a title of a single letter alone says nothing', () => {
    expect(read('auto', { title: 'x' })).toMatchObject([{ outcome: 'ERROR' }]);
  });

  it('a title that is only an id gives way to a message', () => {
    const body = { title: '123456', message: 'Disk full', state: 'firing' };
    expect(read('auto', body)).toMatchObject([{ event: { title: 'Disk full' } }]);
  });

  it('version 1.0.0 reads as it did', () => {
    const body = { title: 'Disk full', resource_id: 'r1', resource_type: 'server', provider: 'aws' };
    const [one] = read('auto', body, '1.0.0');
    expect(one).toMatchObject({ event: { resource: { resource_type: 'resourceid' } } });
    expect(one).not.toHaveProperty('event.provider', 'aws');
  });
});

it('an element that the recognised plugin cannot parse is parsed as if it was posted alone', () => {
  const alert = { status: 'firing', labels: { alertname: 'a' }, fingerprint: 'f' };
  const body = {
    version: '4',
    receiver: 'r',
    groupKey: 'g',
    status: 'firing',
    alerts: [alert, { title: 'Odd one', state: 'firing' }],
  };
  expect(read('auto', body)).toMatchObject([
    { event: { additional_info: { auto: { recognised: 'prometheus' } } } },
    { event: { title: 'Odd one', pointer: '/alerts/1', additional_info: { auto: { recognised: null } } } },
  ]);
});
