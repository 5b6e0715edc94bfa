import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const monitor = {
  monitor_id: '0123456789abcdef0123456789abcdef',
  monitor_name: 'Shop',
  monitor_target: 'https://shop.example.com/',
  monitor_type: 'website',
  monitor_category: 'Public',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...monitor, monitor_status: 'offline', timestamp: 1741082400, monitor_errors: { Dallas: 'timeout' } },
    {
      event_key: '0123456789abcdef0123456789abcdef',
      event_type: 'ALERT',
      title: 'Shop is offline',
      description: 'Dallas: timeout',
      rule: 'website',
      resource: { resource_id: 'https://shop.example.com/', name: 'Shop' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved',
    { ...monitor, monitor_status: 'online', timestamp: 1741082700 },
    { event_key: '0123456789abcdef0123456789abcdef', event_type: 'RECOVERY', title: 'Shop is online' },
    { incident: 'shop' },
  ),
  posted(
    'resource usage',
    { ...monitor, resource_usage: { resource_type: 'cpu', current_usage: '97.1%' }, timestamp: 1741082400 },
    { event_key: '0123456789abcdef0123456789abcdef/cpu', event_type: 'ALERT', title: 'Shop uses much cpu' },
  ),
  posted(
    'blacklists: one entered, one left',
    [
      {
        monitor: '192.0.2.7',
        type: 'ipv4',
        blacklisted_before: '0',
        blacklisted_now: '2',
        blacklisted_on: [{ rbl: 'a.example' }],
      },
      {
        monitor: '192.0.2.8',
        type: 'ipv4',
        blacklisted_before: '1',
        blacklisted_now: '0',
        blacklisted_on: [],
      },
    ],
    [
      { event_key: '192.0.2.7/blacklist', event_type: 'ALERT', description: 'a.example' },
      { event_key: '192.0.2.8/blacklist', event_type: 'RECOVERY' },
    ],
  ),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
