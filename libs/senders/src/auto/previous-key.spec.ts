import { expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import type { PluginEvent } from '../plugin-api/plugin.js';
import { PluginRegistry } from '../registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);

function readEvent(plugin_id: string, version: string | undefined, body: Json): PluginEvent {
  const delivery = createSampleDelivery({ name: '', body: JSON.stringify(body), expect: [] });
  const [outcome] = registry.get(plugin_id, version).parse(delivery, {});
  if (outcome?.outcome !== 'EVENT') throw new Error(`${outcome?.outcome} instead of an event`);
  return outcome.event;
}

/** A firing and a recovery whose keys are others in version 1.1.0. */
const CHANGED: readonly (readonly [plugin_id: string, what: string, firing: Json, recovery: Json])[] = [
  [
    'auto',
    'a port in the title',
    { title: 'TCP 10.0.0.5:6379 is down', status: 'down' },
    { title: 'TCP 10.0.0.5:6379 is up', status: 'up' },
  ],
  [
    'auto',
    'the disk beside the host',
    { title: 'Disk full', host: 'db-1', disk: 'sda1', status: 'firing' },
    { title: 'Disk full', host: 'db-1', disk: 'sda1', status: 'resolved' },
  ],
  [
    'auto',
    'a connector beside the kind of the event',
    { event: 'sync_end', connector_id: 'a', data: { status: 'FAILURE' } },
    { event: 'sync_end', connector_id: 'a', data: { status: 'SUCCESSFUL' } },
  ],
  [
    'auto',
    'a message that chat reads',
    { attachments: [{ title: '[FIRING:1] DiskFull db-1:9187', text: 'x', color: 'danger' }] },
    { attachments: [{ title: '[RESOLVED] DiskFull db-1:9187', text: 'x', color: 'good' }] },
  ],
  [
    'chat',
    'the host in a field of Block Kit',
    {
      blocks: [{ type: 'section', fields: [{ type: 'mrkdwn', text: '*Host:*\ndb-1' }] }],
      text: 'Database down',
    },
    {
      blocks: [{ type: 'section', fields: [{ type: 'mrkdwn', text: '*Host:*\ndb-1' }] }],
      text: 'Database is up',
    },
  ],
];

it.each(CHANGED)('a recovery of %s names the key of the previous version: %s', (id, _, firing, recovery) => {
  const [opened, closed] = [readEvent(id, undefined, firing), readEvent(id, undefined, recovery)];
  const openedBefore = readEvent(
    id === 'auto' && 'attachments' in Object(firing) ? 'chat' : id,
    '1.0.0',
    firing,
  );
  expect(closed.event_type).toBe('RECOVERY');
  expect(closed.event_key).toBe(opened.event_key);
  expect(closed.previous_event_key).toBe(openedBefore.event_key);
  expect(opened.previous_event_key).toBeUndefined();
});

it('a recovery whose key is the same as before names no other', () => {
  const event = readEvent('auto', undefined, { title: 'Disk full', host: 'db-1', status: 'resolved' });
  expect(event).toMatchObject({ event_key: 'Disk full/db-1', event_type: 'RECOVERY' });
  expect(event.previous_event_key).toBeUndefined();
});

it('auto 1.0.0 keeps the keys that it gave', () => {
  const body = { HOST: 'web-1', PID: '1', MESSAGE: 'a.service: Failed' };
  expect(readEvent('auto', '1.0.0', body).event_key).toBe('1');
  expect(readEvent('auto', '1.0.0', { title: 'OSD: 12 is down on ceph-1' }).event_key).toBe('OSD: on ceph-1');
});
