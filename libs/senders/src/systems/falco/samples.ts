import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const alert = (time: string, more: object = {}): object => ({
  output: '10:15:00.746609046: Error A shell was spawned in a container (user=root)',
  priority: 'Error',
  rule: 'Terminal shell in container',
  hostname: 'node-3',
  source: 'syscall',
  time,
  output_fields: { 'container.name': 'shop', 'user.name': 'root' },
  ...more,
});

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'shell',
    body: asText(alert('2025-03-04T10:15:00.746609046Z')),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'Terminal shell in container/node-3/shop',
          event_type: 'ALERT',
          title: 'Terminal shell in container: node-3',
          severity: 'ERROR',
          resource: { resource_type: 'host', name: 'node-3' },
          occurred_at: new Date('2025-03-04T10:15:00.746Z'),
        },
      },
    ],
  },
  {
    name: 'again',
    incident: 'shell',
    body: asText(alert('2025-03-04T10:20:00.1Z')),
    expect: [{ outcome: 'EVENT', event: { event_type: 'ALERT' } }],
  },
  {
    name: 'several in a list, one without a host, its time in nanoseconds',
    body: asText([
      alert('2025-03-04T10:15:00Z', { priority: 'Emergency' }),
      alert('', { hostname: undefined, time: 1741083300746609000 }),
    ]),
    expect: [
      { outcome: 'EVENT', event: { severity: 'CRITICAL' } },
      {
        outcome: 'EVENT',
        event: {
          resource: { resource_type: 'container', name: 'shop' },
          occurred_at: new Date('2025-03-04T10:15:00.746Z'),
        },
      },
    ],
  },
];
