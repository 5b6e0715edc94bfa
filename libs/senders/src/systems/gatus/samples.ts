import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const shop = {
  endpoint_name: 'shop',
  endpoint_group: 'front',
  endpoint_url: 'https://shop.example.com/health',
  alert_description: 'health check failed',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...shop, status: 'TRIGGERED', result_errors: '[STATUS] (503) == 200', result_conditions: '' },
    {
      event_key: 'front/shop',
      event_type: 'ALERT',
      title: 'front/shop: health check failed',
      description: 'health check failed\n[STATUS] (503) == 200',
      rule: 'health check failed',
      resource: { resource_id: 'https://shop.example.com/health', resource_type: 'endpoint', name: 'shop' },
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved',
    { ...shop, status: 'RESOLVED', result_errors: '[RESULT_ERRORS]' },
    { event_key: 'front/shop', event_type: 'RECOVERY', description: 'health check failed' },
    { incident: 'shop' },
  ),
  posted(
    'other names for the same things, and no group',
    { name: 'db', url: 'tcp://db-1:5432', status: 'TRIGGERED', severity: 'high' },
    { event_key: 'db', event_type: 'ALERT', severity: 'ERROR', title: 'db' },
  ),
  posted(
    'the text of the documentation',
    { text: 'TRIGGERED: back - queue - it is too long - 90 %' },
    {
      event_key: 'back/queue',
      event_type: 'ALERT',
      title: 'back/queue: it is too long - 90 %',
      rule: 'it is too long - 90 %',
      resource: { resource_type: 'endpoint', name: 'queue' },
    },
    { incident: 'text' },
  ),
  posted(
    'the text of the documentation, resolved',
    { text: 'RESOLVED: back - queue - it is too long - 90 %' },
    { event_key: 'back/queue', event_type: 'RECOVERY' },
    { incident: 'text' },
  ),
  posted('a state that was not filled', { ...shop, status: '[ALERT_TRIGGERED_OR_RESOLVED]' }, 'ERROR'),
];
