import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const form = { content_type: 'application/x-www-form-urlencoded' };

export const SAMPLES: readonly PluginSample[] = [
  {
    ...form,
    name: 'firing: a form',
    incident: 'disk',
    body: 'summary=Disk+of+db-1+is+full&details=No+space+left&dedup=disk-db-1',
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'disk-db-1',
          event_type: 'ALERT',
          title: 'Disk of db-1 is full',
          description: 'No space left',
        },
      },
    ],
  },
  {
    ...form,
    name: 'resolved: a form',
    incident: 'disk',
    body: 'action=close&dedup=disk-db-1',
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY', title: 'disk-db-1' } }],
  },
  {
    name: 'several in a list',
    body: asText([{ summary: 'a' }, { summary: 'b', action: 'close' }]),
    expect: [
      { outcome: 'EVENT', event: { event_key: 'a' } },
      { outcome: 'EVENT', event: { event_key: 'b', event_type: 'RECOVERY' } },
    ],
  },
  {
    name: "GoAlert's own webhook",
    body: asText({ AppName: 'GoAlert', Type: 'Alert', AlertID: 77, Summary: 'Slow', ServiceName: 'Shop' }),
    expect: [{ outcome: 'EVENT', event: { event_key: '77', resource: { name: 'Shop' } } }],
  },
  { name: 'its test', body: asText({ AppName: 'GoAlert', Type: 'Test' }), expect: [{ outcome: 'IGNORED' }] },
];
