import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const shop = {
  id: 'shop-7',
  alert_name: 'Shop DOWN',
  severity: 'critical',
  source: 'Kener',
  timestamp: '2025-03-04T10:00:00.369Z',
  description: '🚨 Shop is down',
  details: { metric: 'Shop', current_value: 3, threshold: 1 },
  actions: [{ text: 'View Monitor', url: 'https://status.example.com/monitor-shop' }],
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...shop, status: 'TRIGGERED' },
    {
      event_key: 'shop-7',
      event_type: 'ALERT',
      title: 'Shop DOWN',
      description: '🚨 Shop is down',
      severity: 'CRITICAL',
      rule: 'Shop DOWN',
      resource: { resource_type: 'monitor', name: 'Shop' },
      occurred_at: new Date('2025-03-04T10:00:00.369Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved',
    { ...shop, status: 'RESOLVED' },
    { event_key: 'shop-7', event_type: 'RECOVERY' },
    { incident: 'shop' },
  ),
  posted('neither', { ...shop, status: 'WHATEVER' }, 'ERROR'),
];
