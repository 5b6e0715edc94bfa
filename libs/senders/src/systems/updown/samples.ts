import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const check = {
  token: 'a1b2',
  url: 'https://shop.example.com',
  alias: 'Shop',
  last_status: 503,
  uptime: 99.9,
};
const downtime = { id: 'd1', error: '503', started_at: '2025-03-04T10:00:00Z', ended_at: null };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    [{ event: 'check.down', check, downtime }],
    {
      event_key: 'a1b2',
      event_type: 'ALERT',
      title: 'Shop is down',
      description: '503',
      resource: { resource_id: 'https://shop.example.com', resource_type: 'website', name: 'Shop' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved',
    [
      {
        event: 'check.up',
        check,
        downtime: { ...downtime, ended_at: '2025-03-04T10:05:00Z', duration: 300 },
      },
    ],
    { event_key: 'a1b2', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:05:00.000Z') },
    { incident: 'shop' },
  ),
  posted(
    'several events, one of them about a certificate',
    [
      { event: 'check.down', check: { ...check, alias: '' }, downtime },
      {
        event: 'check.ssl_expiration',
        check,
        ssl: { cert: { subject: 'shop.example.com' }, days_before_expiration: 7 },
      },
      { event: 'check.unheard_of', check },
    ],
    [
      { title: 'https://shop.example.com is down' },
      { event_key: 'a1b2/ssl', event_type: 'ALERT', severity: 'WARNING' },
      'ERROR',
    ],
  ),
  posted('an empty list', [], 'IGNORED'),
];
