import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const shop = {
  monitor_id: '14',
  name: 'Shop',
  type: 'website',
  target: 'https://shop.example.com',
  port: null,
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...shop, is_ok: 0 },
    {
      event_key: 'website/14',
      event_type: 'ALERT',
      title: 'Shop is down',
      rule: 'website',
      resource: { resource_id: 'https://shop.example.com', name: 'Shop' },
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved',
    { ...shop, is_ok: 1 },
    { event_key: 'website/14', event_type: 'RECOVERY' },
    { incident: 'shop' },
  ),
  posted(
    'a heartbeat with the same number is another alarm',
    { heartbeat_id: 14, name: 'Backup', type: 'heartbeat', is_ok: 0 },
    { event_key: 'heartbeat/14', event_type: 'ALERT' },
    { incident: 'backup' },
  ),
  posted(
    'a domain that expires: no state',
    { domain_name_id: 3, name: 'shop.example.com', type: 'domain_name', target: 'shop.example.com' },
    { event_key: 'domain_name/3', event_type: 'ALERT', severity: 'WARNING' },
  ),
  posted('neither', { ...shop }, 'ERROR'),
];
