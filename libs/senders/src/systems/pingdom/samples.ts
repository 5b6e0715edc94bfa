import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const shop = {
  check_id: 4711,
  check_name: 'Shop front page',
  check_type: 'HTTP',
  check_params: { full_url: 'https://shop.example.com/', hostname: 'shop.example.com', port: 443 },
  tags: ['shop'],
  importance_level: 'HIGH',
  state_changed_timestamp: 1741082400,
  state_changed_utc_time: '2025-03-04T10:00:00',
  long_description: 'HTTP response code 502, expected 200',
  description: 'HTTP Error 502',
};
const order = { check_id: 4712, check_name: 'Order a thing', check_type: 'TRANSACTION', tags: [] };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...shop, previous_state: 'UP', current_state: 'DOWN' },
    {
      event_key: '4711',
      event_type: 'ALERT',
      title: 'Shop front page is DOWN',
      description: 'HTTP response code 502, expected 200',
      severity: 'ERROR',
      rule: 'HTTP',
      resource: {
        resource_id: 'https://shop.example.com/',
        resource_type: 'website',
        name: 'Shop front page',
      },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved',
    { ...shop, previous_state: 'DOWN', current_state: 'UP' },
    { event_key: '4711', event_type: 'RECOVERY' },
    { incident: 'shop' },
  ),
  posted(
    'a transaction check that fails',
    { ...order, previous_state: 'SUCCESS', current_state: 'FAILING' },
    { event_type: 'ALERT', severity: 'CRITICAL', occurred_at: null },
  ),
  posted('paused', { ...order, current_state: 'PAUSED' }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
  ...(['trigger', 'resolve'] as const).map((event_type) =>
    posted(
      `as it posts to the Events API of PagerDuty: ${event_type}`,
      {
        service_key: 'k',
        event_type,
        description: `PingdomAlert ${event_type}: Blog`,
        details: { check_id: 4713, check_name: 'Blog', state_changed_timestamp: 1741082400 },
      },
      {
        event_key: '4713',
        event_type: event_type === 'resolve' ? 'RECOVERY' : 'ALERT',
        resource: { name: 'Blog' },
        occurred_at: new Date('2025-03-04T10:00:00Z'),
      },
      { incident: 'blog' },
    ),
  ),
];
