import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const item = {
  id: 496445267,
  counter: 7,
  environment: 'production',
  title: 'Payment was refused',
  level: 50,
  project_id: 162774,
  total_occurrences: 3,
  last_activated_timestamp: 1741083300,
  last_occurrence_timestamp: 1741083300,
  last_occurrence: {
    timestamp: 1741083300,
    server: { host: 'web-1' },
    body: { message: { body: 'HTTP 402' } },
  },
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'payment',
    body: asText({ event_name: 'new_item', data: { item } }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '496445267',
          event_type: 'ALERT',
          title: 'Payment was refused',
          description: 'HTTP 402',
          severity: 'CRITICAL',
          resource: { resource_type: 'host', name: 'web-1' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'payment',
    body: asText({ event_name: 'resolved_item', data: { item } }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: null } }],
  },
  {
    name: 'a deploy',
    body: asText({ event_name: 'deploy', data: { deploy: {} } }),
    expect: [{ outcome: 'IGNORED' }],
  },
  {
    name: 'several in a list',
    body: asText([
      { event_name: 'reopened_item', data: { item } },
      { event_name: 'item_velocity', data: { item: { ...item, id: 2 }, trigger: { threshold: 10 } } },
    ]),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'ALERT' } },
      { outcome: 'EVENT', event: { event_key: '2' } },
    ],
  },
  posted('an event that is no alarm', { event_name: 'assigned_item', data: { item } }, 'IGNORED'),
];
