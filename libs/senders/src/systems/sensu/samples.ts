import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const go = (status: number, state: string): unknown => ({
  timestamp: 1741083300,
  id: `ev-${status}`,
  entity: { entity_class: 'agent', metadata: { name: 'web-1', namespace: 'prod' } },
  check: {
    metadata: { name: 'check-disk', namespace: 'prod' },
    status,
    state,
    output: 'disk /var at 97 %',
    occurrences: 1,
    command: 'check-disk -w 80',
  },
});
const core = (action: string, status: number): unknown => ({
  id: `id-${action}`,
  action,
  timestamp: 1741083300,
  occurrences: 1,
  client: { name: 'web-1', address: '10.0.0.1' },
  check: { name: 'check_http', status, output: 'HTTP CRITICAL', history: ['0', '2'] },
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'Sensu Go, critical',
    go(2, 'failing'),
    {
      event_key: 'prod/web-1/check-disk',
      event_type: 'ALERT',
      title: 'check-disk on web-1',
      description: 'disk /var at 97 %',
      severity: 'CRITICAL',
      resource: { resource_type: 'entity', name: 'web-1', resource_id: 'web-1' },
      account: 'prod',
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'disk' },
  ),
  posted(
    'Sensu Go, passing',
    go(0, 'passing'),
    { event_key: 'prod/web-1/check-disk', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'disk' },
  ),
  posted(
    'Sensu Go, a status of its own',
    go(127, 'failing'),
    { event_type: 'ALERT', severity: 'NOT_AVAILABLE' },
    { incident: 'disk' },
  ),
  posted('Sensu Go, flapping', go(1, 'flapping'), 'IGNORED'),
  posted(
    'Sensu Core, created',
    core('create', 2),
    { event_key: 'web-1/check_http', event_type: 'ALERT', severity: 'CRITICAL' },
    { incident: 'http' },
  ),
  posted(
    'Sensu Core, resolved',
    core('resolve', 0),
    { event_key: 'web-1/check_http', event_type: 'RECOVERY' },
    { incident: 'http' },
  ),
  posted(
    'Sensu Core, several in a list, as its API gives them',
    [core('create', 2), core('resolve', 0)],
    [
      { event_key: 'web-1/check_http', event_type: 'ALERT', pointer: '/0' },
      { event_key: 'web-1/check_http', event_type: 'RECOVERY', pointer: '/1' },
    ],
  ),
  posted(
    'Sensu Core, a client that is only named',
    {
      client: 'web-1',
      check: { name: 'check_ssh', status: 1, output: 'slow' },
      action: 'create',
      occurrences: 3,
    },
    { event_key: 'web-1/check_ssh', event_type: 'ALERT', severity: 'WARNING', resource: { name: 'web-1' } },
  ),
];
