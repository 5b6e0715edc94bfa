import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const alert = { id: 4711, name: 'shop.cpu', version: 2, description: 'CPU of the shop', runbook_url: '' };
const form = (payload: unknown): string =>
  new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
const content_type = 'application/x-www-form-urlencoded';

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    form({
      alert,
      account: 'ops@example.com',
      trigger_time: 1741082400,
      conditions: [{ id: 1, type: 'below', threshold: 10 }],
      violations: {
        'web-1': [{ metric: 'cpu.idle', value: 2, recorded_at: 1741082400, condition_violated: 1 }],
      },
    }),
    {
      event_key: '4711',
      event_type: 'ALERT',
      title: 'shop.cpu',
      description: 'CPU of the shop\ncpu.idle of web-1 is 2',
      account: 'ops@example.com',
      resource: { resource_type: 'source', name: 'web-1' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
      pointer: '/payload',
    },
    { incident: 'cpu', content_type },
  ),
  posted(
    'resolved',
    form({ alert, account: 'ops@example.com', trigger_time: 1741082700, clear: 'normal' }),
    { event_key: '4711', event_type: 'RECOVERY' },
    { incident: 'cpu', content_type },
  ),
  posted(
    'as JSON',
    { alert, trigger_time: 1741082400, violations: {} },
    { event_key: '4711', event_type: 'ALERT', pointer: '' },
    { incident: 'cpu' },
  ),
  posted(
    'a snapshot',
    form({ attachments: [{ title: 'CPU', image_url: 'https://example.com/1.png' }] }),
    'IGNORED',
    { content_type },
  ),
  posted('a form without JSON', 'payload=hello', 'ERROR', { content_type }),
];
