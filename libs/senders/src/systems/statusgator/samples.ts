import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const change = {
  type: 'StatusChange',
  monitor: {
    id: '8lJSR0I7fE',
    type: 'ServiceMonitor',
    display_name: 'Mail provider',
    icon_url: 'https://example.com/i.png',
  },
  board: { id: 'AbPas1igzR', name: 'Suppliers' },
  recorded_at: '2025-03-04T10:15:00Z',
  status: 'down',
  previous_status: 'up',
  message: 'Mail provider is down',
  details: 'Outgoing mail is delayed.',
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'mail',
    body: asText(change),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '8lJSR0I7fE',
          event_type: 'ALERT',
          title: 'Mail provider is down',
          description: 'Outgoing mail is delayed.',
          severity: 'CRITICAL',
          resource: { name: 'Mail provider' },
          account: 'Suppliers',
          image_url: 'https://example.com/i.png',
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'mail',
    body: asText({ ...change, status: 'up', previous_status: 'down', recorded_at: '2025-03-04T10:30:00Z' }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  {
    name: 'several in a list, one in maintenance without a message',
    body: asText([change, { ...change, status: 'maintenance', message: '' }]),
    expect: [
      { outcome: 'EVENT', event: {} },
      { outcome: 'EVENT', event: { title: 'Mail provider is maintenance', severity: 'INFO' } },
    ],
  },
];
