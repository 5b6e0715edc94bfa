import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from '../../built-in.js';
import { PluginRegistry } from '../../registry.js';
import type { PluginDelivery } from '../../plugin-api/plugin.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const received_at = new Date('2026-05-06T12:00:00Z');
const publish = (
  body: Json,
  headers: Record<string, string> = {},
  rest: Partial<PluginDelivery> = {},
): PluginDelivery => ({
  body,
  headers,
  content_type: 'text/plain',
  query: {},
  path_suffix: 'alerts',
  received_at,
  ...rest,
});

describe.each(['ntfy', 'auto'])('plugin %s', (plugin_id) => {
  const parse = (delivery: PluginDelivery) => registry.get(plugin_id).parse(delivery, {});

  it.each([
    ['5', 'CRITICAL'],
    ['max', 'CRITICAL'],
    ['URGENT', 'CRITICAL'],
    ['high', 'ERROR'],
    ['3', 'WARNING'],
    ['low', 'INFO'],
    ['1', 'INFO'],
  ])('derives the severity from priority %s', (priority, severity) => {
    expect(parse(publish('97 % used', { title: 'Disk of db-1', priority }))).toMatchObject([
      {
        event: { event_key: 'alerts/Disk of db-1', event_type: 'ALERT', severity, description: '97 % used' },
      },
    ]);
  });

  it.each([
    [{ title: 'Disk of db-1', tags: 'heavy_check_mark' }, 'RECOVERY'],
    [{ title: 'RESOLVED: Disk of db-1', tags: 'warning' }, 'RECOVERY'],
    [{ title: 'Disk of db-1', tags: 'warning, white_check_mark' }, 'ALERT'],
    [{ title: 'Disk of db-1', tags: 'computer' }, 'ALERT'],
  ])('derives the type from title and tags: %j', (headers, event_type) => {
    expect(parse(publish('text', headers))).toMatchObject([
      { event: { event_key: 'alerts/Disk of db-1', event_type } },
    ]);
  });

  it('decodes a title in UTF-8 or in encoded words', () => {
    const bytes = Buffer.from('Größe 🔥').toString('latin1');
    for (const title of [
      bytes,
      `=?UTF-8?B?${Buffer.from('Größe 🔥').toString('base64')}?=`,
      '=?utf-8?q?Gr=C3=B6=C3=9Fe_=F0=9F=94=A5?=',
    ])
      expect(parse(publish('text', { title }))).toMatchObject([{ event: { title: 'Größe 🔥' } }]);
  });

  it('responds with the message, as ntfy does', () => {
    const receipt = { delivery_id: 'delivery_01h455vb4pex5vsknk084sn02q', received_at };
    const delivery = publish('97 % used', { title: 'Disk', priority: 'high', tags: 'x,db' });
    expect(registry.get(plugin_id).answer?.(delivery, receipt, {})).toMatchObject({
      status: 200,
      body: {
        event: 'message',
        topic: 'alerts',
        title: 'Disk',
        message: '97 % used',
        priority: 4,
        tags: ['x', 'db'],
      },
    });
  });
});

it('reads text that was declared as a form', () => {
  const { parse } = registry.get('ntfy');
  const form = { content_type: 'application/x-www-form-urlencoded' };
  expect(parse(publish({ 'disk of db-1 used': '97', of: '100' }, {}, form), {})).toMatchObject([
    { event: { title: 'disk of db-1 used=97&of=100' } },
  ]);
});

it('takes the priority of HTTP for none of ntfy', () => {
  const { parse, recognises } = registry.get('ntfy');
  const delivery = publish('disk full', { priority: 'u=1' });
  expect([recognises?.(delivery), parse(delivery, {})]).toMatchObject([
    0,
    [{ event: { severity: undefined } }],
  ]);
});

it('keeps alerts apart by the sequence id', () => {
  const { parse } = registry.get('ntfy');
  expect(parse(publish('x', { title: 'Backup', 'x-sequence-id': 'db-1' }), {})).toMatchObject([
    { event: { event_key: 'alerts/db-1' } },
  ]);
});
